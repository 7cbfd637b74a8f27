import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after';

const now = Date.parse('2026-11-30T08:00:00Z');

const cases: readonly (readonly [string, Record<string, string>, number | undefined])[] = [
  ['nothing', {}, undefined],
  ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
  ['broken milliseconds fall through', { 'retry-after-ms': 'NaN', 'retry-after': '2' }, 2000],
  ['empty milliseconds fall through', { 'retry-after-ms': '', 'retry-after': '2' }, 2000],
  ['seconds', { 'retry-after': '7' }, 7000],
  ['a fraction, rounded up', { 'retry-after': '0.0004' }, 1],
  ['a date', { 'retry-after': 'Mon, 30 Nov 2026 08:00:30 GMT' }, 30_000],
  ['a past date', { 'retry-after': 'Mon, 30 Nov 2026 07:00:00 GMT' }, 0],
  ['a negative number', { 'retry-after': '-5' }, undefined],
  ['words', { 'retry-after': 'later' }, undefined],
  ['a used-up limit', { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1m30s' }, 90_000],
  [
    'a limit with room left',
    { 'x-ratelimit-remaining-requests': '3', 'x-ratelimit-reset-requests': '1m30s' },
    undefined,
  ],
  ['an empty remaining', { 'x-ratelimit-remaining-tokens': '', 'x-ratelimit-reset-tokens': '1s' }, undefined],
  ['short durations', { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '100ms' }, 100],
  ['long durations', { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '1h2m3.5s' }, 3_723_500],
  [
    'the longer of two',
    {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '1s',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '6m0s',
    },
    360_000,
  ],
  [
    'a reset as a time',
    { 'anthropic-ratelimit-tokens-remaining': '0', 'anthropic-ratelimit-tokens-reset': '2026-11-30T08:00:12Z' },
    12_000,
  ],
];

describe('parseRetryAfter', () => {
  it.each(cases)('%s', (_name, headers, expected) => {
    expect(parseRetryAfter(new Headers(headers), now)).toBe(expected);
  });
});
