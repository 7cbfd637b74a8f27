import { addUsage, type MetonaError, type MetonaRequest, type MetonaToolCall } from '@/lib/ir';
import { closeRun, type RunEnd, recordResult } from './close-run';
import { buildContext } from './context/build';
import { estimateMessageTokens } from './context/estimate-tokens';
import { callModel, type ModelCall } from './model-call';
import type { AttemptEnd, NewMessage, RunnableTool, RunTransaction } from './ports';
import { checkCall, type Preflight } from './preflight';
import { type RunSession, RunStopped } from './run-session';
import { errorResult } from './tool-result';

const AGENT_VERSION = '1.0.0';
const CUT_CALL_REMINDER =
  'Your last answer was cut off in the middle of a tool call. Answer shorter, or call the tool with shorter arguments.';
const OUT_OF_STEPS: Preflight = {
  kind: 'refused',
  errorCode: 'not_allowed',
  error: 'The run has used up its steps; no further tool runs.',
};

interface Turn {
  readonly iteration: number;
  readonly attemptId: string;
  /** The limits are reached: the model may only answer, its calls are not run. */
  readonly closing: boolean;
  readonly tools: ReadonlyMap<string, RunnableTool>;
}

/** One attempt and what it gave. */
interface Finished {
  readonly turn: Turn;
  readonly call: ModelCall;
}

/** One model step: build the context, call the model, commit what it said. `tools` when calls wait to be settled. */
export async function takeTurn(session: RunSession): Promise<'finished' | 'tools'> {
  const first = await attempt(session, { number: 1 });
  if (!wasCutInCall(first.call)) return commitTurn(session, first);
  await discardAttempt(session, first);
  const second = await attempt(session, { number: 2, reminder: CUT_CALL_REMINDER, again: first.turn });
  if (!wasCutInCall(second.call)) return commitTurn(session, second);
  const error: MetonaError = {
    code: 'output_length_exceeded',
    message: 'The answer was cut at the length limit in the middle of a tool call.',
    retryable: false,
  };
  await endTurn(session, second, { status: 'failed', error });
  return 'finished';
}

function wasCutInCall(call: ModelCall): boolean {
  return call.response.finishReason === 'length' && call.sawToolCall && !call.response.error;
}

async function attempt(
  session: RunSession,
  of: { number: number; reminder?: string; again?: Turn },
): Promise<Finished> {
  const { runtime, run } = session;
  const adapter = await session.read(() => runtime.adapters.open(run.userId, run.provider));
  const isSpent = run.stepsUsed >= run.limits.max_steps || run.toolCallsUsed >= run.limits.max_tool_calls;
  const closing = of.again?.closing ?? isSpent;
  const iteration = of.again?.iteration ?? run.stepsUsed + 1;
  const tools = await session.allowedTools();
  const { userId, sessionId, tailMessageId } = run;
  const history = await session.read(() => runtime.store.loadHistory(userId, sessionId, tailMessageId));
  const context = buildContext({
    id: runtime.ids('r'),
    run,
    iteration,
    history,
    tools: closing ? [] : [...tools.values()].map((tool) => tool.def),
    contextWindow: adapter.getContextWindow(run.provider.model),
    ...(of.reminder && { reminder: of.reminder }),
  });
  const turn: Turn = { iteration, attemptId: runtime.ids('at'), closing, tools };
  const request: MetonaRequest = {
    meta: {
      sessionId,
      runId: run.id,
      iteration,
      requestId: context.id,
      timestamp: runtime.clock.now(),
      agentVersion: AGENT_VERSION,
    },
    model: run.provider.model,
    systemPrompt: context.systemPrompt,
    messages: context.history,
    ...(context.availableTools.length > 0 && { tools: context.availableTools }),
    params: { ...run.params, stream: true },
  };
  await startAttempt(session, turn, { requestId: context.id, number: of.number });
  const call = await callModel(session, adapter, request);
  return { turn, call };
}

async function startAttempt(session: RunSession, turn: Turn, of: { requestId: string; number: number }): Promise<void> {
  const { provider, model } = session.provider;
  const startedAt = session.runtime.clock.now();
  await session.transact(async (transaction) => {
    if (transaction.run.cancelRequested) throw new RunStopped('cancelled');
    await transaction.update({ stepsUsed: turn.iteration, phase: 'calling_model' });
    await transaction.insertAttempt({
      id: turn.attemptId,
      step: turn.iteration,
      attempt: of.number,
      provider: session.provider,
      requestId: of.requestId,
      startedAt,
    });
    const envelope = { iteration: turn.iteration, timestamp: startedAt };
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

async function discardAttempt(session: RunSession, of: Finished): Promise<void> {
  await session.transact(async (transaction) => {
    await finishAttempt(session, transaction, of);
    const { requestId } = of.call.response.meta;
    transaction.emit({
      type: 'attempt_reset',
      requestId,
      reason: 'output_length_exceeded',
      iteration: of.turn.iteration,
      timestamp: session.runtime.clock.now(),
    });
  });
}

async function finishAttempt(session: RunSession, transaction: RunTransaction, of: Finished): Promise<void> {
  const { response, firstTokenAt } = of.call;
  const status = response.error ? (session.signal.aborted ? 'aborted' : 'failed') : 'done';
  const end: AttemptEnd = {
    status,
    usage: response.usage,
    error: response.error ?? null,
    firstTokenAt,
    endedAt: session.runtime.clock.now(),
    meta: { ...response.meta, finishReason: response.finishReason },
  };
  await transaction.endAttempt(of.turn.attemptId, end);
  await transaction.update({ usage: addUsage(transaction.run.usage, response.usage) });
}

async function commitTurn(session: RunSession, finished: Finished): Promise<'finished' | 'tools'> {
  const { turn } = finished;
  const { response } = finished.call;
  if (response.error) {
    await endTurn(session, finished, stoppedEnd(session) ?? { status: 'failed', error: response.error });
    return 'finished';
  }
  const calls = response.toolCalls ?? [];
  if (calls.length === 0 && response.content === '') {
    const error: MetonaError = {
      code: 'invalid_response',
      message: 'The model ended without an answer.',
      retryable: true,
    };
    await endTurn(session, finished, { status: 'failed', error });
    return 'finished';
  }
  if (calls.length > 0 && !turn.closing) {
    await commitCalls(session, finished, calls);
    return 'tools';
  }
  await endTurn(session, finished, answerEnd(finished));
  return 'finished';
}

function answerEnd({ turn, call: { response } }: Finished): RunEnd {
  if (!turn.closing) return { status: 'completed', output: response.content, finishReason: response.finishReason };
  if (response.content !== '') return { status: 'completed', output: response.content, finishReason: 'max_iterations' };
  return {
    status: 'failed',
    error: { code: 'max_iterations', message: 'The run used up its steps without an answer.', retryable: false },
  };
}

/** How a stopped run ends; null when nobody stopped it. */
export function stoppedEnd(session: RunSession): RunEnd | null {
  const { reason } = session.signal;
  if (!session.signal.aborted || !(reason instanceof RunStopped)) return null;
  if (reason.reason === 'cancelled') return { status: 'cancelled' };
  if (reason.reason === 'timeout')
    return {
      status: 'failed',
      error: { code: 'timeout', message: 'The run took longer than its time limit.', retryable: true },
    };
  return {
    status: 'failed',
    error: { code: 'interrupted', message: 'Metona was shut down while this run was working.', retryable: true },
  };
}

/** Commits the answer, whole or partial, and the end of the run in one transaction. */
async function endTurn(session: RunSession, finished: Finished, end: RunEnd): Promise<void> {
  const { turn, call } = finished;
  const { clock, ids } = session.runtime;
  const calls = end.status === 'completed' || !call.response.error ? (call.response.toolCalls ?? []) : [];
  await session.transact(async (transaction) => {
    await finishAttempt(session, transaction, { turn, call });
    await commitMessage(session, transaction, { turn, call, calls });
    for (const [position, proposed] of calls.entries()) {
      await insertCall(session, transaction, { turn, proposed, position, preflight: OUT_OF_STEPS });
    }
    await transaction.update({ answeredBy: session.provider });
    await closeRun(transaction, end, {
      now: clock.now(),
      ids,
      activeMs: session.activeMs(),
      isIdempotent: (name) => turn.tools.get(name)?.def.idempotent === true,
    });
  });
}

async function commitCalls(session: RunSession, finished: Finished, calls: readonly MetonaToolCall[]): Promise<void> {
  const { turn, call } = finished;
  const { runtime, run } = session;
  const { store, tools, settings: settingsOf, clock } = runtime;
  const [known, settings, grants] = await session.read(() =>
    Promise.all([
      tools.list(run.userId),
      settingsOf.load(run.userId),
      store.findLiveGrants(run.userId, run.sessionId, clock.now()),
    ]),
  );
  const rules = { known: new Map(known.map((tool) => [tool.def.name, tool])), allowed: turn.tools, settings, grants };
  const checked = calls.map((proposed) => checkCall(proposed, rules));
  await session.transact(async (transaction) => {
    await finishAttempt(session, transaction, { turn, call });
    await commitMessage(session, transaction, { turn, call, calls });
    for (const [position, proposed] of calls.entries()) {
      const preflight = checked[position];
      if (preflight) await insertCall(session, transaction, { turn, proposed, position, preflight });
    }
  });
}

async function insertCall(
  session: RunSession,
  transaction: RunTransaction,
  of: { turn: Turn; proposed: MetonaToolCall; position: number; preflight: Preflight },
): Promise<void> {
  const { proposed, position, preflight, turn } = of;
  const argsHash = session.runtime.hashArgs(proposed.args);
  const status = preflight.kind === 'ready' ? 'ready' : preflight.kind === 'ask' ? 'awaiting_permission' : 'proposed';
  const record = { call: proposed, step: turn.iteration, position, status, argsHash } as const;
  await transaction.insertToolCall(record);
  if (preflight.kind !== 'refused') return;
  const result = errorResult(proposed, [preflight.errorCode, preflight.error], { now: session.runtime.clock.now() });
  await recordResult(transaction, { ...record, result: null }, result);
}

async function commitMessage(
  session: RunSession,
  transaction: RunTransaction,
  of: { turn: Turn; call: ModelCall; calls: readonly MetonaToolCall[] },
): Promise<void> {
  const { response, thinkingMs } = of.call;
  if (response.content === '' && !response.reasoningContent && of.calls.length === 0) return;
  const content = {
    role: 'assistant',
    content: response.content,
    iteration: of.turn.iteration,
    status: response.error ? 'partial' : 'complete',
    answeredBy: session.provider,
    ...(response.reasoningContent !== undefined && { reasoningContent: response.reasoningContent }),
    ...(of.calls.length > 0 && { toolCalls: [...of.calls] }),
    ...(response.providerState && !response.error && { providerState: response.providerState }),
  } as const satisfies Omit<NewMessage, 'id' | 'timestamp' | 'tokenEstimate'>;
  const now = session.runtime.clock.now();
  const message = {
    ...content,
    id: session.runtime.ids('msg'),
    timestamp: now,
    tokenEstimate: estimateMessageTokens(content),
    ...(thinkingMs > 0 && { reasoningMs: thinkingMs }),
  };
  const stored = await transaction.insertMessage(message, transaction.run.tailMessageId);
  await transaction.update({ tailMessageId: stored.id });
  transaction.emit({
    type: 'message_committed',
    requestId: response.meta.requestId,
    iteration: of.turn.iteration,
    timestamp: now,
    message: stored,
  });
}
