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
import { overrideCatalogue } from '../shared/model-overrides';
import { redactFailure } from '../shared/redact-failure';
import { repairHistory } from '../shared/repair-history';
import { codecFor, offeredTools } from '../shared/request-parts';
import { translateModelList } from './list-models';
import { ModelCall } from './model-call';
import type { AiSdkProviderLine } from './provider-line';

const endpoints = ['/chat/completions', '/responses', '/models'];

/** Any provider of the AI SDK: its package knows the protocol, the attempt around it is that of every adapter. */
class AiSdkAdapter implements IMetonaProviderAdapter {
  readonly providerId: string;
  readonly supportedModels: string[];
  readonly #line: AiSdkProviderLine;
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #redaction: KeyRedaction;
  readonly #dependencies: AdapterDependencies;
  readonly #settings: AdapterSettings;
  /** Windows the provider's own list told. */
  readonly #listed = new Map<string, number>();

  constructor(line: AiSdkProviderLine, config: AdapterConfig, dependencies: AdapterDependencies) {
    this.providerId = config.providerId;
    this.supportedModels = line.catalogue.infos.map((model) => model.id);
    this.#line = { ...line, catalogue: overrideCatalogue(line.catalogue, config.settings?.modelOverrides) };
    this.#dependencies = dependencies;
    this.#settings = config.settings ?? {};
    this.#baseUrl = normalizeBaseUrl(config.baseUrl ?? line.defaultBaseUrl, endpoints, line.basePath);
    this.#redaction = createKeyRedaction(config.apiKey);
    this.#apiKey = config.apiKey ?? '';
    if (this.#apiKey === '') this.#fail(MetonaErrorCode.AUTH_INVALID, `${line.displayName} needs an API key`);
  }

  getContextWindow(model: string): number {
    const known = this.#listed.get(model) ?? this.#settings.contextWindow;
    return known ?? this.#line.catalogue.find(model).info.contextWindow;
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

  async listModels({ signal }: MetonaCallOptions = {}): Promise<MetonaModelInfo[]> {
    const { providerId } = this;
    const { http, now } = this.#dependencies;
    const { path, keyHeader } = this.#line.modelList ?? { path: '/models', keyHeader: 'authorization' };
    const key = keyHeader === 'authorization' ? `Bearer ${this.#apiKey}` : this.#apiKey;
    const headers = { accept: 'application/json', [keyHeader]: key };
    return await redactFailure(this.#redaction, this.#dependencies, async () => {
      const context = { http, now, providerId, ...(signal !== undefined && { signal }) };
      const list = await lookUpJson(context, this.#baseUrl + path, { method: 'GET', headers });
      const models = translateModelList(list, this.#line.catalogue);
      if (models === null) {
        return this.#fail(MetonaErrorCode.INVALID_RESPONSE, 'the provider did not answer with a list of models');
      }
      for (const { id, contextWindow } of models) this.#listed.set(id, contextWindow);
      return models;
    });
  }

  #plan(request: MetonaRequest, isStreaming: boolean): AttemptPlan {
    const turns = repairHistory(request.messages);
    const entry = this.#line.catalogue.find(request.model);
    const tools = entry.info.supportsToolCalling ? offeredTools(request) : [];
    const codec = codecFor(tools, turns);
    const call = new ModelCall({
      line: this.#line,
      entry,
      connection: { baseURL: this.#baseUrl, apiKey: this.#apiKey },
      dependencies: this.#dependencies,
      roomMs: { ...defaultTimeouts, ...this.#dependencies.timeouts }.thinkingIdleMs,
      request,
      isStreaming,
      turns,
      tools,
      codec,
    });
    return {
      providerId: this.providerId,
      request,
      codec,
      isStreaming,
      redaction: this.#redaction,
      dependencies: this.#dependencies,
      prepare: (signal) => call.prepare(signal),
      translate: (answer) => call.translate(answer),
    };
  }

  #fail(code: MetonaErrorCode, message: string): never {
    const retryable = code === MetonaErrorCode.INVALID_RESPONSE;
    throw new MetonaFailure({ code, message, provider: this.providerId, retryable });
  }
}

/** The registry's line of a provider of the AI SDK. */
export function aiSdkProvider(line: AiSdkProviderLine): ProviderEntry {
  return {
    describe: () => ({
      id: line.providerId,
      displayName: line.displayName,
      needsKey: true,
      kind: 'hosted',
      defaultBaseUrl: line.defaultBaseUrl,
      keyUrl: line.keyUrl,
      defaultModel: line.defaultModel,
      catalogue: line.catalogue.infos,
    }),
    create: (config, dependencies) => new AiSdkAdapter(line, config, dependencies),
  };
}
