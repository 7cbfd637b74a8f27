export type NetFailureKind =
  | 'aborted'
  | 'connect_refused'
  | 'dns'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'forbidden_address'
  | 'redirect'
  | 'too_large'
  | 'protocol';

// Uniform texts without host or port: they must not tell a port scanner more than the kind does.
const MESSAGES: Record<NetFailureKind, string> = {
  aborted: 'The request was cancelled',
  connect_refused: 'The server could not be reached',
  dns: 'The server name could not be resolved',
  tls: 'No secure connection to the server could be made',
  timeout: 'The server did not answer in time',
  reset: 'The server closed the connection',
  forbidden_address: 'This address is not allowed',
  redirect: 'The server answered with a redirect, which is not followed',
  too_large: 'The answer is too large',
  protocol: 'The server sent something that is not valid HTTP',
};

export class NetFailure extends Error {
  override readonly name = 'NetFailure';
  readonly kind: NetFailureKind;
  /** The system's or the HTTP client's own code, such as ECONNREFUSED. */
  readonly code: string | undefined;

  constructor(kind: NetFailureKind, options: { message?: string; code?: string | undefined; cause?: unknown } = {}) {
    super(options.message ?? MESSAGES[kind], { cause: options.cause });
    this.kind = kind;
    this.code = options.code;
  }
}

const KINDS: Readonly<Record<string, NetFailureKind>> = {
  ECONNREFUSED: 'connect_refused',
  EHOSTUNREACH: 'connect_refused',
  ENETUNREACH: 'connect_refused',
  EADDRNOTAVAIL: 'connect_refused',
  EACCES: 'connect_refused',
  ENOTFOUND: 'dns',
  ENODATA: 'dns',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_DESTROYED: 'reset',
  UND_ERR_CLOSED: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  HPE_INVALID_EOF_STATE: 'reset',
  Z_BUF_ERROR: 'reset',
  UND_ERR_ABORTED: 'aborted',
  UND_ERR_ABORT: 'aborted',
  EPROTO: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  HOSTNAME_MISMATCH: 'tls',
};

function kindOf(code: string): NetFailureKind | undefined {
  if (KINDS[code] !== undefined) return KINDS[code];
  if (code.startsWith('EAI_')) return 'dns';
  if (/^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_)/.test(code)) return 'tls';
  return undefined;
}

/** Whatever a socket, the resolver or the HTTP client threw, as one typed failure. */
export function toNetFailure(error: unknown): NetFailure {
  let code: string | undefined;
  for (const link of causesOf(error)) {
    if (link instanceof NetFailure) return link;
    const own = (link as { code?: unknown }).code;
    if (typeof own !== 'string') continue;
    const kind = kindOf(own);
    if (kind !== undefined) return new NetFailure(kind, { code: own, cause: error });
    code ??= own;
  }
  return new NetFailure('protocol', { code, cause: error });
}

function causesOf(error: unknown): readonly object[] {
  const found: object[] = [];
  const waiting: unknown[] = [error];
  while (waiting.length > 0 && found.length < 16) {
    const next = waiting.shift();
    if (typeof next !== 'object' || next === null) continue;
    found.push(next);
    if (next instanceof AggregateError) waiting.push(...next.errors);
    waiting.push((next as { cause?: unknown }).cause);
  }
  return found;
}
