import { z } from 'zod';

const tokens = z.number().int().nonnegative();

/** Token counts of one model attempt, or the sum over a run. Zeros mean "not reported" when no `usage` event was sent. */
export const metonaTokenUsageSchema = z.object({
  inputTokens: tokens,
  outputTokens: tokens,
  totalTokens: tokens,
  reasoningTokens: tokens.optional(),
  cacheHitTokens: tokens.optional(),
  cacheMissTokens: tokens.optional(),
  cacheWriteTokens: tokens.optional(),
});
export type MetonaTokenUsage = z.infer<typeof metonaTokenUsageSchema>;

const optionalCounts = ['reasoningTokens', 'cacheHitTokens', 'cacheMissTokens', 'cacheWriteTokens'] as const;

/** A usage of nothing; a fresh object on every call. */
export function emptyUsage(): MetonaTokenUsage {
  return { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
}

/** The sum of two usages; an optional count appears when either side reports it. */
export function addUsage(left: MetonaTokenUsage, right: MetonaTokenUsage): MetonaTokenUsage {
  const sum: MetonaTokenUsage = {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    totalTokens: left.totalTokens + right.totalTokens,
  };
  for (const key of optionalCounts) {
    if (left[key] === undefined && right[key] === undefined) continue;
    sum[key] = (left[key] ?? 0) + (right[key] ?? 0);
  }
  return sum;
}
