import { type MetonaError, MetonaErrorCode, MetonaFailure } from '@/lib/ir';

type Meaning = Pick<MetonaError, 'code' | 'retryable'>;

const networkError: Meaning = { code: MetonaErrorCode.NETWORK_ERROR, retryable: true };
const timeout: Meaning = { code: MetonaErrorCode.NETWORK_TIMEOUT, retryable: true };
const refused: Meaning = { code: MetonaErrorCode.INVALID_REQUEST, retryable: false };

/** Kinds of our own HTTP port and codes of the system; everything else is a broken connection. */
const meanings: Readonly<Record<string, Meaning>> = {
  timeout,
  ETIMEDOUT: timeout,
  UND_ERR_CONNECT_TIMEOUT: timeout,
  UND_ERR_HEADERS_TIMEOUT: timeout,
  UND_ERR_BODY_TIMEOUT: timeout,
  forbidden_address: refused,
  redirect: refused,
  too_large: { code: MetonaErrorCode.INVALID_RESPONSE, retryable: false },
};

interface Symptom {
  readonly word?: string;
  readonly kind?: string;
  readonly message?: string;
}

/** The most telling words in a chain of causes: the port's `kind`, the system's `code`, undici's "terminated". */
function readSymptom(thrown: unknown): Symptom {
  let current = thrown;
  let code: string | undefined;
  let last: string | undefined;
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    const fields = current as Error & { kind?: unknown; code?: unknown };
    if (typeof fields.code === 'string') code = fields.code;
    if (typeof fields.kind === 'string') {
      return { word: code ?? fields.kind, kind: fields.kind, message: current.message };
    }
    last = current.message;
    current = current.cause;
  }
  const word = code ?? (last === 'terminated' || last === 'other side closed' ? last : undefined);
  return word === undefined ? {} : { word };
}

/** What a thrown error of the HTTP port means. Failures that are already typed keep their type. */
export function classifyTransportError(thrown: unknown, provider: string): MetonaError {
  if (thrown instanceof MetonaFailure) return { ...thrown.error, provider };
  const { word, kind, message } = readSymptom(thrown);
  const meaning = meanings[kind ?? ''] ?? meanings[word ?? ''] ?? networkError;
  const ownMessage =
    meaning.code === MetonaErrorCode.NETWORK_TIMEOUT
      ? 'the connection to the provider timed out'
      : 'the connection to the provider failed';
  return {
    code: meaning.code,
    message: message ?? (word === undefined ? ownMessage : `${ownMessage} (${word})`),
    provider,
    ...(word !== undefined && { providerCode: word }),
    retryable: meaning.retryable,
  };
}

/** Nobody listens at the address, or it cannot be reached at all. */
export function isUnreachable(thrown: unknown): boolean {
  const { kind, word } = readSymptom(thrown);
  return kind === 'connect_refused' || kind === 'dns' || word === 'ECONNREFUSED' || word === 'ENOTFOUND';
}
