import { describe, expect, it } from 'vitest';
import { type Bucket, countTry, type RatePolicy } from './rate-policy';

const minute = 60_000;

function tries(policy: RatePolicy, times: readonly number[]) {
  let bucket: Bucket | null = null;
  return times.map((at) => {
    const counted = countTry(bucket, policy, at);
    bucket = counted.bucket;
    return counted.verdict.allowed ? 'yes' : Math.ceil(counted.verdict.retryAfterMs / minute);
  });
}

describe('countTry', () => {
  it('allows the limit in a window and says how long to wait', () => {
    const policy = { limit: 2, windowMs: 15 * minute };
    expect(tries(policy, [0, minute, 2 * minute, 14 * minute, 15 * minute])).toEqual(['yes', 'yes', 13, 1, 'yes']);
  });

  it('lets one more try through after each wait and doubles the wait, up to an hour', () => {
    const policy = { limit: 5, windowMs: 15 * minute, growing: true };
    const first = [0, 1, 2, 3, 4];
    expect(tries(policy, [...first, 5])).toEqual(['yes', 'yes', 'yes', 'yes', 'yes', 15]);
    const second = 4 + 15 * minute;
    expect(tries(policy, [...first, second, second])).toEqual([...Array(6).fill('yes'), 30]);
    const third = second + 30 * minute;
    const fourth = third + 60 * minute;
    expect(tries(policy, [...first, second, third, fourth, fourth])).toEqual([...Array(8).fill('yes'), 60]);
  });

  it('forgets after a quiet time', () => {
    const policy = { limit: 5, windowMs: 15 * minute, growing: true };
    expect(tries(policy, [0, 0, 0, 0, 15 * minute, 15 * minute])).toEqual(Array(6).fill('yes'));
    expect(tries(policy, [0, 0, 0, 0, 0, 30 * minute, 30 * minute]).at(-1)).toBe('yes');
  });
});
