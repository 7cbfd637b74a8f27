import { commonDialect, type OpenAiDialect } from '../openai-style/dialect';
import type { AdapterConfig } from '../ports';
import { createCatalogue } from '../shared/model-catalogue';
import { overrideOf } from '../shared/model-overrides';

const efforts = { low: 'low', medium: 'medium', high: 'high', max: 'high' } as const;

/**
 * Any server that speaks the protocol. Nothing beyond it is sent: such servers refuse fields they do not know, and how
 * they switch thinking on differs from one to the next. A model that the user says can think is told how much.
 */
export function createCustomDialect({ providerId, settings }: AdapterConfig): OpenAiDialect {
  const catalogue = createCatalogue({
    providerId,
    families: [
      {
        pattern: /^/,
        traits: {
          contextWindow: settings?.contextWindow ?? 32_768,
          maxOutput: settings?.maxOutput ?? 4_096,
          supportsStreaming: true,
          supportsThinking: settings?.inlineThinking ?? false,
          supportsImages: true,
          supportsToolCalling: true,
          supportsStructuredOutput: true,
        },
        efforts: null,
        rejects: [],
      },
    ],
    listed: [],
  });
  return {
    ...commonDialect,
    providerId,
    displayName: settings?.displayName ?? providerId,
    defaultBaseUrl: null,
    needsKey: false,
    defaultModel: null,
    catalogue,
    thinkingFields: ({ model, params: { thinkingEnabled, thinkingEffort } }) => {
      const thinks = overrideOf(settings?.modelOverrides, model)?.supportsThinking === true;
      const isTold = thinks && thinkingEnabled !== false && thinkingEffort !== undefined;
      return isTold ? { reasoning_effort: efforts[thinkingEffort] } : {};
    },
    inlineThinking: settings?.inlineThinking ?? false,
    textToolCalls: settings?.textToolCalls ?? false,
  };
}
