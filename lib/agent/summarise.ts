import { addUsage, emptyUsage, type MetonaRequest, type MetonaResponse } from '@/lib/ir';
import { AGENT_VERSION, type Step } from './attempt';
import { costOf, priceOf } from './attempt-cost';
import { cleanText } from './clean-text';
import { estimateTextTokens } from './context/estimate-tokens';
import { SUMMARY_PROMPT, withoutThoughts } from './context/summary-text';
import type { ModelTarget } from './fallback-choice';
import { toMetonaError } from './model-call';
import { type RunSession, RunStopped } from './run-session';
import { describeSaid, keepText, type Sent } from './sent';
import { settleWithin } from './settle-within';

const MAX_WAIT_MS = 120_000;

/** The attempt that was made for a summary, and its words; null when it gave none, which never ends the run. */
export interface Summary {
  readonly attemptId: string;
  readonly text: string | null;
}

/** Asks the model of a run to shorten a text, once and without tools. What it costs counts; nobody watches it write. */
export async function summarise(
  session: RunSession,
  step: Step,
  of: { target: ModelTarget; text: string; maxTokens: number },
): Promise<Summary> {
  const { runtime, run } = session;
  const attemptId = runtime.ids('at');
  const requestId = runtime.ids('r');
  const startedAt = runtime.clock.now();
  await session.transact(async (transaction) => {
    if (transaction.run.cancelRequested) throw new RunStopped('cancelled');
    await transaction.update({ phase: 'compressing' });
    await transaction.insertAttempt({
      id: attemptId,
      step: step.iteration,
      attempt: 1,
      purpose: 'summary',
      provider: of.target.model,
      requestId,
      startedAt,
      sent: {
        text: keepText(of.text),
        maxTokens: of.maxTokens,
        messages: 1,
        tokens: estimateTextTokens(of.text),
        window: of.target.adapter.getContextWindow(of.target.model.model),
      } satisfies Sent,
    });
    const envelope = { requestId: '', iteration: step.iteration, timestamp: startedAt };
    transaction.emit({ type: 'phase', phase: 'compressing', ...envelope });
  });
  const request: MetonaRequest = {
    meta: {
      sessionId: run.sessionId,
      runId: run.id,
      iteration: step.iteration,
      requestId,
      timestamp: startedAt,
      agentVersion: AGENT_VERSION,
    },
    model: of.target.model.model,
    systemPrompt: SUMMARY_PROMPT,
    messages: [{ role: 'user', content: of.text, timestamp: startedAt }],
    params: { maxTokens: of.maxTokens, thinkingEnabled: false, stream: true },
  };
  const [response, pricing] = await Promise.all([ask(session, of.target, request), priceOf(session, of.target.model)]);
  session.throwIfStopped();
  const { error = null, usage } = response;
  const cost = costOf(usage, pricing);
  await session.transact(async (transaction) => {
    await transaction.endAttempt(attemptId, {
      status: error ? 'failed' : 'done',
      usage,
      error,
      firstTokenAt: null,
      endedAt: runtime.clock.now(),
      meta: {
        ...response.meta,
        finishReason: response.finishReason,
        said: describeSaid(response),
        ...(cost && { cost }),
      },
    });
    await transaction.update({ usage: addUsage(transaction.run.usage, usage) });
  });
  const text = withoutThoughts(cleanText(response.content));
  return { attemptId, text: error || text === '' ? null : text };
}

async function ask(session: RunSession, { adapter }: ModelTarget, request: MetonaRequest): Promise<MetonaResponse> {
  const { clock, grace } = session.runtime;
  const signal = AbortSignal.any([session.signal, AbortSignal.timeout(MAX_WAIT_MS)]);
  try {
    return await settleWithin(
      adapter.sendStream(request, () => {}, { signal }),
      signal,
      () => grace.onStop,
    );
  } catch (thrown) {
    const now = clock.now();
    const { requestId, timestamp } = request.meta;
    const { provider, model } = session.provider;
    return {
      meta: { requestId, provider, model, latencyMs: now - timestamp, timestamp: now },
      content: '',
      usage: emptyUsage(),
      finishReason: 'error',
      error: toMetonaError(thrown),
    };
  }
}
