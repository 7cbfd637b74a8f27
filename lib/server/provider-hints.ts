import 'server-only';
import { type FailureCause, failureCauseOf } from '@/lib/adapters';
import type { MetonaError } from '@/lib/ir';
import type { KnownProvider } from './provider-directory';

/** What a person can do about a failed test; the page has a sentence of its own for each. */
export const hintCodes = [
  'wrong_key',
  'expired_key',
  'no_key',
  'no_credit',
  'quota',
  'rate_limited',
  'region',
  'wrong_url',
  'unknown_host',
  'unreachable',
  'network',
  'tls',
  'forbidden_address',
  'redirect',
  'timeout',
  'invalid_response',
  'model_not_found',
  'no_model',
  'local_not_running',
  'local_model_missing',
  'overloaded',
  'refused',
  'filtered',
  'too_long',
  'other',
] as const;
export type HintCode = (typeof hintCodes)[number];

const hints: Readonly<Record<HintCode, string>> = {
  wrong_key:
    'Enter the key again. Make sure that it belongs to this provider and is not restricted to another project.',
  expired_key: 'The key has expired. Make a new one at the provider and enter it here.',
  no_key: 'Enter a key for this provider first.',
  no_credit: 'The account behind this key has no credit left. Top it up at the provider.',
  quota: 'The quota of this plan is used up. Wait until it is renewed, or choose a larger plan at the provider.',
  rate_limited: 'The provider limits how often this key may call. Wait a minute and test again.',
  region:
    'The provider does not serve the region this server calls from. Use a server elsewhere, or another provider or gateway that serves it.',
  wrong_url: 'The server answers, but has nothing at this path. Check the path of the base URL (often it ends in /v1).',
  unknown_host: 'There is no server of this name. Check the spelling of the base URL, and the DNS of this machine.',
  unreachable:
    'Nothing listens at this address. Check the port, that the server runs, and that no firewall is between.',
  network: 'The connection broke. Check the base URL and the internet connection of this machine.',
  tls: 'No secure connection could be made. Check https:// and the certificate of the server.',
  forbidden_address:
    'This address is on a private network, which is not allowed by default. Ask the operator to add it to METONA_PRIVATE_ORIGINS.',
  redirect: 'The server sends the call elsewhere, and redirects are not followed. Enter the final address as base URL.',
  timeout: 'The provider did not answer in time. Try a faster model, or check that the server is not overloaded.',
  invalid_response:
    'The address answers, but not as this kind of provider does. Check the path of the base URL (often it ends in /v1).',
  model_not_found: 'Pick another model: this one does not exist at the provider, or the key may not use it.',
  no_model: 'The provider offers no model. Enter the name of one as the default model.',
  local_not_running: 'The server on this machine does not run. Start it, then test again.',
  local_model_missing: 'The model is not on this machine yet. Fetch it with “ollama pull”, or pick one that is.',
  overloaded: 'The provider has trouble of its own. Try again in a moment; if it stays, look at its status page.',
  refused: 'The provider refused the request. Check the model and the base URL.',
  filtered: 'The provider refused a harmless test message. Check the content settings of the account.',
  too_long: 'Pick a model with a larger context window.',
  other: 'Look at what the provider said; then check key, base URL and model.',
};

const byCause: Readonly<Record<FailureCause, HintCode>> = {
  region: 'region',
  no_credit: 'no_credit',
  quota: 'quota',
  wrong_path: 'wrong_url',
  unknown_host: 'unknown_host',
  unreachable: 'unreachable',
  tls: 'tls',
  forbidden_address: 'forbidden_address',
  redirect: 'redirect',
};

/** Total, so that a new code gets a hint. */
const byCode: Readonly<Record<MetonaError['code'], HintCode>> = {
  network_timeout: 'timeout',
  network_error: 'network',
  timeout: 'timeout',
  auth_invalid: 'wrong_key',
  auth_expired: 'expired_key',
  rate_limited: 'rate_limited',
  quota_exceeded: 'no_credit',
  model_overloaded: 'overloaded',
  model_not_found: 'model_not_found',
  context_length_exceeded: 'too_long',
  output_length_exceeded: 'other',
  content_filtered: 'filtered',
  parse_error: 'invalid_response',
  invalid_response: 'invalid_response',
  max_iterations: 'other',
  user_aborted: 'other',
  invalid_request: 'refused',
  server_error: 'overloaded',
  budget_exceeded: 'other',
  tool_loop: 'other',
  permission_expired: 'other',
  interrupted: 'other',
  unknown: 'other',
  unauthorized: 'other',
  forbidden: 'wrong_key',
  not_found: 'wrong_url',
  conflict: 'other',
  not_configured: 'no_key',
  payload_too_large: 'other',
  unsupported_media_type: 'wrong_url',
  method_not_allowed: 'wrong_url',
  misdirected_request: 'wrong_url',
  unavailable: 'overloaded',
};

/** On the own machine the same failure has another remedy. */
const atHome: Readonly<Partial<Record<HintCode, HintCode>>> = {
  unreachable: 'local_not_running',
  model_not_found: 'local_model_missing',
};

export interface Hint {
  readonly hint_code: HintCode;
  readonly hint: string;
}

export const hintOf = (hint_code: HintCode): Hint => ({ hint_code, hint: hints[hint_code] });

export function hintFor(error: MetonaError, kind: KnownProvider['kind']): Hint {
  const cause = failureCauseOf(error);
  const code = cause === null ? byCode[error.code] : byCause[cause];
  return hintOf(kind === 'local' ? (atHome[code] ?? code) : code);
}
