import { AnthropicAdapter } from '../anthropic/adapter';
import { OpenAiStyleAdapter, openAiStyleProvider } from '../openai-style/adapter';
import type { ProviderEntry } from '../ports';
import { agnesDialect } from './dialect';
import { agnesMessagesDialect } from './messages-dialect';

/** One provider, two protocols; which of them is a setting. */
export const agnesProvider: ProviderEntry = {
  describe: (options) => ({ ...openAiStyleProvider(agnesDialect).describe(options), settings: ['mode'] }),
  create: (config, dependencies) =>
    config.settings?.mode === 'anthropic'
      ? new AnthropicAdapter(agnesMessagesDialect, config, dependencies)
      : new OpenAiStyleAdapter(agnesDialect, config, dependencies),
};
