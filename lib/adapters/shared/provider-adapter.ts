import {
  type IMetonaProviderAdapter,
  type MetonaCallOptions,
  MetonaErrorCode,
  MetonaFailure,
  type MetonaModelInfo,
  type MetonaRequest,
  type MetonaResponse,
  type MetonaStreamEvent,
  type MetonaToolDef,
} from '@/lib/ir';
import { type AttemptPlan, performAttempt, performWholeAttempt } from './attempt';
import type { CallDraft } from './call-draft';
import { isMissingList } from './missing-list';
import type { ProviderConnection } from './provider-connection';
import { redactFailure } from './redact-failure';
import { repairHistory } from './repair-history';
import { codecFor, offeredTools } from './request-parts';

/** What one provider does in its own way. The adapter around it is that of all of them. */
export interface ProviderProtocol {
  readonly supportedModels: string[];
  readonly unreachableHint?: string;
  /** The models to name when the server turns out to have no list. */
  readonly unlistedModels?: readonly MetonaModelInfo[];
  /** Tokens; `listed` is what the server's own list told. */
  contextWindow(model: string, listed: number | undefined): number;
  /** Null when the server answered with something else than a list. */
  listModels(options: MetonaCallOptions): Promise<MetonaModelInfo[] | null>;
  /** A smaller question than the list; rejects when nobody answers it. */
  greet?(options: MetonaCallOptions): Promise<unknown>;
  /** The tools of a request that its model is offered, where that is not all that its limits allow. */
  chooseTools?(request: MetonaRequest): MetonaToolDef[];
  /** One call: how it is asked and how its answer is read. */
  open(draft: CallDraft): Pick<AttemptPlan, 'prepare' | 'translate'>;
}

class ProviderAdapter implements IMetonaProviderAdapter {
  readonly providerId: string;
  readonly supportedModels: string[];
  readonly #connection: ProviderConnection;
  readonly #protocol: ProviderProtocol;
  /** Windows the server's own list told. */
  readonly #listed = new Map<string, number>();

  constructor(connection: ProviderConnection, protocol: ProviderProtocol) {
    this.providerId = connection.providerId;
    this.supportedModels = protocol.supportedModels;
    this.#connection = connection;
    this.#protocol = protocol;
  }

  getContextWindow(model: string): number {
    return this.#protocol.contextWindow(model, this.#listed.get(model));
  }

  async healthCheck(options: MetonaCallOptions = {}): Promise<boolean> {
    try {
      await (this.#protocol.greet?.(options) ?? this.listModels(options));
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
    const { redaction, dependencies } = this.#connection;
    const { unlistedModels } = this.#protocol;
    try {
      return await redactFailure(redaction, dependencies, () => this.#askForModels(options));
    } catch (thrown) {
      if (unlistedModels !== undefined && isMissingList(thrown)) return [...unlistedModels];
      throw thrown;
    }
  }

  async #askForModels(options: MetonaCallOptions): Promise<MetonaModelInfo[]> {
    const models = await this.#protocol.listModels(options);
    if (models === null) {
      const message = 'the provider did not answer with a list of models';
      const provider = this.providerId;
      throw new MetonaFailure({ code: MetonaErrorCode.INVALID_RESPONSE, message, provider, retryable: true });
    }
    for (const { id, contextWindow } of models) this.#listed.set(id, contextWindow);
    return models;
  }

  #plan(request: MetonaRequest, isStreaming: boolean): AttemptPlan {
    const { redaction, dependencies } = this.#connection;
    const { unreachableHint } = this.#protocol;
    const turns = repairHistory(request.messages);
    const tools = this.#protocol.chooseTools?.(request) ?? offeredTools(request);
    const codec = codecFor(tools, turns);
    return {
      providerId: this.providerId,
      request,
      codec,
      isStreaming,
      redaction,
      dependencies,
      ...(unreachableHint !== undefined && { unreachableHint }),
      ...this.#protocol.open({ request, isStreaming, turns, tools, codec }),
    };
  }
}

export function createProviderAdapter(
  connection: ProviderConnection,
  protocol: ProviderProtocol,
): IMetonaProviderAdapter {
  return new ProviderAdapter(connection, protocol);
}
