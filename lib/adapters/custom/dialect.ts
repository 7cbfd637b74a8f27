import type { OpenAiDialect } from '../openai-style/dialect';
import type { AdapterConfig } from '../ports';

/**
 * Any server that speaks the protocol. Nothing beyond it is sent: such servers refuse fields they do not know, and how
 * they switch thinking on differs from one to the next.
 */
export function createCustomDialect({ providerId, settings }: AdapterConfig): OpenAiDialect {
  return {
    providerId,
    displayName: settings?.displayName ?? providerId,
    defaultBaseUrl: null,
    needsKey: false,
    defaultModel: null,
    catalogue: [],
    unknownModel: {
      contextWindow: settings?.contextWindow ?? 32_768,
      maxOutput: settings?.maxOutput ?? 4_096,
      supportsStreaming: true,
      supportsThinking: false,
      supportsImages: true,
      supportsToolCalling: true,
      supportsStructuredOutput: true,
    },
    structuredOutput: 'json_schema',
    returnsReasoning: false,
    refusesUnseenImages: false,
    systemRole: () => 'system',
    maxTokensField: () => 'max_tokens',
    thinkingFields: () => ({}),
    takesSampling: () => true,
    takesToolChoice: () => true,
  };
}
