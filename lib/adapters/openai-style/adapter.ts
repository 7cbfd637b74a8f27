import type { IMetonaProviderAdapter } from '@/lib/ir';
import type { AdapterConfig, AdapterDependencies, ProviderEntry } from '../ports';
import { describeHosted } from '../shared/describe-hosted';
import { readEventStreamAnswer } from '../shared/event-stream-answer';
import { createProviderAdapter, type ProviderProtocol } from '../shared/provider-adapter';
import { askServer, openConnection, type ProviderConnection, prepareJson } from '../shared/provider-connection';
import { refuseUnseenImages } from '../shared/request-parts';
import type { OpenAiDialect } from './dialect';
import { createOpenAiStyleEmbedder } from './embed';
import { translateModelList } from './list-models';
import { overrideDialect } from './override-dialect';
import { serializeRequest } from './serialize';
import { OpenAiTranslator } from './translate';

const endpoint = '/chat/completions';

function speakOpenAi(own: OpenAiDialect, connection: ProviderConnection): ProviderProtocol {
  const { providerId, apiKey, settings } = connection;
  const headers = {
    accept: 'application/json, text/event-stream',
    ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
  };
  return {
    supportedModels: own.catalogue.infos.map((model) => model.id),
    ...(own.mayLackModelList && { unlistedModels: own.catalogue.infos }),
    contextWindow: (model, listed) => listed ?? settings.contextWindow ?? own.catalogue.find(model).info.contextWindow,
    listModels: async (options) =>
      translateModelList(await askServer(connection, { ...options, path: '/models', headers }), own, settings),
    open: ({ request, ...draft }) => {
      const dialect = overrideDialect(own, request.model, settings);
      const { inlineThinking, textToolCalls, refusesUnseenImages, catalogue } = dialect;
      const conventions = { inlineThinking, textToolCalls: textToolCalls && draft.tools.length > 0 };
      return {
        prepare: async () => {
          if (refusesUnseenImages && !catalogue.find(request.model).info.supportsImages) {
            refuseUnseenImages(request, providerId);
          }
          const body = serializeRequest(request, { ...draft, dialect });
          const prepared = prepareJson(connection, { path: endpoint, headers, body });
          return inlineThinking || textToolCalls ? { ...prepared, conventions } : prepared;
        },
        translate: (answer) =>
          readEventStreamAnswer(answer, { translator: new OpenAiTranslator(providerId), providerId }),
      };
    },
  };
}

export function createOpenAiStyleAdapter(
  dialect: OpenAiDialect,
  config: AdapterConfig,
  dependencies: AdapterDependencies,
): IMetonaProviderAdapter {
  const connection = openConnection({ ...dialect, endpoints: [endpoint] }, config, dependencies);
  return createProviderAdapter(connection, speakOpenAi({ ...dialect, providerId: config.providerId }, connection));
}

/** The registry's line of an OpenAI-style provider. */
export function openAiStyleProvider(dialect: OpenAiDialect): ProviderEntry {
  return {
    describe: () => describeHosted(dialect),
    create: (config, dependencies) => createOpenAiStyleAdapter(dialect, config, dependencies),
    ...(dialect.embeddingModels !== undefined && {
      createEmbedder: (config, dependencies) => createOpenAiStyleEmbedder(dialect, config, dependencies),
    }),
  };
}
