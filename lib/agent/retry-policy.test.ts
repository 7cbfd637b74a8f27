import { describe, expect, it } from 'vitest';
import { type MetonaError, MetonaErrorCode } from '@/lib/ir';
import { reactionTo, retryDelay } from './retry-policy';

const error = (code: MetonaError['code'], more: Partial<MetonaError> = {}): MetonaError => ({
  code,
  message: '',
  retryable: true,
  ...more,
});
const delays = (random: number, retries = [0, 1, 2, 3]) =>
  retries.map((count) => retryDelay(error('network_error'), { retries: count, random: () => random }));

describe('reactionTo', () => {
  it.each([
    'network_timeout',
    'network_error',
    'rate_limited',
    'model_overloaded',
    'server_error',
    'invalid_response',
  ] as const)('asks again after %s', (code) => expect(reactionTo(error(code))).toBe('retry'));

  it.each(['auth_invalid', 'auth_expired', 'quota_exceeded', 'model_not_found'] as const)(
    'goes straight to the fallback after %s',
    (code) =>
      expect([true, false].map((retryable) => reactionTo(error(code, { retryable })))).toEqual(['switch', 'switch']),
  );

  it.each(['invalid_request', 'content_filtered', 'user_aborted', 'timeout', 'context_length_exceeded'] as const)(
    'situation 3: ends with %s, whatever it says of itself',
    (code) => expect(reactionTo(error(code))).toBe('end'),
  );

  it('does not ask the same provider again when that is said to be useless', () => {
    expect(reactionTo(error('invalid_response', { retryable: false }))).toBe('switch');
  });

  it('knows every code of the runtime', () => {
    for (const code of Object.values(MetonaErrorCode))
      expect(['retry', 'switch', 'end']).toContain(reactionTo(error(code)));
  });
});

describe('retryDelay', () => {
  it('waits at least half a second and never longer than ten, three times', () => {
    expect(delays(0)).toEqual([500, 500, 500, null]);
    expect(delays(1)).toEqual([2_500, 5_000, 10_000, null]);
    expect(delays(0.5)).toEqual([1_500, 2_750, 5_250, null]);
  });

  it('situation 74: waits as long as the provider asks, up to a minute', () => {
    const asked = (retryAfterMs: number) =>
      retryDelay(error('rate_limited', { retryAfterMs }), { retries: 0, random: () => 1 });
    expect([0, 2_000, 60_000, 60_001, 3_600_000].map(asked)).toEqual([500, 2_000, 60_000, null, null]);
  });

  it('does not wait for what a retry cannot mend', () => {
    expect(retryDelay(error('auth_invalid'), { retries: 0, random: () => 0 })).toBeNull();
    expect(retryDelay(error('invalid_request', { retryAfterMs: 1_000 }), { retries: 0, random: () => 0 })).toBeNull();
  });
});
