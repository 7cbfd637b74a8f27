import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamResult } from '@ai-sdk/provider';
import { MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import type { AdapterDependencies } from '../ports';
import type { AnswerPart } from '../shared/answer-part';
import type { IncomingAnswer, PreparedRequest } from '../shared/attempt';
import type { CallDraft } from '../shared/call-draft';
import { withAbort } from '../shared/http';
import type { CatalogueEntry } from '../shared/model-catalogue';
import { refuseUnseenImages } from '../shared/request-parts';
import { serializeCall } from './call-options';
import { HttpHandover } from './http-handover';
import { quietPackages, toCurrentModel } from './language-model';
import type { AiSdkProviderLine, Connection } from './provider-line';
import { type OpenCall, readAnswer } from './read-answer';
import { describeRefusal } from './sdk-error';

export interface ModelCallPlan extends CallDraft {
  readonly line: AiSdkProviderLine;
  readonly entry: CatalogueEntry;
  readonly connection: Omit<Connection, 'fetch'>;
  readonly dependencies: AdapterDependencies;
  readonly roomMs: number;
}

/** One call of a package's model, cut in two where the request is ready and the answer is still to come. */
export class ModelCall {
  readonly #plan: ModelCallPlan;
  #open: OpenCall | undefined;

  constructor(plan: ModelCallPlan) {
    this.#plan = plan;
  }

  async prepare(signal: AbortSignal): Promise<PreparedRequest> {
    try {
      return await withAbort(this.#start(signal), signal);
    } catch (thrown) {
      signal.throwIfAborted();
      throw new MetonaFailure(describeRefusal(thrown, this.#plan.line.providerId), { cause: thrown });
    }
  }

  translate(answer: IncomingAnswer): Promise<AsyncIterable<Iterable<AnswerPart>>> {
    if (this.#open === undefined) throw new Error('nothing was asked');
    return readAnswer(answer, this.#open);
  }

  async #start(signal: AbortSignal): Promise<PreparedRequest> {
    const { dependencies, roomMs, line, request, entry } = this.#plan;
    if (!entry.info.supportsImages) refuseUnseenImages(request, line.providerId);
    const handover = new HttpHandover({ http: dependencies.http, signal, roomMs });
    const model = await this.#loadModel(handover.fetch);
    const images = { model, providerId: line.providerId, dependencies, signal };
    const options = await serializeCall({ ...this.#plan, images });
    const { stream, whole } = this.#ask(model, options);
    this.#open = {
      provider: line.providerId,
      now: dependencies.now,
      options,
      handover,
      model,
      stream,
      reopen: (fetch) => this.#loadModel(fetch),
    };
    return await Promise.race([handover.request, refuseSilence(stream ?? whole)]);
  }

  #ask(
    model: LanguageModelV4,
    options: LanguageModelV4CallOptions,
  ): { stream?: Promise<LanguageModelV4StreamResult>; whole?: Promise<unknown> } {
    const asked = this.#plan.isStreaming
      ? { stream: Promise.resolve(model.doStream(options)) }
      : { whole: Promise.resolve(model.doGenerate(options)) };
    void Promise.allSettled(Object.values(asked));
    return asked;
  }

  async #loadModel(fetch: typeof globalThis.fetch): Promise<LanguageModelV4> {
    const { line, connection, request } = this.#plan;
    quietPackages();
    const provider = await line.load({ ...connection, fetch });
    return toCurrentModel(provider.languageModel(request.model));
  }
}

/** A package that answers, or gives up, before it has asked for anything. */
async function refuseSilence(result: Promise<unknown> | undefined): Promise<never> {
  await result;
  const message = 'the package of this provider sent no request';
  throw new MetonaFailure({ code: MetonaErrorCode.INVALID_RESPONSE, message, retryable: false });
}
