import {
  addUsage,
  type MetonaContext,
  type MetonaError,
  type MetonaMemoryItem,
  type MetonaPricing,
  type MetonaRequest,
  type MetonaStoredMessage,
} from '@/lib/ir';
import { costOf, priceOf } from './attempt-cost';
import { buildContext } from './context/build';
import type { ModelTarget } from './fallback-choice';
import { noteFiles } from './files-note';
import { budgetWarning, constraintsOf } from './limits';
import { callModel, type ModelCall } from './model-call';
import type { AttemptEnd, RunnableTool, RunTransaction } from './ports';
import { recallMemories } from './recall';
import { type RunSession, RunStopped } from './run-session';
import { describeSaid, describeSent, type Sent } from './sent';

export const AGENT_VERSION = '1.0.0';

/** One step of a run: what stays the same however often a model is asked. */
export interface Step {
  readonly iteration: number;
  /** The limits are reached: the model may only answer, its calls are not run. */
  readonly closing: boolean;
  readonly tools: ReadonlyMap<string, RunnableTool>;
  /** The whole path, what summaries in it stand for included; the context leaves that out. */
  readonly history: readonly MetonaStoredMessage[];
  readonly memories: readonly MetonaMemoryItem[];
  /** What is said about the files of the chat. */
  readonly filesNote?: string | undefined;
}

/** One attempt and what it gave. */
export interface Finished {
  readonly step: Step;
  readonly attemptId: string;
  readonly number: number;
  readonly call: ModelCall;
  /** What is wrong with it: the provider's error, or an answer that says nothing. */
  readonly failure: MetonaError | null;
  readonly pricing: MetonaPricing | null;
}

export async function openStep(session: RunSession): Promise<Step> {
  const { runtime, run } = session;
  const { userId, sessionId, tailMessageId } = run;
  const allowed = session.allowedTools({ as: 'lately' });
  const [tools, filesNote, history, memories] = await Promise.all([
    allowed,
    allowed.then((found) => noteFiles(session, found)),
    session.read(() => runtime.store.loadHistory(userId, sessionId, tailMessageId)),
    session.memories(() => recallMemories(session)),
  ]);
  return {
    iteration: run.stepsUsed + 1,
    closing: run.stepsUsed >= run.limits.max_steps || run.toolCallsUsed >= run.limits.max_tool_calls,
    tools,
    history,
    memories,
    filesNote,
  };
}

const reminderOf = (step: Step, more: string | undefined): string | undefined =>
  [step.filesNote, more].filter(Boolean).join('\n') || undefined;

/** What the offered tools have said about them. */
export function briefingOf(step: Pick<Step, 'closing' | 'tools'>): string | undefined {
  if (step.closing) return undefined;
  const said = [...step.tools.values()].flatMap(({ briefing }) => briefing ?? []);
  return said.join('\n\n') || undefined;
}

export function contextOf(
  session: RunSession,
  step: Step,
  of: { window: number; reminder?: string | undefined },
): MetonaContext {
  const reminder = reminderOf(step, of.reminder);
  const briefing = briefingOf(step);
  return buildContext({
    id: session.runtime.ids('r'),
    run: session.run,
    iteration: step.iteration,
    history: step.history,
    tools: step.closing ? [] : [...step.tools.values()].map((tool) => tool.def),
    contextWindow: of.window,
    memories: step.memories,
    ...(briefing !== undefined && { briefing }),
    ...(reminder !== undefined && { reminder }),
  });
}

/** Asks one model once, and keeps the attempt as a row. */
export async function makeAttempt(
  session: RunSession,
  step: Step,
  of: { number: number; target: ModelTarget; reminder: string | undefined },
): Promise<Finished> {
  const { runtime, run } = session;
  const { adapter, model } = of.target;
  const window = adapter.getContextWindow(model.model);
  const context = contextOf(session, step, { window, reminder: of.reminder });
  const request: MetonaRequest = {
    meta: {
      sessionId: run.sessionId,
      runId: run.id,
      iteration: step.iteration,
      requestId: context.id,
      timestamp: runtime.clock.now(),
      agentVersion: AGENT_VERSION,
    },
    model: model.model,
    systemPrompt: context.systemPrompt,
    messages: context.history,
    ...(context.availableTools.length > 0 && { tools: context.availableTools }),
    params: { ...run.params, stream: true },
    constraints: constraintsOf(run, { activeMs: session.activeMs(), tools: context.availableTools }),
  };
  const attemptId = runtime.ids('at');
  const reminder = reminderOf(step, of.reminder);
  const sent = describeSent(session, step, { context, window, reminder, briefing: briefingOf(step) });
  await startAttempt(session, step, { attemptId, requestId: context.id, number: of.number, sent });
  const [call, pricing] = await Promise.all([callModel(session, adapter, request), priceOf(session, model)]);
  const failure = call.response.error ?? (step.closing ? null : emptyAnswer(call));
  return { step, attemptId, number: of.number, call, failure, pricing };
}

function emptyAnswer({ response, sawToolCall }: ModelCall): MetonaError | null {
  const { content, toolCalls = [], finishReason } = response;
  if (content !== '' || toolCalls.length > 0) return null;
  switch (finishReason) {
    case 'length':
      // One that was cut inside a call is asked again with a reminder.
      return sawToolCall ? null : lengthError('The answer was cut at the length limit before it began.');
    case 'content_filter':
      return { code: 'content_filtered', message: 'The provider withheld the answer.', retryable: false };
    default:
      return { code: 'invalid_response', message: 'The model ended without an answer.', retryable: true };
  }
}

export function lengthError(message: string): MetonaError {
  return { code: 'output_length_exceeded', message, retryable: false };
}

async function startAttempt(
  session: RunSession,
  step: Step,
  of: { attemptId: string; requestId: string; number: number; sent: Sent },
): Promise<void> {
  const { provider, model } = session.provider;
  const startedAt = session.runtime.clock.now();
  await session.transact(async (transaction) => {
    if (transaction.run.cancelRequested) throw new RunStopped('cancelled');
    await transaction.update({ stepsUsed: step.iteration, phase: 'calling_model' });
    await transaction.insertAttempt({
      id: of.attemptId,
      step: step.iteration,
      attempt: of.number,
      provider: session.provider,
      requestId: of.requestId,
      startedAt,
      sent: of.sent,
    });
    const envelope = { iteration: step.iteration, timestamp: startedAt };
    if (step.iteration === 1 && of.number === 1 && step.memories.length > 0) {
      transaction.emit({ type: 'memory_recalled', items: [...step.memories], requestId: '', ...envelope });
    }
    transaction.emit({ type: 'phase', phase: 'calling_model', requestId: '', ...envelope });
    transaction.emit({
      type: 'attempt_start',
      requestId: of.requestId,
      attempt: of.number,
      provider,
      model,
      ...envelope,
    });
  });
}

/** Writes how an attempt ended; what it cost counts, whatever became of it. */
export async function finishAttempt(
  session: RunSession,
  transaction: RunTransaction,
  of: { finished: Finished; trace?: Record<string, unknown> },
): Promise<void> {
  const { attemptId, call, failure, pricing } = of.finished;
  const { response, firstTokenAt } = call;
  const cost = costOf(response.usage, pricing);
  const end: AttemptEnd = {
    status: failure ? (session.signal.aborted ? 'aborted' : 'failed') : 'done',
    usage: response.usage,
    error: failure,
    firstTokenAt,
    endedAt: session.runtime.clock.now(),
    meta: {
      ...response.meta,
      finishReason: response.finishReason,
      ...(cost && { cost }),
      ...(failure && { said: describeSaid(response) }),
      ...of.trace,
    },
  };
  await transaction.endAttempt(attemptId, end);
  const spentBefore = transaction.run.usage.totalTokens;
  await transaction.update({ usage: addUsage(transaction.run.usage, response.usage) });
  const warning = budgetWarning(transaction.run, spentBefore);
  if (warning) {
    const { requestId } = response.meta;
    transaction.emit({ ...warning, requestId, iteration: of.finished.step.iteration, timestamp: end.endedAt });
  }
}
