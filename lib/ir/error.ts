import { z } from 'zod';

/** Every reason a model call or a run can fail; stable, shown to users through a sentence of their own per code. */
export const MetonaErrorCode = {
  NETWORK_TIMEOUT: 'network_timeout',
  NETWORK_ERROR: 'network_error',
  AUTH_INVALID: 'auth_invalid',
  AUTH_EXPIRED: 'auth_expired',
  RATE_LIMITED: 'rate_limited',
  QUOTA_EXCEEDED: 'quota_exceeded',
  MODEL_OVERLOADED: 'model_overloaded',
  MODEL_NOT_FOUND: 'model_not_found',
  CONTEXT_LENGTH_EXCEEDED: 'context_length_exceeded',
  OUTPUT_LENGTH_EXCEEDED: 'output_length_exceeded',
  CONTENT_FILTERED: 'content_filtered',
  PARSE_ERROR: 'parse_error',
  INVALID_RESPONSE: 'invalid_response',
  MAX_ITERATIONS: 'max_iterations',
  USER_ABORTED: 'user_aborted',
  TIMEOUT: 'timeout',
  INVALID_REQUEST: 'invalid_request',
  SERVER_ERROR: 'server_error',
  BUDGET_EXCEEDED: 'budget_exceeded',
  TOOL_LOOP: 'tool_loop',
  PERMISSION_EXPIRED: 'permission_expired',
  INTERRUPTED: 'interrupted',
  UNKNOWN: 'unknown',
} as const;

/** Codes of the HTTP API that no model call can produce. */
export const MetonaApiErrorCode = {
  UNAUTHORIZED: 'unauthorized',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'not_found',
  CONFLICT: 'conflict',
  NOT_CONFIGURED: 'not_configured',
  PAYLOAD_TOO_LARGE: 'payload_too_large',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported_media_type',
  METHOD_NOT_ALLOWED: 'method_not_allowed',
  MISDIRECTED: 'misdirected_request',
  UNAVAILABLE: 'unavailable',
} as const;

export const metonaErrorCodeSchema = z.enum({ ...MetonaErrorCode, ...MetonaApiErrorCode });
export type MetonaErrorCode = (typeof MetonaErrorCode)[keyof typeof MetonaErrorCode];
export type MetonaApiErrorCode = (typeof MetonaApiErrorCode)[keyof typeof MetonaApiErrorCode];

/**
 * One failure in the shape every layer speaks. `message` is safe to show and never holds a secret;
 * `retryAfterMs` is what the provider asked for, uncapped.
 */
export const metonaErrorSchema = z.object({
  code: metonaErrorCodeSchema,
  message: z.string(),
  provider: z.string().optional(),
  providerCode: z.string().optional(),
  retryable: z.boolean(),
  retryAfterMs: z.number().nonnegative().optional(),
});
export type MetonaError = z.infer<typeof metonaErrorSchema>;

/** The only error class that adapters, tools and the runtime throw on purpose; carries a `MetonaError`. */
export class MetonaFailure extends Error {
  readonly error: MetonaError;

  constructor(error: MetonaError, options?: { cause?: unknown }) {
    super(error.message, options);
    this.name = 'MetonaFailure';
    this.error = error;
  }
}
