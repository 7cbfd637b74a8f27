import 'server-only';
import { z } from 'zod';
import type { ProviderConfigStore } from '@/lib/db/provider-config-store';
import type { KnownProvider } from './provider-directory';
import { isoOf } from './session-view';
import type { Settings } from './settings';

export const providerUseSchema = z.object({
  /** New chats start with it. */
  is_default: z.boolean(),
  /** Its models among the fallbacks, in their order. */
  fallback_models: z.array(z.string()),
  /** Runs sent to it in the last 30 days. */
  runs: z.number().int(),
  last_run_at: z.string().nullable(),
});
export type ProviderUse = z.infer<typeof providerUseSchema>;

const monthMs = 30 * 24 * 3_600_000;

interface UseDependencies {
  readonly settings: Pick<Settings, 'models'>;
  readonly configs: Pick<ProviderConfigStore, 'countRuns'>;
  readonly now: () => number;
}

/** What would miss a provider if its configuration were taken away. */
export async function findUse(
  userId: string,
  { id }: KnownProvider,
  { settings, configs, now }: UseDependencies,
): Promise<ProviderUse> {
  const [chosen, runs] = await Promise.all([settings.models(userId), configs.countRuns(userId, id, now() - monthMs)]);
  return {
    is_default: chosen.defaultProvider === id,
    fallback_models: chosen.fallbacks.filter(({ provider }) => provider === id).map(({ model }) => model),
    runs: runs.count,
    last_run_at: runs.last === null ? null : isoOf(runs.last.getTime()),
  };
}
