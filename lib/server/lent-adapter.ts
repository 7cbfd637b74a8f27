import 'server-only';
import type { Embedder } from '@/lib/adapters';
import { estimateMessageTokens, estimateTextTokens } from '@/lib/agent/context/estimate-tokens';
import {
  emptyUsage,
  type IMetonaProviderAdapter,
  type MetonaCallOptions,
  type MetonaError,
  MetonaFailure,
  type MetonaPricing,
  type MetonaRequest,
  type MetonaResponse,
  type MetonaStreamEvent,
  type MetonaTokenUsage,
} from '@/lib/ir';
import type { Lending, Loan } from './lending';

export interface LentUse {
  readonly lending: Pick<Lending, 'check' | 'record'>;
  readonly loan: Loan;
  readonly pricingOf: (model: string) => MetonaPricing | null;
  readonly isLent: (model: string) => boolean;
  readonly now: () => number;
}

const usageOf = (inputTokens: number, outputTokens: number): MetonaTokenUsage => ({
  inputTokens,
  outputTokens,
  totalTokens: inputTokens + outputTokens,
});

function inputOf({ systemPrompt, messages, tools }: MetonaRequest): number {
  const said = messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0);
  return said + estimateTextTokens(JSON.stringify([systemPrompt, tools ?? []]));
}

/** What a provider was given and gave when it did not say how much that was: an answer that was cut is paid for as well. */
function estimate(
  request: MetonaRequest,
  response: MetonaResponse,
  of: { seen: string; wasStopped: boolean },
): MetonaTokenUsage {
  if (response.usage.totalTokens > 0) return response.usage;
  const { content, reasoningContent, toolCalls } = response;
  const given = [content, reasoningContent, toolCalls?.length ? JSON.stringify(toolCalls) : ''].join('');
  const output = given.length > of.seen.length ? given : of.seen;
  return output === '' && !of.wasStopped ? emptyUsage() : usageOf(inputOf(request), estimateTextTokens(output));
}

/** A refusal in the form in which an adapter reports its failures. */
function refused(request: MetonaRequest, loan: Loan, of: { error: MetonaError; at: number }): MetonaResponse {
  const { requestId } = request.meta;
  const meta = { requestId, provider: loan.providerId, model: request.model, latencyMs: 0, timestamp: of.at };
  return { meta, content: '', usage: emptyUsage(), finishReason: 'error', error: of.error };
}

const isStopped = (options: MetonaCallOptions | undefined): boolean => options?.signal?.aborted === true;

function textOf(event: MetonaStreamEvent): string {
  switch (event.type) {
    case 'text_delta':
    case 'reasoning_delta':
      return event.delta;
    case 'tool_call_delta':
      return event.toolCallDelta.argsDelta ?? '';
    default:
      return '';
  }
}

/** An adapter on an administrator's key: asked only for what is shared and while there is room, and counted afterwards. */
export function lendAdapter(adapter: IMetonaProviderAdapter, use: LentUse): IMetonaProviderAdapter {
  const { lending, loan, pricingOf, isLent } = use;
  const check = (model: string) => lending.check(loan, model, pricingOf(model));
  const count = async (request: MetonaRequest, usage: MetonaTokenUsage) => {
    if (usage.totalTokens > 0) await lending.record(loan, usage, pricingOf(request.model));
  };
  return {
    providerId: adapter.providerId,
    supportedModels: adapter.supportedModels.filter(isLent),
    getContextWindow: (model) => adapter.getContextWindow(model),
    healthCheck: (options) => adapter.healthCheck(options),
    listModels: async (options) => (await adapter.listModels(options)).filter(({ id }) => isLent(id)),
    async send(request, options) {
      await check(request.model);
      const response = await adapter.send(request, options).catch(async (thrown: unknown) => {
        // It was on its way when it was stopped.
        if (isStopped(options)) await count(request, usageOf(inputOf(request), 0));
        throw thrown;
      });
      await count(request, estimate(request, response, { seen: '', wasStopped: isStopped(options) }));
      return response;
    },
    async sendStream(request, onEvent, options) {
      try {
        await check(request.model);
      } catch (thrown) {
        if (!(thrown instanceof MetonaFailure)) throw thrown;
        const { requestId, sessionId, iteration } = request.meta;
        const at = use.now();
        onEvent({ type: 'error', requestId, sessionId, iteration, seq: 0, timestamp: at, error: thrown.error });
        return refused(request, loan, { error: thrown.error, at });
      }
      const seen: string[] = [];
      const watch = (event: MetonaStreamEvent) => {
        seen.push(textOf(event));
        onEvent(event);
      };
      const blank = refused(request, loan, { error: { code: 'unknown', message: '', retryable: false }, at: 0 });
      const sending = adapter.sendStream(request, watch, options).catch(async (thrown: unknown) => {
        await count(request, estimate(request, blank, { seen: seen.join(''), wasStopped: isStopped(options) }));
        throw thrown;
      });
      const response = await sending;
      const of = { seen: seen.join(''), wasStopped: isStopped(options) };
      await count(request, estimate(request, response, of));
      return response;
    },
  };
}

/** The same for what turns texts into vectors; no provider says how many tokens that took. */
export function lendEmbedder(embed: Embedder, { lending, loan, pricingOf }: LentUse): Embedder {
  return async (request) => {
    const pricing = pricingOf(request.model);
    await lending.check(loan, request.model, pricing);
    const vectors = await embed(request);
    const tokens = request.texts.reduce((sum, text) => sum + estimateTextTokens(text), 0);
    await lending.record(loan, usageOf(tokens, 0), pricing);
    return vectors;
  };
}
