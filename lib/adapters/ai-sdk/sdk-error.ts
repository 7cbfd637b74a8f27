import { AISDKError, APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { type MetonaError, MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import { type ErrorDetails, readErrorText, readErrorValue } from '../shared/error-body';
import { classifyError } from '../shared/error-classification';
import { parseRetryAfter } from '../shared/retry-after';
import { classifyTransportError } from '../shared/transport-error';

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What an event or a body reports as a failure, in the forms the protocols have for it. */
export function reportedError(raw: unknown): ErrorDetails | undefined {
  if (!isFields(raw)) return undefined;
  if (raw.error !== undefined && raw.error !== null) return readErrorValue(raw);
  if (raw.object === 'error') return readErrorValue(raw);
  if (raw.type === 'error') {
    const { code, message } = readErrorValue(raw) ?? {};
    return { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
  }
  return isFields(raw.response) && raw.response.error ? readErrorValue(raw.response) : undefined;
}

/** Events of a typed protocol without which an answer is not whole. */
const telling =
  /^(error$|response\.(output_text|reasoning|function_call|output_item|completed|done|incomplete|failed))/;

/**
 * What packages take for a broken answer although it is none: keep-alives that servers send as data, and events of a
 * kind that is newer than the package.
 */
export function isHarmless(thrown: unknown): boolean {
  if (JSONParseError.isInstance(thrown)) {
    const text = thrown.text.trim();
    return text === '' || text.startsWith(':');
  }
  if (!TypeValidationError.isInstance(thrown)) return false;
  const { value } = thrown;
  if (isFields(value)) return typeof value.type === 'string' && !telling.test(value.type);
  return typeof value === 'string' || value === null;
}

function describeApiError(error: APICallError, context: ErrorContext): MetonaError {
  if (error.statusCode === undefined) return classifyTransportError(error.cause ?? error, context.provider);
  const details = readErrorText(error.responseBody ?? '');
  const described = classifyError({ message: error.message, ...details, status: error.statusCode }, context.provider);
  const headers = new Headers(error.responseHeaders);
  const retryAfterMs = parseRetryAfter(headers, context.now());
  return retryAfterMs === undefined ? described : { ...described, retryAfterMs };
}

export interface ErrorContext {
  readonly provider: string;
  readonly now: () => number;
}

/** Whatever a package threw or put into its stream, before or while it read an answer. */
export function describeSdkError(thrown: unknown, context: ErrorContext): MetonaError {
  const { provider } = context;
  if (thrown instanceof MetonaFailure) return { ...thrown.error, provider };
  if (APICallError.isInstance(thrown) && (thrown.statusCode === undefined || thrown.statusCode > 299)) {
    return describeApiError(thrown, context);
  }
  if (JSONParseError.isInstance(thrown) || (isFields(thrown) && JSONParseError.isInstance(thrown.cause))) {
    const message = 'the provider sent something that is not valid JSON';
    return { code: MetonaErrorCode.PARSE_ERROR, message, provider, retryable: true };
  }
  const isPlain = isFields(thrown) && !(thrown instanceof Error);
  const details = isPlain ? readErrorValue({ error: thrown }) : undefined;
  if (details?.message !== undefined) {
    const status = isFields(thrown) && typeof thrown.statusCode === 'number' ? { status: thrown.statusCode } : {};
    return classifyError({ ...details, ...status }, provider);
  }
  const message = 'the provider sent an answer that could not be understood';
  return { code: MetonaErrorCode.INVALID_RESPONSE, message, provider, retryable: true };
}

/** What a package refuses before anything is sent: something this provider does not take. */
export function describeRefusal(thrown: unknown, provider: string): MetonaError {
  if (thrown instanceof MetonaFailure) return { ...thrown.error, provider };
  const reason = AISDKError.isInstance(thrown) ? `: ${thrown.message.slice(0, 200)}` : '';
  const message = `the request cannot be put into this provider's form${reason}`;
  return { code: MetonaErrorCode.INVALID_REQUEST, message, provider, retryable: false };
}
