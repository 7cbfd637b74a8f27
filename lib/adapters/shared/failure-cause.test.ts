import { describe, expect, it } from 'vitest';
import { NetFailure, type NetFailureKind } from '@/lib/net/net-failure';
import { classifyError } from './error-classification';
import { failureCauseOf } from './failure-cause';
import { classifyTransportError } from './transport-error';

const answered = (status: number, message: string, code?: string) =>
  failureCauseOf(classifyError({ status, message, ...(code !== undefined && { code }) }, 'p'));
const broken = (kind: NetFailureKind, code?: string) =>
  failureCauseOf(classifyTransportError(new NetFailure(kind, { code }), 'p'));

describe('why a call failed', () => {
  it.each([
    [400, 'User location is not supported for the API use.', undefined, 'region'],
    [403, 'Country, region, or territory not supported', 'unsupported_country_region_territory', 'region'],
    [403, 'Request not allowed', undefined, 'region'],
    [402, 'Insufficient Balance', undefined, 'no_credit'],
    [400, 'Your credit balance is too low to access the API', 'billing_error', 'no_credit'],
    [
      429,
      'You exceeded your current quota, please check your plan and billing details.',
      'insufficient_quota',
      'no_credit',
    ],
    [429, 'Resource has been exhausted (e.g. check quota).', undefined, 'quota'],
    [429, 'Rate limit reached for requests', 'rate_limit_exceeded', null],
    [404, 'Not Found', undefined, 'wrong_path'],
    [404, 'Invalid URL (POST /v2/chat)', undefined, 'wrong_path'],
    [404, 'The model `x` does not exist', 'model_not_found', null],
    [404, 'No endpoints found for x.', undefined, null],
    [401, 'Invalid API Key', undefined, null],
    [500, 'our region is not available', undefined, null],
  ] as const)('%i %s', (...[status, message, code, cause]) => {
    expect(answered(status, message, code)).toBe(cause);
  });

  it.each([
    ['dns', 'ENOTFOUND', 'unknown_host'],
    ['connect_refused', 'ECONNREFUSED', 'unreachable'],
    ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['tls', undefined, 'tls'],
    ['forbidden_address', undefined, 'forbidden_address'],
    ['redirect', undefined, 'redirect'],
    ['reset', 'ECONNRESET', null],
    ['timeout', 'UND_ERR_CONNECT_TIMEOUT', null],
  ] as const)('%s (%s)', (kind, code, cause) => {
    expect(broken(kind, code)).toBe(cause);
  });
});
