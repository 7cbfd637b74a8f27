import type { ProviderEntry } from '../ports';
import { describeHosted } from '../shared/describe-hosted';
import { overrideCatalogue } from '../shared/model-overrides';
import { createProviderAdapter, type ProviderProtocol } from '../shared/provider-adapter';
import { askServer, openConnection, type ProviderConnection } from '../shared/provider-connection';
import { offeredTools } from '../shared/request-parts';
import { createPackageEmbedder } from './embed';
import { translateModelList } from './list-models';
import { ModelCall } from './model-call';
import type { AiSdkProviderLine } from './provider-line';

const endpoints = ['/chat/completions', '/responses', '/models'];
const usualModelList = { path: '/models', keyHeader: 'authorization' };

/** Any provider of the AI SDK: its package knows the protocol. */
function speakThroughPackage(line: AiSdkProviderLine, connection: ProviderConnection): ProviderProtocol {
  const { apiKey, baseUrl, dependencies, settings, roomMs } = connection;
  const { catalogue } = line;
  const { path, keyHeader } = line.modelList ?? usualModelList;
  const key = keyHeader === 'authorization' ? `Bearer ${apiKey}` : apiKey;
  const headers = { accept: 'application/json', [keyHeader]: key };
  return {
    supportedModels: catalogue.infos.map((model) => model.id),
    contextWindow: (model, listed) => listed ?? settings.contextWindow ?? catalogue.find(model).info.contextWindow,
    listModels: async (options) =>
      translateModelList(await askServer(connection, { ...options, path, headers }), catalogue),
    chooseTools: (request) => (catalogue.find(request.model).info.supportsToolCalling ? offeredTools(request) : []),
    open: (draft) => {
      const entry = catalogue.find(draft.request.model);
      const call = new ModelCall({
        ...draft,
        line,
        entry,
        connection: { baseURL: baseUrl, apiKey },
        dependencies,
        roomMs,
      });
      return { prepare: (signal) => call.prepare(signal), translate: (answer) => call.translate(answer) };
    },
  };
}

/** The registry's line of a provider of the AI SDK. */
export function aiSdkProvider(line: AiSdkProviderLine): ProviderEntry {
  return {
    describe: () => describeHosted(line),
    create: (config, dependencies) => {
      const connection = openConnection({ ...line, needsKey: true, endpoints }, config, dependencies);
      const catalogue = overrideCatalogue(line.catalogue, connection.settings.modelOverrides);
      return createProviderAdapter(connection, speakThroughPackage({ ...line, catalogue }, connection));
    },
    ...(line.embeddingModels !== undefined && {
      createEmbedder: (config, dependencies) =>
        createPackageEmbedder(line, openConnection({ ...line, needsKey: true, endpoints }, config, dependencies)),
    }),
  };
}
