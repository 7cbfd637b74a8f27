import 'server-only';
import type { FallbackSource } from '@/lib/agent/ports';
import type { MetonaModelRef, MetonaPricing } from '@/lib/ir';
import type { KnownProvider, ProviderDirectory } from './provider-directory';
import { overridesOf, readSettings } from './provider-settings';
import type { SettingsChange } from './settings-table';

const maxFallbacks = 3;

/**
 * The list of fallbacks after a change. `llm.fallbackProvider` and `llm.fallbackModel` are other names for parts of its
 * first entry; a provider without a model takes the provider's own default, which `modelOf` knows.
 */
export function changeFallbacks(
  current: readonly MetonaModelRef[],
  change: SettingsChange,
  modelOf: (provider: string) => string | null,
): MetonaModelRef[] {
  const listed = change['llm.fallbacks'];
  const [first, ...rest] = listed === undefined ? current : (listed ?? []);
  const provider = change['llm.fallbackProvider'];
  const model = change['llm.fallbackModel'];
  if (provider === undefined && model === undefined) return first ? [first, ...rest] : [];
  if (provider === null) return [...rest];
  const name = provider ?? first?.provider;
  if (name === undefined) return [];
  const kept = name === first?.provider ? first.model : undefined;
  const chosen = model ?? (model === null ? undefined : kept) ?? modelOf(name);
  return chosen === null || chosen === undefined
    ? [...rest]
    : [{ provider: name, model: chosen }, ...rest].slice(0, maxFallbacks);
}

/** The user's fallbacks for his runs, and what is known about a model: what he corrected, else the catalogue. */
export function createFallbackSource(of: {
  settings: { models: (userId: string) => Promise<{ readonly fallbacks: readonly MetonaModelRef[] }> };
  directory: Pick<ProviderDirectory, 'findLately'>;
}): FallbackSource {
  return {
    list: async (userId) => (await of.settings.models(userId)).fallbacks,
    abilities: async (userId, { provider: providerId, model }) => {
      const provider = await of.directory.findLately(userId, providerId);
      if (provider === null) return null;
      const source = provider.loan?.source ?? provider;
      const overrides = overridesOf(source);
      const own = Object.hasOwn(overrides, model) ? overrides[model] : undefined;
      const listed = source.descriptor?.catalogue.find(({ id }) => id === model);
      const pricing = knownPrice(source, model);
      if (!own && !listed && !pricing) return null;
      return {
        tools: own?.supportsToolCalling ?? listed?.supportsToolCalling ?? true,
        images: own?.supportsImages ?? listed?.supportsImages ?? true,
        ...(pricing && { pricing }),
      };
    },
  };
}

/** What a model costs, as far as that is known without asking its provider. */
export function knownPrice(provider: KnownProvider, model: string): MetonaPricing | undefined {
  return provider.descriptor?.catalogue.find(({ id }) => id === model)?.pricing ?? seenPrice(provider, model);
}

/** The price in the list that was looked at last, for models that no catalogue holds. */
function seenPrice(provider: KnownProvider, model: string): MetonaPricing | undefined {
  const models = readSettings(provider).seen?.models ?? {};
  const [input, output, currency] = Object.hasOwn(models, model) ? (models[model]?.price?.split(' ') ?? []) : [];
  const [inputPerMillion, outputPerMillion] = [Number(input), Number(output)];
  if (!currency || !(inputPerMillion >= 0) || !(outputPerMillion >= 0)) return undefined;
  return { inputPerMillion, outputPerMillion, currency };
}
