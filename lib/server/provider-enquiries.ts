import 'server-only';
import type { ProviderConfigStore } from '@/lib/db/provider-config-store';
import type { SharedProviderStore } from '@/lib/db/shared-provider-store';
import type { MetonaModelRef } from '@/lib/ir';
import type { UserAdapters } from './adapter-source';
import { testEmbedding } from './embedding-test';
import { notFound } from './http/problem';
import type { ListedWindows } from './listed-windows';
import { applyProviderChange } from './provider-change';
import type { KnownProvider, ProviderDirectory } from './provider-directory';
import { listModels, type ModelList, readModels, toSeenList } from './provider-models';
import { applySettingsChange } from './provider-settings';
import { type ProviderTest, testProvider } from './provider-test';
import { findUse } from './provider-use';
import { isoOf } from './session-view';
import type { Settings } from './settings';

export interface EnquiryDependencies {
  readonly configs: ProviderConfigStore;
  readonly directory: ProviderDirectory;
  readonly adapters: UserAdapters;
  readonly windows: ListedWindows;
  readonly settings: Pick<Settings, 'models' | 'embeddingModel' | 'rerankerModel'>;
  readonly lent: Pick<SharedProviderStore, 'list'>;
  readonly now: () => number;
}

const noNewKey = (): never => {
  throw new Error('a test brings no key');
};

/** What a configured provider can be asked: whether it works, which models it has, who relies on it. */
export function createProviderEnquiries(dependencies: EnquiryDependencies) {
  const { configs, directory, adapters, windows, settings, lent, now } = dependencies;

  const recordHealth = (userId: string, providerId: string, test: ProviderTest) =>
    configs.saveHealth(userId, providerId, {
      ok: test.ok,
      checked_at: isoOf(now()),
      latency_ms: test.ok ? test.latency_ms : null,
      error_code: test.error?.code ?? null,
    });

  /** What was found by itself is set up once it has answered, and what answered unasked is its default from then on. */
  const keepWhatAnswered = async (userId: string, provider: KnownProvider, { ok, model }: ProviderTest) => {
    const isNews = provider.isDetected || provider.defaultModel === null;
    if (!ok || model === null || !isNews || provider.loan !== null) return;
    const values = applyProviderChange(provider, { default_model: provider.defaultModel ?? model }, noNewKey);
    await directory.change(userId, provider.id, () => configs.save(userId, provider.id, values));
  };

  const models = (userId: string, provider: KnownProvider): Promise<ModelList> =>
    listModels(
      provider,
      () => adapters.openUncorrected(userId, provider),
      (found) => windows.keep(userId, provider, found),
    );

  return {
    models,

    async test(userId: string, provider: KnownProvider, model?: string): Promise<ProviderTest> {
      const open = () => adapters.openKnown(userId, provider);
      const result = await testProvider({ open, kind: provider.kind, model: model ?? provider.defaultModel, now });
      await keepWhatAnswered(userId, provider, result);
      // That one model is missing says nothing about the provider.
      const isAboutModel = model !== undefined && result.error?.code === 'model_not_found';
      if (!isAboutModel) await recordHealth(userId, provider.id, result);
      return result;
    },

    async testEmbedding(userId: string, { provider, model }: MetonaModelRef) {
      if ((await directory.find(userId, provider)) === null) throw notFound();
      return testEmbedding({ open: () => adapters.openEmbedder(userId, provider), model, now });
    },

    /** From now on changes are counted against the list as it is. */
    async acceptModels(userId: string, provider: KnownProvider): Promise<ModelList> {
      // What is lent is looked after by whoever lends it.
      if (provider.loan !== null) return await models(userId, provider);
      const found = await readModels(() => adapters.openUncorrected(userId, provider));
      const seen = toSeenList(found, isoOf(now()));
      const settings = applySettingsChange(provider, { seen });
      await directory.change(userId, provider.id, () => configs.saveSettings(userId, provider.id, settings));
      return await models(userId, (await directory.find(userId, provider.id)) ?? provider);
    },

    use: (userId: string, provider: KnownProvider) => findUse(userId, provider, { settings, configs, lent, now }),
  };
}
