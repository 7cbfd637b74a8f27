import {
  type IMetonaProviderAdapter,
  type MetonaCallOptions,
  MetonaErrorCode,
  MetonaFailure,
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
import { lookUpJson } from '../shared/http';
import { createKeyRedaction, type KeyRedaction } from '../shared/key-redaction';
import { isMissingList } from '../shared/missing-list';
import { redactFailure } from '../shared/redact-failure';
import { repairHistory } from '../shared/repair-history';
import { codecFor, offeredTools, refuseUnseenImages } from '../shared/request-parts';
import type { OpenAiDialect } from './dialect';
import { translateModelList } from './list-models';
import { overrideDialect } from './override-dialect';
import { readAnswer } from './read-answer';
import { serializeRequest } from './serialize';

const endpoint = '/chat/completions';

export class OpenAiStyleAdapter implements IMetonaProviderAdapter {
  readonly providerId: string;
  readonly supportedModels: string[];
  readonly #dialect: OpenAiDialect;
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;
  readonly #redaction: KeyRedaction;
  readonly #dependencies: AdapterDependencies;
  readonly #settings: AdapterSettings;
  /** Windows the server's own list told. */
  readonly #listed = new Map<string, number>();

  constructor(dialect: OpenAiDialect, config: AdapterConfig, dependencies: AdapterDependencies) {
    this.providerId = config.providerId;
    this.supportedModels = dialect.catalogue.infos.map((model) => model.id);
    this.#dialect = { ...dialect, providerId: config.providerId };
    this.#dependencies = dependencies;
    this.#settings = config.settings ?? {};
    this.#baseUrl = normalizeBaseUrl(config.baseUrl ?? dialect.defaultBaseUrl ?? '', [endpoint], dialect.basePath);
    this.#redaction = createKeyRedaction(config.apiKey);
    if (dialect.needsKey && !config.apiKey) {
      const message = `${dialect.displayName} needs an API key`;
      throw new MetonaFailure({
        code: MetonaErrorCode.AUTH_INVALID,
        message,
        provider: this.providerId,
        retryable: false,
      });
    }
    this.#headers = {
      accept: 'application/json, text/event-stream',
      ...(config.apiKey && { authorization: `Bearer ${config.apiKey}` }),
    };
  }

  getContextWindow(model: string): number {
    const known = this.#listed.get(model) ?? this.#settings.contextWindow;
    return known ?? this.#dialect.catalogue.find(model).info.contextWindow;
  }

  async healthCheck(options?: MetonaCallOptions): Promise<boolean> {
    try {
      await this.listModels(options);
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
    try {
      return await redactFailure(this.#redaction, this.#dependencies, () => this.#askForModels(options));
    } catch (thrown) {
      if (this.#dialect.mayLackModelList && isMissingList(thrown)) return [...this.#dialect.catalogue.infos];
      throw thrown;
    }
  }

  async #askForModels({ signal }: MetonaCallOptions): Promise<MetonaModelInfo[]> {
    const { providerId } = this;
    const { http, now } = this.#dependencies;
    const context = { http, now, providerId, ...(signal !== undefined && { signal }) };
    const list = await lookUpJson(context, `${this.#baseUrl}/models`, { method: 'GET', headers: this.#headers });
    const models = translateModelList(list, this.#dialect, this.#settings);
    if (models === null) {
      const message = 'the provider did not answer with a list of models';
      throw new MetonaFailure({
        code: MetonaErrorCode.INVALID_RESPONSE,
        message,
        provider: providerId,
        retryable: true,
      });
    }
    for (const { id, contextWindow } of models) this.#listed.set(id, contextWindow);
    return models;
  }

  #plan(request: MetonaRequest, isStreaming: boolean): AttemptPlan {
    const { providerId } = this;
    const dependencies = this.#dependencies;
    const dialect = overrideDialect(this.#dialect, request.model, this.#settings);
    const { inlineThinking, textToolCalls, refusesUnseenImages, catalogue } = dialect;
    const hasConventions = inlineThinking || textToolCalls;
    const turns = repairHistory(request.messages);
    const tools = offeredTools(request);
    const codec = codecFor(tools, turns);
    const roomMs = { ...defaultTimeouts, ...dependencies.timeouts }.thinkingIdleMs;
    return {
      providerId,
      request,
      codec,
      isStreaming,
      redaction: this.#redaction,
      dependencies,
      prepare: async () => {
        if (refusesUnseenImages && !catalogue.find(request.model).info.supportsImages) {
          refuseUnseenImages(request, providerId);
        }
        const context = { dialect, codec, tools, turns, isStreaming };
        return {
          url: this.#baseUrl + endpoint,
          ...(hasConventions && { conventions: { inlineThinking, textToolCalls: textToolCalls && tools.length > 0 } }),
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
}

/** The registry's line of an OpenAI-style provider. */
export function openAiStyleProvider(dialect: OpenAiDialect): ProviderEntry {
  return {
    describe: () => ({
      id: dialect.providerId,
      displayName: dialect.displayName,
      needsKey: dialect.needsKey,
      kind: 'hosted',
      defaultBaseUrl: dialect.defaultBaseUrl,
      ...(dialect.keyUrl !== undefined && { keyUrl: dialect.keyUrl }),
      defaultModel: dialect.defaultModel,
      catalogue: dialect.catalogue.infos,
    }),
    create: (config, dependencies) => new OpenAiStyleAdapter(dialect, config, dependencies),
  };
}
