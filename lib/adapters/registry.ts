import { agnesProvider } from './agnes/provider';
import { aiSdkProviders } from './ai-sdk/providers';
import { anthropicProvider } from './anthropic/adapter';
import { createCustomDialect } from './custom/dialect';
import { deepSeekDialect } from './deepseek/dialect';
import { mockProvider } from './mock/adapter';
import { ollamaProvider } from './ollama/adapter';
import { openAiDialect } from './openai/dialect';
import { createOpenAiStyleAdapter, openAiStyleProvider } from './openai-style/adapter';
import { createOpenAiStyleEmbedder } from './openai-style/embed';
import type { AdapterConfig, AdapterDependencies, AdapterSettingName, Embedder, ProviderEntry } from './ports';

/** One line per provider; the order is the order of the settings page. */
export const registry: readonly ProviderEntry[] = [
  openAiStyleProvider(deepSeekDialect),
  agnesProvider,
  anthropicProvider,
  openAiStyleProvider(openAiDialect),
  ...aiSdkProviders,
  ollamaProvider,
  mockProvider,
];

/** What there is to set for a server of the user's own. */
export const customSettings: readonly AdapterSettingName[] = [
  'contextWindow',
  'maxOutput',
  'inlineThinking',
  'textToolCalls',
];

/** Servers that users add themselves; they have no line above. */
export const createCustomAdapter: ProviderEntry['create'] = (config, dependencies) =>
  createOpenAiStyleAdapter(createCustomDialect(config), config, dependencies);

export const createCustomEmbedder = (config: AdapterConfig, dependencies: AdapterDependencies): Embedder =>
  createOpenAiStyleEmbedder(createCustomDialect(config), config, dependencies);
