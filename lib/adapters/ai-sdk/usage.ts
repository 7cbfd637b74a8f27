import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { MetonaTokenUsage } from '@/lib/ir';

function count(value: number | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
}

/** Undefined when the provider reported nothing; packages then give nothing, or zeros without the provider's own words. */
export function translateUsage({ inputTokens, outputTokens, raw }: LanguageModelV4Usage): MetonaTokenUsage | undefined {
  const input = count(inputTokens.total) ?? 0;
  const output = count(outputTokens.total) ?? 0;
  if (input + output === 0 && raw === undefined) return undefined;
  const reasoning = count(outputTokens.reasoning);
  const hit = count(inputTokens.cacheRead);
  const written = count(inputTokens.cacheWrite);
  return {
    inputTokens: input,
    outputTokens: output,
    totalTokens: input + output,
    ...(reasoning !== undefined && { reasoningTokens: reasoning }),
    ...(hit !== undefined && { cacheHitTokens: hit, cacheMissTokens: Math.max(0, input - hit) }),
    ...(written !== undefined && { cacheWriteTokens: written }),
  };
}
