import {
  type IMetonaProviderAdapter,
  type MetonaCallOptions,
  MetonaErrorCode,
  MetonaFailure,
  type MetonaMessage,
  type MetonaModelInfo,
  type MetonaRequest,
  type MetonaResponse,
  type MetonaStreamEvent,
} from '@/lib/ir';
import {
  type AdapterConfig,
  type AdapterDependencies,
  type AdapterSettings,
  defaultTimeouts,
  type ProviderEntry,
} from '../ports';
import { type AttemptPlan, performAttempt, performWholeAttempt } from '../shared/attempt';
import { normalizeBaseUrl } from '../shared/base-url';
import { type LookupContext, lookUpJson } from '../shared/http';
import { createKeyRedaction, type KeyRedaction } from '../shared/key-redaction';
import { overrideOf } from '../shared/model-overrides';
import { redactFailure } from '../shared/redact-failure';
import { type HistoryTurn, repairHistory } from '../shared/repair-history';
import { codecFor, offeredTools, refuseUnseenImages } from '../shared/request-parts';
import { loadImages } from './images';
import { readModelNames, translateModel } from './list-models';
import { readAnswer } from './read-answer';
import { canSee, localContextWindow, needsTextCalls, serializeRequest, writesThinkTags } from './serialize';
import { overrideFacts, ServerFacts } from './server-facts';

const providerId = 'ollama';
const defaultBaseUrl = 'http://localhost:11434';
const parallelQuestions = 4;

class OllamaAdapter implements IMetonaProviderAdapter {
  readonly providerId = providerId;
  readonly supportedModels: string[] = [];
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;
  readonly #redaction: KeyRedaction;
  readonly #dependencies: AdapterDependencies;
  readonly #settings: AdapterSettings;
  readonly #facts: ServerFacts;

  constructor(config: AdapterConfig, dependencies: AdapterDependencies) {
    this.#dependencies = dependencies;
    this.#settings = config.settings ?? {};
    this.#baseUrl = normalizeBaseUrl(config.baseUrl ?? defaultBaseUrl, ['/api/chat', '/api', '/v1']);
    this.#redaction = createKeyRedaction(config.apiKey);
    this.#headers = config.apiKey ? { authorization: `Bearer ${config.apiKey}` } : {};
    this.#facts = new ServerFacts(this.#lookup(), this.#baseUrl, this.#headers);
  }

  getContextWindow(model: string): number {
    return localContextWindow(this.#facts.peek(model), this.#settings);
  }

  async healthCheck(options: MetonaCallOptions = {}): Promise<boolean> {
    try {
      await lookUpJson(this.#lookup(options), `${this.#baseUrl}/api/version`, {
        method: 'GET',
        headers: this.#headers,
      });
      return true;
    } catch {
      return false;
    }
  }

  send(request: MetonaRequest, options?: MetonaCallOptions): Promise<MetonaResponse> {
    return performWholeAttempt(this.#plan(request, false), options);
  }

  sendStream(
    request: MetonaRequest,
    onEvent: (event: MetonaStreamEvent) => void,
    options?: MetonaCallOptions,
  ): Promise<MetonaResponse> {
    return performAttempt(this.#plan(request, request.params.stream !== false), { ...options, onEvent });
  }

  async listModels(options: MetonaCallOptions = {}): Promise<MetonaModelInfo[]> {
    return redactFailure(this.#redaction, this.#dependencies, async () => {
      const url = `${this.#baseUrl}/api/tags`;
      const names = readModelNames(
        await lookUpJson(this.#lookup(options), url, { method: 'GET', headers: this.#headers }),
      );
      if (names === null) {
        const message = 'the server did not answer with a list of models';
        throw new MetonaFailure({
          code: MetonaErrorCode.INVALID_RESPONSE,
          message,
          provider: providerId,
          retryable: true,
        });
      }
      const models: MetonaModelInfo[] = [];
      for (let start = 0; start < names.length; start += parallelQuestions) {
        const group = names.slice(start, start + parallelQuestions);
        const known = await Promise.all(
          group.map(async (name) => ({ name, facts: await this.#facts.ofModel(name, options.signal) })),
        );
        models.push(...known.map(({ name, facts }) => translateModel(name, facts, this.#settings)));
      }
      return models;
    });
  }

  #lookup({ signal }: MetonaCallOptions = {}): LookupContext {
    const { http, now } = this.#dependencies;
    return { http, now, providerId, ...(signal !== undefined && { signal }) };
  }

  #plan(request: MetonaRequest, isStreaming: boolean): AttemptPlan {
    const turns = repairHistory(request.messages);
    const tools = offeredTools(request);
    const codec = codecFor(tools, turns);
    const roomMs = { ...defaultTimeouts, ...this.#dependencies.timeouts }.thinkingIdleMs;
    return {
      providerId,
      request,
      codec,
      isStreaming,
      redaction: this.#redaction,
      dependencies: this.#dependencies,
      unreachableHint: `Is Ollama running at ${this.#baseUrl}?`,
      prepare: async (signal) => {
        const override = overrideOf(this.#settings.modelOverrides, request.model);
        const facts = overrideFacts(await this.#facts.ofModel(request.model, signal), override);
        if (!canSee(facts)) refuseUnseenImages(request, providerId);
        const inlineThinking = writesThinkTags(request.model, facts);
        const textToolCalls = needsTextCalls(facts) && tools.length > 0;
        const wantsHighest = request.params.thinkingEffort === 'max' && request.params.thinkingEnabled !== false;
        const knowsHighestEffort = wantsHighest && (await this.#facts.knowsHighestEffort(signal));
        const imagesOf = canSee(facts) ? await this.#loadAllImages(turns, signal) : new Map<MetonaMessage, string[]>();
        const maxLocalContext = override?.contextWindow ?? this.#settings.maxLocalContext;
        const settings = { ...this.#settings, ...(maxLocalContext !== undefined && { maxLocalContext }) };
        const context = { facts, settings, codec, tools, turns, isStreaming, knowsHighestEffort, imagesOf };
        return {
          url: `${this.#baseUrl}/api/chat`,
          ...((inlineThinking || textToolCalls) && { conventions: { inlineThinking, textToolCalls } }),
          http: {
            method: 'POST',
            headers: { ...this.#headers, 'content-type': 'application/json' },
            body: JSON.stringify(serializeRequest(request, context)),
            firstByteTimeoutMs: roomMs,
            idleTimeoutMs: roomMs,
          },
        };
      },
      translate: (answer) => readAnswer(answer, providerId),
    };
  }

  async #loadAllImages(turns: readonly HistoryTurn[], signal: AbortSignal): Promise<Map<MetonaMessage, string[]>> {
    const loaded = new Map<MetonaMessage, string[]>();
    for (const { message } of turns) {
      if (message.role !== 'user' || !message.images?.length) continue;
      loaded.set(message, await loadImages(message.images, this.#dependencies, signal));
    }
    return loaded;
  }
}

export const ollamaProvider: ProviderEntry = {
  describe: () => ({
    id: providerId,
    displayName: 'Ollama',
    needsKey: false,
    kind: 'local',
    defaultBaseUrl,
    setupUrl: 'https://ollama.com/download',
    defaultModel: null,
    catalogue: [],
    settings: ['maxLocalContext', 'keepAlive'],
  }),
  create: (config, dependencies) => new OllamaAdapter(config, dependencies),
};
