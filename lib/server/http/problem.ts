import 'server-only';
import {
  type MetonaApiErrorCode,
  type MetonaError,
  type MetonaErrorCode,
  MetonaFailure,
  metonaErrorSchema,
} from '@/lib/ir';

type ErrorCode = MetonaErrorCode | MetonaApiErrorCode;

/** The only place where a code becomes an HTTP status; total, so that a new code must be placed here. */
export const statusByCode: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  not_configured: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  misdirected_request: 421,
  rate_limited: 429,
  unavailable: 503,
  context_length_exceeded: 400,
  output_length_exceeded: 502,
  content_filtered: 502,
  network_timeout: 504,
  network_error: 502,
  auth_invalid: 502,
  auth_expired: 502,
  quota_exceeded: 502,
  model_overloaded: 503,
  model_not_found: 404,
  parse_error: 502,
  invalid_response: 502,
  server_error: 502,
  timeout: 504,
  max_iterations: 500,
  user_aborted: 499,
  budget_exceeded: 500,
  tool_loop: 500,
  permission_expired: 409,
  interrupted: 503,
  unknown: 500,
};

export interface Issue {
  readonly path: string;
  readonly message: string;
}

interface FailureDetails {
  readonly issues?: readonly Issue[];
  /** The stored state, on 409. */
  readonly current?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal of ours, thrown anywhere below a route and turned into its answer by the handler. */
export class ApiFailure extends MetonaFailure {
  readonly details: FailureDetails;

  constructor(error: MetonaError, details: FailureDetails = {}) {
    super(error);
    this.name = 'ApiFailure';
    this.details = details;
  }
}

const refuse = (code: ErrorCode, message: string, details?: FailureDetails): ApiFailure =>
  new ApiFailure({ code, message, retryable: false }, details);

export const unauthorized = (): ApiFailure => refuse('unauthorized', 'Sign in first.');
export const forbidden = (message = 'This is not allowed.'): ApiFailure => refuse('forbidden', message);
/** The same words for unknown and foreign ids, so that nobody learns which it was. */
export const notFound = (): ApiFailure => refuse('not_found', 'There is nothing here.');
export const conflict = (message: string, current?: unknown): ApiFailure => refuse('conflict', message, { current });
export const notConfigured = (message: string): ApiFailure => refuse('not_configured', message);
export const payloadTooLarge = (maxBytes: number): ApiFailure =>
  refuse('payload_too_large', `The body is larger than the ${maxBytes} bytes allowed here.`);
export const unsupportedMediaType = (message: string): ApiFailure => refuse('unsupported_media_type', message);
export const misdirected = (url: string): ApiFailure => refuse('misdirected_request', `This server answers at ${url}.`);
export const methodNotAllowed = (allow: string): ApiFailure =>
  refuse('method_not_allowed', `Allowed here: ${allow}.`, { headers: { allow } });

export const invalid = (issues: readonly Issue[]): ApiFailure =>
  refuse('invalid_request', issues[0]?.message ?? 'The request is not valid.', { issues });

export function rateLimited(retryAfterMs: number, message = 'Too many requests; wait a moment.'): ApiFailure {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const error: MetonaError = { code: 'rate_limited', message, retryable: true, retryAfterMs: seconds * 1000 };
  return new ApiFailure(error, { headers: { 'retry-after': String(seconds) } });
}

export function unavailable(): ApiFailure {
  const message = 'The server cannot reach its database at the moment.';
  return new ApiFailure({ code: 'unavailable', message, retryable: true }, { headers: { 'retry-after': '2' } });
}

const unexpected: MetonaError = {
  code: 'unknown',
  message: 'Something went wrong on the server.',
  retryable: true,
};

interface Failure extends Error {
  readonly error: MetonaError;
  readonly details?: FailureDetails;
}

/**
 * Whether it was thrown on purpose. Told by its shape: Next loads routes as separate module graphs, each with a class of
 * its own, and the container that throws was built by one of them for all.
 */
export function isFailure(thrown: unknown): thrown is Failure {
  if (!(thrown instanceof Error) || !['MetonaFailure', 'ApiFailure'].includes(thrown.name)) return false;
  return 'error' in thrown && metonaErrorSchema.safeParse(thrown.error).success;
}

/** The answer to anything thrown; what was not thrown on purpose shows none of itself. */
export function problemResponse(thrown: unknown): Response {
  const { error, details = {} } = isFailure(thrown) ? thrown : { error: unexpected };
  const { issues, current, headers } = details;
  const body = { error, ...(issues && { issues }), ...(current !== undefined && { current }) };
  return Response.json(body, { status: statusByCode[error.code], headers: { ...headers } });
}
