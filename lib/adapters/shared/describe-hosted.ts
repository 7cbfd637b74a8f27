import type { ProviderDescriptor } from '../ports';
import type { ModelCatalogue } from './model-catalogue';

interface HostedProvider {
  readonly providerId: string;
  readonly displayName: string;
  readonly needsKey?: boolean;
  readonly defaultBaseUrl: string | null;
  readonly keyUrl?: string;
  readonly defaultModel: string | null;
  readonly catalogue: ModelCatalogue;
  readonly embeddingModels?: readonly string[];
}

/** A provider on the internet as a settings page sees it; it needs a key unless it says otherwise. */
export function describeHosted(provider: HostedProvider): ProviderDescriptor {
  const { providerId: id, displayName, needsKey = true, defaultBaseUrl, keyUrl, defaultModel } = provider;
  return {
    id,
    displayName,
    needsKey,
    kind: 'hosted',
    defaultBaseUrl,
    ...(keyUrl !== undefined && { keyUrl }),
    defaultModel,
    catalogue: provider.catalogue.infos,
    ...(provider.embeddingModels !== undefined && { embeddingModels: provider.embeddingModels }),
  };
}
