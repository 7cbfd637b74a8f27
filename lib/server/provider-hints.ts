import 'server-only';
import type { MetonaError } from '@/lib/ir';

const checkAddress = 'Check the base URL, and that the server runs and can be reached from this machine.';
const tryAgain = 'Try again in a moment; if it stays like this, look at the status page of the provider.';

/** The next step to take, per code; total, so that a new code gets one. */
const hints: Readonly<Record<MetonaError['code'], string>> = {
  network_timeout: checkAddress,
  network_error: checkAddress,
  timeout:
    'The provider did not answer within 30 seconds. Try a faster model, or check that the server is not overloaded.',
  auth_invalid:
    'Enter the key again. Make sure that it belongs to this provider and is not restricted to another project.',
  auth_expired: 'The key has expired. Make a new one at the provider and enter it here.',
  rate_limited: 'The provider limits how often this key may call. Wait a minute and test again.',
  quota_exceeded: 'The account behind this key has no credit left. Top it up at the provider.',
  model_overloaded: tryAgain,
  model_not_found: 'Pick another model: this one does not exist at the provider, or the key may not use it.',
  context_length_exceeded: 'Pick a model with a larger context window.',
  output_length_exceeded: 'Pick another model; this one stopped before it could answer.',
  content_filtered: 'The provider refused a harmless test message. Check the content settings of the account.',
  parse_error: checkAddress,
  invalid_response:
    'The address answers, but not as this kind of provider does. Check the path of the base URL (often it ends in /v1).',
  max_iterations: tryAgain,
  user_aborted: 'Test again.',
  invalid_request: 'The provider refused the request. Check the model and the base URL.',
  server_error: tryAgain,
  budget_exceeded: tryAgain,
  tool_loop: tryAgain,
  permission_expired: tryAgain,
  interrupted: tryAgain,
  unknown: 'Look at the message above; then check key, base URL and model.',
  unauthorized: 'Sign in again.',
  forbidden: 'The key may not do this. Check its permissions at the provider.',
  not_found: 'Check the path of the base URL (often it ends in /v1), and the name of the model.',
  conflict: tryAgain,
  not_configured: 'Enter a key for this provider first.',
  payload_too_large: tryAgain,
  unsupported_media_type: checkAddress,
  method_not_allowed: checkAddress,
  misdirected_request: checkAddress,
  unavailable: tryAgain,
};

export function hintFor(error: MetonaError): string {
  return hints[error.code];
}
