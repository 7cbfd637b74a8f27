import type { MetonaGenerationParams } from '@/lib/ir';
import type { ProviderEntry } from '../ports';
import type { CatalogueEntry } from '../shared/model-catalogue';
import { aiSdkProvider } from './adapter';
import { googleCatalogue, groqCatalogue, mistralCatalogue, openRouterCatalogue, xaiCatalogue } from './models';
import type { AiSdkProviderLine } from './provider-line';

/** Without it Gemini thinks silently. */
function showThoughts({ thinkingEnabled }: MetonaGenerationParams, { info }: CatalogueEntry) {
  const isShown = info.supportsThinking && thinkingEnabled !== false;
  return { google: isShown ? { thinkingConfig: { includeThoughts: true } } : {} };
}

/** Its package does not take the common reasoning option. */
function routeReasoning({ thinkingEnabled, thinkingEffort }: MetonaGenerationParams, { efforts }: CatalogueEntry) {
  if (thinkingEnabled === false) return { openrouter: { reasoning: { enabled: false } } };
  if (thinkingEffort !== undefined && efforts !== null) {
    return { openrouter: { reasoning: { effort: efforts[thinkingEffort] } } };
  }
  return { openrouter: thinkingEnabled ? { reasoning: { enabled: true } } : {} };
}

/** Qwen models there put their thinking into the text unless they are told to keep it apart. */
function separateThoughts(_params: MetonaGenerationParams, { info }: CatalogueEntry) {
  return { groq: info.id.startsWith('qwen/') ? { reasoningFormat: 'parsed' } : {} };
}

const lines: readonly AiSdkProviderLine[] = [
  {
    providerId: 'google',
    displayName: 'Google Gemini',
    defaultBaseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    basePath: '/v1beta',
    keyUrl: 'https://aistudio.google.com/apikey',
    defaultModel: 'gemini-3.8-flash',
    catalogue: googleCatalogue,
    embeddingModels: ['gemini-embedding-001'],
    load: async (connection) => (await import('@ai-sdk/google')).createGoogle(connection),
    modelList: { path: '/models?pageSize=1000', keyHeader: 'x-goog-api-key' },
    options: showThoughts,
  },
  {
    providerId: 'mistral',
    displayName: 'Mistral',
    defaultBaseUrl: 'https://api.mistral.ai/v1',
    basePath: '/v1',
    keyUrl: 'https://console.mistral.ai/api-keys',
    defaultModel: 'mistral-medium-latest',
    catalogue: mistralCatalogue,
    embeddingModels: ['mistral-embed'],
    load: async (connection) => (await import('@ai-sdk/mistral')).createMistral(connection),
    thinksWhenTold: true,
    callIdPattern: /^[a-zA-Z0-9]{9}$/,
    speaksAfterTools: true,
  },
  {
    providerId: 'xai',
    displayName: 'xAI',
    defaultBaseUrl: 'https://api.x.ai/v1',
    basePath: '/v1',
    keyUrl: 'https://console.x.ai',
    defaultModel: 'grok-4.6',
    catalogue: xaiCatalogue,
    load: async (connection) => (await import('@ai-sdk/xai')).createXai(connection),
    strictSchemas: true,
    // Nothing is kept there; thinking comes back encrypted instead.
    options: () => ({ xai: { store: false } }),
  },
  {
    providerId: 'groq',
    displayName: 'Groq',
    defaultBaseUrl: 'https://api.groq.com/openai/v1',
    basePath: '/openai/v1',
    keyUrl: 'https://console.groq.com/keys',
    defaultModel: 'openai/gpt-oss-120b',
    catalogue: groqCatalogue,
    load: async (connection) => (await import('@ai-sdk/groq')).createGroq(connection),
    strictSchemas: true,
    options: separateThoughts,
  },
  {
    providerId: 'openrouter',
    displayName: 'OpenRouter',
    defaultBaseUrl: 'https://openrouter.ai/api/v1',
    basePath: '/api/v1',
    keyUrl: 'https://openrouter.ai/settings/keys',
    defaultModel: 'google/gemini-3.8-flash',
    catalogue: openRouterCatalogue,
    embeddingModels: ['openai/text-embedding-3-small'],
    load: async (connection) =>
      (await import('@openrouter/ai-sdk-provider')).createOpenRouter({ ...connection, compatibility: 'strict' }),
    strictSchemas: true,
    options: routeReasoning,
  },
];

/** One line per provider above. */
export const aiSdkProviders: readonly ProviderEntry[] = lines.map(aiSdkProvider);
