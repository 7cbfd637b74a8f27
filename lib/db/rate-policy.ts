import 'server-only';

/** How often something may be tried; `growing` doubles the wait with every try beyond the limit, up to an hour. */
export interface RatePolicy {
  readonly limit: number;
  readonly windowMs: number;
  readonly growing?: boolean;
}

export interface Bucket {
  readonly count: number;
  /** When the last counted try was, for a growing policy; else when the window began. Unix ms. */
  readonly since: number;
  readonly expiresAt: number;
}

export type RateVerdict = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterMs: number };

const longestWaitMs = 3_600_000;

function waitAfter(count: number, { limit, windowMs, growing }: RatePolicy): number {
  if (count < limit) return 0;
  return growing ? Math.min(longestWaitMs, windowMs * 2 ** Math.min(count - limit, 10)) : 0;
}

/** Counts one try and says whether it may be made; a refused try is not counted. */
export function countTry(
  bucket: Bucket | null,
  policy: RatePolicy,
  now: number,
): { readonly verdict: RateVerdict; readonly bucket: Bucket } {
  const live = bucket && bucket.expiresAt > now ? bucket : { count: 0, since: now, expiresAt: now + policy.windowMs };
  const until = policy.growing ? live.since + waitAfter(live.count, policy) : live.expiresAt;
  if (live.count >= policy.limit && until > now) {
    return { verdict: { allowed: false, retryAfterMs: until - now }, bucket: live };
  }
  const count = live.count + 1;
  const next = policy.growing
    ? { count, since: now, expiresAt: now + waitAfter(count, policy) + policy.windowMs }
    : { ...live, count };
  return { verdict: { allowed: true }, bucket: next };
}
