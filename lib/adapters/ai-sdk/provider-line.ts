import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { EmbeddingModel, LanguageModel } from 'ai';
import type { MetonaGenerationParams } from '@/lib/ir';
import type { CatalogueEntry, ModelCatalogue } from '../shared/model-catalogue';

/** A model of any of the package generations that the ecosystem still publishes. */
export type AnyModel = Exclude<LanguageModel, string>;

/** What a provider package makes models with; not every one has models for embeddings. */
export interface ProviderPackage {
  languageModel(id: string): AnyModel;
  readonly embeddingModel?: (id: string) => EmbeddingModel;
  readonly textEmbeddingModel?: (id: string) => EmbeddingModel;
}

/** What the factory of a provider package is given. */
export interface Connection {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch;
}

type ProviderOptions = NonNullable<LanguageModelV4CallOptions['providerOptions']>;

/** A provider of the AI SDK. Everything that is not here is the same for all of them. */
export interface AiSdkProviderLine {
  readonly providerId: string;
  readonly displayName: string;
  readonly defaultBaseUrl: string;
  /** Where the API lives on its host; added to a base URL that is nothing but a host. */
  readonly basePath: string;
  readonly keyUrl: string;
  readonly defaultModel: string;
  readonly catalogue: ModelCatalogue;
  /** Embedding models to offer; absent for a provider that has none. */
  readonly embeddingModels?: readonly string[];
  /** The package is loaded with the first call, so that the start of the product does not pay for it. */
  readonly load: (connection: Connection) => Promise<ProviderPackage>;
  /** How the list of models is asked for. */
  readonly modelList?: { readonly path: string; readonly keyHeader: string };
  /** Schemas are compiled: they must be closed and complete. */
  readonly strictSchemas?: boolean;
  /** Models think only when they are told how much. */
  readonly thinksWhenTold?: boolean;
  /** The only form of call id the provider takes. */
  readonly callIdPattern?: RegExp;
  /** A question may not follow the results of tools directly. */
  readonly speaksAfterTools?: boolean;
  readonly options?: (params: MetonaGenerationParams, entry: CatalogueEntry) => ProviderOptions;
}
