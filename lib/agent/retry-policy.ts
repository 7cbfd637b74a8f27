import type { MetonaApiErrorCode, MetonaError, MetonaErrorCode } from '@/lib/ir';

/** What a failed attempt leads to: the same model again, the next fallback, or the end of the run. */
export type Reaction = 'retry' | 'switch' | 'end';

const REACTIONS: Record<MetonaErrorCode | MetonaApiErrorCode, Reaction> = {
  network_timeout: 'retry',
  network_error: 'retry',
  rate_limited: 'retry',
  model_overloaded: 'retry',
  server_error: 'retry',
  invalid_response: 'retry',
  parse_error: 'retry',
  unavailable: 'retry',
  unknown: 'retry',
  auth_invalid: 'switch',
  auth_expired: 'switch',
  quota_exceeded: 'switch',
  model_not_found: 'switch',
  not_configured: 'switch',
  not_found: 'switch',
  context_length_exceeded: 'end',
  output_length_exceeded: 'end',
  content_filtered: 'end',
  invalid_request: 'end',
  max_iterations: 'end',
  user_aborted: 'end',
  timeout: 'end',
  budget_exceeded: 'end',
  tool_loop: 'end',
  permission_expired: 'end',
  interrupted: 'end',
  unauthorized: 'end',
  forbidden: 'end',
  conflict: 'end',
  payload_too_large: 'end',
  unsupported_media_type: 'end',
  method_not_allowed: 'end',
  misdirected_request: 'end',
};

const MAX_RETRIES = 3;
const MIN_DELAY_MS = 500;
const FIRST_CEILING_MS = 2_500;
const MAX_DELAY_MS = 10_000;
const MAX_ASKED_MS = 60_000;

/** An error that says it will come again is not worth a retry, but another provider may do better. */
export function reactionTo(error: MetonaError): Reaction {
  const reaction = REACTIONS[error.code];
  return reaction === 'retry' && !error.retryable ? 'switch' : reaction;
}

/**
 * Milliseconds until the model is asked again, with full jitter below a ceiling that doubles; null when it was asked
 * often enough, or when the provider wants to be left alone for longer than a person would wait.
 */
export function retryDelay(error: MetonaError, of: { retries: number; random: () => number }): number | null {
  if (reactionTo(error) !== 'retry' || of.retries >= MAX_RETRIES) return null;
  const { retryAfterMs } = error;
  if (retryAfterMs !== undefined) {
    return retryAfterMs > MAX_ASKED_MS ? null : Math.max(MIN_DELAY_MS, Math.ceil(retryAfterMs));
  }
  const ceiling = Math.min(MAX_DELAY_MS, FIRST_CEILING_MS * 2 ** of.retries);
  return Math.round(MIN_DELAY_MS + of.random() * (ceiling - MIN_DELAY_MS));
}
