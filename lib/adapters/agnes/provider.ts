import { createMessagesAdapter } from '../anthropic/adapter';
import { createOpenAiStyleAdapter, openAiStyleProvider } from '../openai-style/adapter';
import type { ProviderEntry } from '../ports';
import { agnesDialect } from './dialect';
import { agnesMessagesDialect } from './messages-dialect';

/** One provider, two protocols; which of them is a setting. */
export const agnesProvider: ProviderEntry = {
  describe: (options) => ({ ...openAiStyleProvider(agnesDialect).describe(options), settings: ['mode'] }),
  create: (config, dependencies) =>
    config.settings?.mode === 'anthropic'
      ? createMessagesAdapter(agnesMessagesDialect, config, dependencies)
      : createOpenAiStyleAdapter(agnesDialect, config, dependencies),
};
