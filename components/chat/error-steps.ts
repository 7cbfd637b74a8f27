import type { MetonaError } from '@/lib/ir';

export type ErrorStep =
  | 'retry'
  | 'compress'
  | 'go_on'
  | 'edit'
  | 'pick_model'
  | 'provider'
  | 'new_chat'
  | 'sign_in'
  | 'reload';

/** The steps that help, the best one first, for every way a run or a call can fail. Trying again is possible beside them. */
export const errorSteps: Readonly<Record<MetonaError['code'], readonly [ErrorStep, ...ErrorStep[]]>> = {
  network_timeout: ['retry', 'provider'],
  network_error: ['retry', 'provider'],
  auth_invalid: ['provider', 'pick_model'],
  auth_expired: ['provider', 'pick_model'],
  rate_limited: ['retry', 'pick_model'],
  quota_exceeded: ['provider', 'pick_model'],
  model_overloaded: ['retry', 'pick_model'],
  model_not_found: ['pick_model', 'provider'],
  context_length_exceeded: ['compress', 'pick_model'],
  output_length_exceeded: ['go_on'],
  content_filtered: ['edit', 'pick_model'],
  parse_error: ['retry'],
  invalid_response: ['retry', 'provider'],
  max_iterations: ['go_on'],
  user_aborted: ['retry'],
  timeout: ['go_on'],
  invalid_request: ['edit', 'pick_model'],
  server_error: ['retry', 'pick_model'],
  budget_exceeded: ['go_on', 'edit'],
  tool_loop: ['edit', 'pick_model'],
  permission_expired: ['retry'],
  interrupted: ['retry'],
  unknown: ['retry'],
  unauthorized: ['sign_in'],
  forbidden: ['pick_model'],
  not_found: ['pick_model', 'new_chat'],
  conflict: ['reload'],
  not_configured: ['provider', 'pick_model'],
  payload_too_large: ['edit'],
  unsupported_media_type: ['edit'],
  method_not_allowed: ['reload'],
  misdirected_request: ['reload'],
  unavailable: ['retry'],
};
