import { type MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import { NetFailure, type NetFailureKind } from '@/lib/net/net-failure';

/** Why an MCP server could not be used. */
export const mcpFailureKinds = [
  'forbidden_address',
  'unreachable',
  'timeout',
  'redirect',
  'too_large',
  'sign_in_needed',
  'refused',
  'not_mcp',
  'protocol',
  'no_sign_in',
  'cancelled',
  'busy',
] as const;
export type McpFailureKind = (typeof mcpFailureKinds)[number];

/** `detail` is what the server said, bounded, or nothing. */
export class McpFailure extends Error {
  override readonly name = 'McpFailure';
  readonly kind: McpFailureKind;
  readonly detail: string;
  /** The server no longer knows the session: what was asked has not been done, and may be asked in a new one. */
  readonly isSessionGone: boolean;

  constructor(kind: McpFailureKind, of: { detail?: string; isSessionGone?: boolean; cause?: unknown } = {}) {
    super(of.detail ? `${kind}: ${of.detail}` : kind, { cause: of.cause });
    this.kind = kind;
    this.detail = (of.detail ?? '').slice(0, 500);
    this.isSessionGone = of.isSessionGone ?? false;
  }
}

const kindOfNet: Record<NetFailureKind, McpFailureKind> = {
  aborted: 'cancelled',
  connect_refused: 'unreachable',
  dns: 'unreachable',
  tls: 'unreachable',
  timeout: 'timeout',
  reset: 'unreachable',
  forbidden_address: 'forbidden_address',
  redirect: 'redirect',
  too_large: 'too_large',
  protocol: 'not_mcp',
};

/** The code with which the wrapped transport answers a request whose stream ended too early. */
export const streamEndedCode = -32_097;

function kindOfStatus(status: number): McpFailureKind {
  if (status === 401) return 'sign_in_needed';
  if (status === 403) return 'refused';
  if (status >= 300 && status < 400) return 'redirect';
  if (status >= 500 || status === 429) return 'unreachable';
  return 'not_mcp';
}

const sdkKinds: Readonly<Record<string, McpFailureKind>> = {
  REQUEST_TIMEOUT: 'timeout',
  CONNECTION_CLOSED: 'unreachable',
  NOT_CONNECTED: 'unreachable',
  SEND_FAILED: 'unreachable',
  INVALID_RESULT: 'protocol',
  UNSUPPORTED_RESULT_TYPE: 'protocol',
};

interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly cause?: unknown;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function fromOwnShape(link: object): McpFailure | null {
  const { name, message, code, status } = link as Thrown;
  if (link instanceof McpFailure) return link;
  if (link instanceof NetFailure) return new McpFailure(kindOfNet[link.kind], { detail: link.message, cause: link });
  if (name === 'UnauthorizedError') return new McpFailure('sign_in_needed', { cause: link });
  if (typeof status === 'number') {
    const isSessionGone = status === 404 || (status === 400 && /session/i.test(textOf(message)));
    return new McpFailure(kindOfStatus(status), { detail: `HTTP ${status}`, isSessionGone, cause: link });
  }
  if (code === streamEndedCode) return new McpFailure('unreachable', { detail: textOf(message), cause: link });
  if (name === 'ProtocolError') return new McpFailure('protocol', { detail: textOf(message), cause: link });
  const kind = typeof code === 'string' ? sdkKinds[code] : undefined;
  if (kind === 'protocol') return new McpFailure(kind, { detail: textOf(message), cause: link });
  if (kind !== undefined) return new McpFailure(kind, { cause: link });
  return null;
}

/** Whatever the client or the network threw, as one typed failure. */
export function toMcpFailure(thrown: unknown): McpFailure {
  let link: unknown = thrown;
  for (let depth = 0; depth < 6 && typeof link === 'object' && link !== null; depth += 1) {
    const found = fromOwnShape(link);
    if (found) return found;
    const { cause, data } = link as Thrown & { data?: { cause?: unknown } };
    link = cause ?? data?.cause;
  }
  return new McpFailure('not_mcp', { cause: thrown });
}

const sentences: Record<McpFailureKind, string> = {
  forbidden_address: 'has an address that may not be reached from here',
  unreachable: 'cannot be reached',
  timeout: 'did not answer in time',
  redirect: 'answered with a redirect, which is not followed',
  too_large: 'sent more than is accepted',
  sign_in_needed: 'wants its user to sign in, under Settings → Extensions',
  refused: 'refused the request',
  not_mcp: 'did not answer as an MCP server does',
  protocol: 'reported an error',
  no_sign_in: 'offers no way to sign in that is understood here',
  cancelled: 'was not asked to the end: the call was cancelled',
  busy: 'has to wait: too many servers are being used at once',
};

const codes: Record<McpFailureKind, MetonaErrorCode> = {
  forbidden_address: 'invalid_request',
  unreachable: 'network_error',
  timeout: 'network_timeout',
  redirect: 'invalid_response',
  too_large: 'invalid_response',
  sign_in_needed: 'auth_expired',
  refused: 'auth_invalid',
  not_mcp: 'invalid_response',
  protocol: 'server_error',
  no_sign_in: 'auth_invalid',
  cancelled: 'user_aborted',
  busy: 'rate_limited',
};

const retryable: ReadonlySet<McpFailureKind> = new Set(['unreachable', 'timeout', 'busy']);

/** What happened, without the name of the server. */
export const describeKind = (kind: McpFailureKind): string => sentences[kind];

/** The failure as a model and a person read it: it names the server. */
export function toToolFailure(serverName: string, failure: McpFailure): MetonaFailure {
  const { kind, detail } = failure;
  const message = `The MCP server “${serverName}” ${sentences[kind]}${kind === 'protocol' && detail ? `: ${detail}` : '.'}`;
  return new MetonaFailure({ code: codes[kind], message, retryable: retryable.has(kind) }, { cause: failure });
}
