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
import { type AdapterConfig, type AdapterDependencies, defaultTimeouts, type ProviderEntry } from '../ports';
import { type AttemptPlan, performAttempt, performWholeAttempt } from '../shared/attempt';
import { normalizeBaseUrl } from '../shared/base-url';
import { lookUpJson } from '../shared/http';
import { createKeyRedaction, type KeyRedaction } from '../shared/key-redaction';
import { isMissingList } from '../shared/missing-list';
import { redactFailure } from '../shared/redact-failure';
import { repairHistory } from '../shared/repair-history';
import { codecFor, offeredTools, refuseUnseenImages } from '../shared/request-parts';
import { claudeDialect, type MessagesDialect, overrideDialect } from './dialect';
import { readModelPage } from './list-models';
import { readAnswer } from './read-answer';
import { serializeRequest } from './serialize';

const endpoint = '/v1/messages';
const version = '2023-06-01';
const pageSize = 100;
const mostPages = 20;

export class AnthropicAdapter implements IMetonaProviderAdapter {
  readonly providerId: string;
  readonly supportedModels: string[];
  readonly #dialect: MessagesDialect;
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;
  readonly #redaction: KeyRedaction;
  readonly #dependencies: AdapterDependencies;
  /** Windows the server's own list told. */
  readonly #listed = new Map<string, number>();

  constructor(dialect: MessagesDialect, config: AdapterConfig, dependencies: AdapterDependencies) {
    this.providerId = config.providerId;
    this.supportedModels = dialect.catalogue.infos.map((model) => model.id);
    this.#dialect = overrideDialect({ ...dialect, providerId: config.providerId }, config.settings?.modelOverrides);
    this.#dependencies = dependencies;
    this.#baseUrl = normalizeBaseUrl(config.baseUrl ?? dialect.defaultBaseUrl, [
      '/messages',
      '/chat/completions',
      '/v1',
    ]);
    this.#redaction = createKeyRedaction(config.apiKey);
    if (!config.apiKey) {
      const message = `${dialect.displayName} needs an API key`;
      const provider = this.providerId;
      throw new MetonaFailure({ code: MetonaErrorCode.AUTH_INVALID, message, provider, retryable: false });
    }
    this.#headers = { 'x-api-key': config.apiKey, 'anthropic-version': version };
  }

  getContextWindow(model: string): number {
    return this.#listed.get(model) ?? this.#dialect.catalogue.find(model).info.contextWindow;
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
    const models: MetonaModelInfo[] = [];
    let after: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const query = new URLSearchParams({ limit: String(pageSize), ...(after !== undefined && { after_id: after }) });
      const url = `${this.#baseUrl}/v1/models?${query}`;
      const list = readModelPage(
        await lookUpJson(context, url, { method: 'GET', headers: this.#headers }),
        this.#dialect,
      );
      if (list === null) {
        const message = 'the provider did not answer with a list of models';
        const code = MetonaErrorCode.INVALID_RESPONSE;
        throw new MetonaFailure({ code, message, provider: providerId, retryable: true });
      }
      models.push(...list.models);
      if (list.after === undefined || list.after === after) break;
      after = list.after;
    }
    for (const { id, contextWindow } of models) this.#listed.set(id, contextWindow);
    return models;
  }

  #plan(request: MetonaRequest, isStreaming: boolean): AttemptPlan {
    const { providerId } = this;
    const dependencies = this.#dependencies;
    const turns = repairHistory(request.messages);
    // "No call now" is said to the model itself: the calls of the history stay explained, and what is cached stays so.
    const { toolChoice, ...rest } = request;
    const { info } = this.#dialect.catalogue.find(request.model);
    const tools = info.supportsToolCalling
      ? offeredTools(toolChoice === undefined || toolChoice === 'none' ? rest : request)
      : [];
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
        if (!info.supportsImages) refuseUnseenImages(request, providerId);
        return {
          url: this.#baseUrl + endpoint,
          http: {
            method: 'POST',
            headers: { ...this.#headers, 'content-type': 'application/json' },
            body: JSON.stringify(
              serializeRequest(request, { dialect: this.#dialect, codec, tools, turns, isStreaming }),
            ),
            firstByteTimeoutMs: roomMs,
            idleTimeoutMs: roomMs,
          },
        };
      },
      translate: (answer) => readAnswer(answer, providerId),
    };
  }
}

export const anthropicProvider: ProviderEntry = {
  describe: () => ({
    id: claudeDialect.providerId,
    displayName: claudeDialect.displayName,
    needsKey: true,
    kind: 'hosted',
    defaultBaseUrl: claudeDialect.defaultBaseUrl,
    keyUrl: claudeDialect.keyUrl,
    defaultModel: claudeDialect.defaultModel,
    catalogue: claudeDialect.catalogue.infos,
  }),
  create: (config, dependencies) => new AnthropicAdapter(claudeDialect, config, dependencies),
};
