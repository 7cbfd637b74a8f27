import type { IMetonaProviderAdapter, MetonaModelInfo } from '@/lib/ir';
import type { AdapterConfig, AdapterDependencies, ProviderEntry } from '../ports';
import { describeHosted } from '../shared/describe-hosted';
import { readEventStreamAnswer } from '../shared/event-stream-answer';
import { createProviderAdapter, type ProviderProtocol } from '../shared/provider-adapter';
import { askServer, openConnection, type ProviderConnection, prepareJson } from '../shared/provider-connection';
import { offeredTools, refuseUnseenImages } from '../shared/request-parts';
import { claudeDialect, type MessagesDialect, overrideDialect } from './dialect';
import { readModelPage } from './list-models';
import { serializeRequest } from './serialize';
import { AnthropicTranslator } from './translate';

const endpoint = '/v1/messages';
const version = '2023-06-01';
const pageSize = 100;
const mostPages = 20;

type Ask = (path: string) => Promise<unknown>;

async function listModels(dialect: MessagesDialect, ask: Ask): Promise<MetonaModelInfo[] | null> {
  const models: MetonaModelInfo[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = new URLSearchParams({ limit: String(pageSize), ...(after !== undefined && { after_id: after }) });
    const list = readModelPage(await ask(`/v1/models?${query}`), dialect);
    if (list === null) return null;
    models.push(...list.models);
    if (list.after === undefined || list.after === after) break;
    after = list.after;
  }
  return models;
}

function speakMessages(dialect: MessagesDialect, connection: ProviderConnection): ProviderProtocol {
  const { providerId, apiKey } = connection;
  const { catalogue, mayLackModelList } = dialect;
  const headers = { 'x-api-key': apiKey, 'anthropic-version': version };
  return {
    supportedModels: catalogue.infos.map((model) => model.id),
    ...(mayLackModelList && { unlistedModels: catalogue.infos }),
    contextWindow: (model, listed) => listed ?? catalogue.find(model).info.contextWindow,
    listModels: (options) => listModels(dialect, (path) => askServer(connection, { ...options, path, headers })),
    chooseTools: (request) => {
      if (!catalogue.find(request.model).info.supportsToolCalling) return [];
      // "No call now" is said to the model itself: the calls of the history stay explained, and what is cached stays so.
      const { toolChoice, ...rest } = request;
      return offeredTools(toolChoice === undefined || toolChoice === 'none' ? rest : request);
    },
    open: ({ request, ...draft }) => ({
      prepare: async () => {
        if (!catalogue.find(request.model).info.supportsImages) refuseUnseenImages(request, providerId);
        const body = serializeRequest(request, { ...draft, dialect });
        return prepareJson(connection, { path: endpoint, headers, body });
      },
      translate: (answer) =>
        readEventStreamAnswer(answer, { translator: new AnthropicTranslator(providerId), providerId }),
    }),
  };
}

export function createMessagesAdapter(
  own: MessagesDialect,
  config: AdapterConfig,
  dependencies: AdapterDependencies,
): IMetonaProviderAdapter {
  const terms = { ...own, needsKey: true, endpoints: ['/messages', '/chat/completions', '/v1'] };
  const connection = openConnection(terms, config, dependencies);
  const dialect = overrideDialect({ ...own, providerId: config.providerId }, connection.settings.modelOverrides);
  return createProviderAdapter(connection, speakMessages(dialect, connection));
}

export const anthropicProvider: ProviderEntry = {
  describe: () => describeHosted(claudeDialect),
  create: (config, dependencies) => createMessagesAdapter(claudeDialect, config, dependencies),
};
