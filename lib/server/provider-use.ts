import 'server-only';
import { z } from 'zod';
import type { ProviderConfigStore } from '@/lib/db/provider-config-store';
import type { SharedProviderStore } from '@/lib/db/shared-provider-store';
import type { KnownProvider } from './provider-directory';
import { isoOf } from './session-view';
import type { Settings } from './settings';

export const providerUseSchema = z.object({
  /** New chats start with it. */
  is_default: z.boolean(),
  /** Its models among the fallbacks, in their order. */
  fallback_models: z.array(z.string()),
  /** Notes, files and memories are found by meaning with it. */
  finds_meaning: z.boolean(),
  /** It puts the hits of a search in order. */
  ranks_hits: z.boolean(),
  /** An administrator lends it to others. */
  is_lent: z.boolean(),
  /** Runs sent to it in the last 30 days. */
  runs: z.number().int(),
  last_run_at: z.string().nullable(),
});
export type ProviderUse = z.infer<typeof providerUseSchema>;

const monthMs = 30 * 24 * 3_600_000;

interface UseDependencies {
  readonly settings: Pick<Settings, 'models' | 'embeddingModel' | 'rerankerModel'>;
  readonly lent: Pick<SharedProviderStore, 'list'>;
  readonly configs: Pick<ProviderConfigStore, 'countRuns'>;
  readonly now: () => number;
}

/** What would miss a provider if its configuration were taken away. */
export async function findUse(
  userId: string,
  { id }: KnownProvider,
  { settings, configs, lent, now }: UseDependencies,
): Promise<ProviderUse> {
  const [chosen, meaning, ranking, shares, runs] = await Promise.all([
    settings.models(userId),
    settings.embeddingModel(userId),
    settings.rerankerModel(userId),
    lent.list(),
    configs.countRuns(userId, id, now() - monthMs),
  ]);
  return {
    is_default: chosen.defaultProvider === id,
    fallback_models: chosen.fallbacks.filter(({ provider }) => provider === id).map(({ model }) => model),
    finds_meaning: meaning?.provider === id,
    ranks_hits: ranking?.provider === id,
    is_lent: shares.some((share) => share.ownerId === userId && share.providerId === id),
    runs: runs.count,
    last_run_at: runs.last === null ? null : isoOf(runs.last.getTime()),
  };
}
