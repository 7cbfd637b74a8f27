import type { IMetonaProviderAdapter, MetonaModelInfo } from '@/lib/ir';
import type { AdapterSettings, ModelOverride } from '../ports';
import type { ModelCatalogue } from './model-catalogue';

type Overrides = AdapterSettings['modelOverrides'];

export function overrideOf(overrides: Overrides, model: string): ModelOverride | undefined {
  return overrides !== undefined && Object.hasOwn(overrides, model) ? overrides[model] : undefined;
}

/** A model as the user corrected it. */
export function overrideInfo(info: MetonaModelInfo, overrides: Overrides): MetonaModelInfo {
  const override = overrideOf(overrides, info.id);
  return override === undefined ? info : { ...info, ...override };
}

/** The catalogue as the user corrected it. */
export function overrideCatalogue(catalogue: ModelCatalogue, overrides: Overrides): ModelCatalogue {
  if (overrides === undefined) return catalogue;
  return {
    infos: catalogue.infos.map((info) => overrideInfo(info, overrides)),
    find: (id) => {
      const entry = catalogue.find(id);
      return { ...entry, info: overrideInfo(entry.info, overrides) };
    },
  };
}

/**
 * What the user says about a model stands above the provider's list, and the list above the catalogue. A list that was
 * read by an earlier adapter counts until this one has read its own.
 */
export function honourOverrides(
  adapter: IMetonaProviderAdapter,
  { modelOverrides, listedWindows }: AdapterSettings,
): IMetonaProviderAdapter {
  const listed = new Map(Object.entries(listedWindows ?? {}));
  return {
    providerId: adapter.providerId,
    supportedModels: adapter.supportedModels,
    getContextWindow: (model) =>
      overrideOf(modelOverrides, model)?.contextWindow ?? listed.get(model) ?? adapter.getContextWindow(model),
    healthCheck: (options) => adapter.healthCheck(options),
    send: (request, options) => adapter.send(request, options),
    sendStream: (request, onEvent, options) => adapter.sendStream(request, onEvent, options),
    listModels: async (options) => {
      const models = await adapter.listModels(options);
      for (const { id, contextWindow } of models) listed.set(id, contextWindow);
      return models.map((info) => overrideInfo(info, modelOverrides));
    },
  };
}
