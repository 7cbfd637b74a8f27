import type { MetonaTokenUsage } from '@/lib/ir';

type Fields = Record<string, unknown>;

const counted = ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'] as const;

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
}

/** Numbers are totals so far and may come several times: each replaces the one before. Input does not hold the cache. */
export class UsageCounter {
  readonly #counts: Partial<Record<(typeof counted)[number], number>> = {};
  #thinking: number | undefined;

  /** Undefined when the fields hold no number that counts. */
  update(fields: Fields): MetonaTokenUsage | undefined {
    let isReported = false;
    for (const key of counted) {
      const value = count(fields[key]);
      if (value === undefined) continue;
      this.#counts[key] = value;
      isReported = true;
    }
    const details = fields.output_tokens_details as Fields | null | undefined;
    this.#thinking = count(details?.thinking_tokens) ?? count(details?.reasoning_tokens) ?? this.#thinking;
    return isReported ? this.#total() : undefined;
  }

  #total(): MetonaTokenUsage {
    const plain = this.#counts.input_tokens ?? 0;
    const outputTokens = this.#counts.output_tokens ?? 0;
    const hit = this.#counts.cache_read_input_tokens;
    const written = this.#counts.cache_creation_input_tokens;
    const inputTokens = plain + (hit ?? 0) + (written ?? 0);
    const hasCache = hit !== undefined || written !== undefined;
    return {
      inputTokens,
      outputTokens,
      totalTokens: inputTokens + outputTokens,
      ...(this.#thinking !== undefined && { reasoningTokens: this.#thinking }),
      ...(hasCache && { cacheHitTokens: hit ?? 0, cacheMissTokens: plain + (written ?? 0) }),
      ...(written !== undefined && { cacheWriteTokens: written }),
    };
  }
}
