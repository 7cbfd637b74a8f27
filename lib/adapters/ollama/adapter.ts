import type { MetonaCallOptions, MetonaMessage, MetonaModelInfo } from '@/lib/ir';
import type { AdapterDependencies, AdapterSettings, ProviderEntry } from '../ports';
import { overrideOf } from '../shared/model-overrides';
import { createProviderAdapter, type ProviderProtocol } from '../shared/provider-adapter';
import {
  askServer,
  lookupContext,
  openConnection,
  type ProviderConnection,
  prepareJson,
} from '../shared/provider-connection';
import type { HistoryTurn } from '../shared/repair-history';
import { refuseUnseenImages } from '../shared/request-parts';
import { createOllamaEmbedder } from './embed';
import { loadImages } from './images';
import { canAnswer, readModelNames, translateModel } from './list-models';
import { measurePrompt, type PromptSize } from './prompt-size';
import { readAnswer } from './read-answer';
import { canSee, localContextWindow, needsTextCalls, serializeRequest, writesThinkTags } from './serialize';
import { overrideFacts, ServerFacts } from './server-facts';

const providerId = 'ollama';
const displayName = 'Ollama';
const defaultBaseUrl = 'http://localhost:11434';
const parallelQuestions = 4;

interface ModelQuestions extends MetonaCallOptions {
  readonly facts: ServerFacts;
  readonly settings: AdapterSettings;
}

async function describeModels(
  names: readonly string[],
  { facts, settings, signal }: ModelQuestions,
): Promise<MetonaModelInfo[]> {
  const models: MetonaModelInfo[] = [];
  for (let start = 0; start < names.length; start += parallelQuestions) {
    const group = names.slice(start, start + parallelQuestions);
    const known = await Promise.all(group.map(async (name) => ({ name, of: await facts.ofModel(name, signal) })));
    models.push(...known.filter(({ of }) => canAnswer(of)).map(({ name, of }) => translateModel(name, of, settings)));
  }
  return models;
}

async function loadAllImages(
  turns: readonly HistoryTurn[],
  dependencies: AdapterDependencies,
  signal: AbortSignal,
): Promise<Map<MetonaMessage, string[]>> {
  const loaded = new Map<MetonaMessage, string[]>();
  for (const { message } of turns) {
    if (message.role !== 'user' || !message.images?.length) continue;
    loaded.set(message, await loadImages(message.images, dependencies, signal));
  }
  return loaded;
}

function speakOllama(connection: ProviderConnection): ProviderProtocol {
  const { baseUrl, apiKey, dependencies, settings: own } = connection;
  const headers: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
  const server = new ServerFacts(lookupContext(connection), baseUrl, headers);
  return {
    supportedModels: [],
    unreachableHint: `Is Ollama running at ${baseUrl}?`,
    contextWindow: (model) => localContextWindow(server.peek(model), own),
    greet: (options) => askServer(connection, { ...options, path: '/api/version', headers }),
    listModels: async (options) => {
      const names = readModelNames(await askServer(connection, { ...options, path: '/api/tags', headers }));
      return names && describeModels(names, { ...options, facts: server, settings: own });
    },
    open: ({ request, ...draft }) => {
      let prompt: PromptSize | undefined;
      return {
        prepare: async (signal) => {
          const override = overrideOf(own.modelOverrides, request.model);
          const facts = overrideFacts(await server.ofModel(request.model, signal), override);
          if (!canSee(facts)) refuseUnseenImages(request, providerId);
          const inlineThinking = writesThinkTags(request.model, facts);
          const textToolCalls = needsTextCalls(facts) && draft.tools.length > 0;
          const wantsHighest = request.params.thinkingEffort === 'max' && request.params.thinkingEnabled !== false;
          const knowsHighestEffort = wantsHighest && (await server.knowsHighestEffort(signal));
          const imagesOf = canSee(facts)
            ? await loadAllImages(draft.turns, dependencies, signal)
            : new Map<MetonaMessage, string[]>();
          const maxLocalContext = override?.contextWindow ?? own.maxLocalContext;
          const settings = { ...own, ...(maxLocalContext !== undefined && { maxLocalContext }) };
          const body = serializeRequest(request, { ...draft, facts, settings, knowsHighestEffort, imagesOf });
          prompt = measurePrompt(body, localContextWindow(facts, settings));
          const prepared = prepareJson(connection, { path: '/api/chat', headers, body });
          const conventions = { inlineThinking, textToolCalls };
          return inlineThinking || textToolCalls ? { ...prepared, conventions } : prepared;
        },
        translate: (answer) => readAnswer(answer, { providerId, prompt }),
      };
    },
  };
}

const terms = { displayName, needsKey: false, defaultBaseUrl, endpoints: ['/api/chat', '/api', '/v1'] };

export const ollamaProvider: ProviderEntry = {
  describe: () => ({
    id: providerId,
    displayName,
    needsKey: false,
    kind: 'local',
    defaultBaseUrl,
    setupUrl: 'https://ollama.com/download',
    defaultModel: null,
    catalogue: [],
    embeddingModels: ['bge-m3', 'nomic-embed-text'],
    settings: ['maxLocalContext', 'keepAlive'],
  }),
  create: (config, dependencies) => {
    const connection = openConnection(terms, config, dependencies);
    return createProviderAdapter(connection, speakOllama(connection));
  },
  createEmbedder: (config, dependencies) => createOllamaEmbedder(openConnection(terms, config, dependencies)),
};
