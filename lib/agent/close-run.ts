import { addUsage, type MetonaError, type MetonaToolErrorCode, type MetonaToolResult, type RunStatus } from '@/lib/ir';
import { estimateMessageTokens } from './context/estimate-tokens';
import type { BatchEntry, IdFactory, RunTransaction } from './ports';
import { takeSteers } from './steer';
import { boundedView, errorResult, STATUS_OF_ERROR } from './tool-result';

export type RunEnd =
  | { status: 'completed'; output: string; finishReason: string }
  | { status: 'failed'; error: MetonaError }
  | { status: 'cancelled' };

/** How the end of a run treats what was still open. */
export interface Closing {
  readonly now: number;
  readonly ids: IdFactory;
  readonly activeMs?: number;
  /** Tools that may run twice without harm; a cut call of any other has an unknown outcome. */
  readonly isIdempotent: (toolName: string) => boolean;
  /** Neither a question, nor a call, nor an attempt of the run is open, as is known without looking. */
  readonly isTidy?: boolean;
}

/**
 * Ends a run for good, in the transaction that holds its row: open questions are closed, every call without an answer
 * gets exactly one, the transcript is paired, and the terminal event is the last. A cancel that was asked for wins.
 */
export async function closeRun(transaction: RunTransaction, end: RunEnd, closing: Closing): Promise<void> {
  const final: RunEnd = transaction.run.cancelRequested ? { status: 'cancelled' } : end;
  if (!closing.isTidy) await tidyUp(transaction, final, closing);
  // A message that came too late for a step stays in the conversation.
  await takeSteers(transaction, closing);
  const base = {
    phase: null,
    finishedAt: closing.now,
    releaseLease: true,
    ...(closing.activeMs !== undefined && { activeMs: closing.activeMs }),
  } as const;
  const envelope = { requestId: '', iteration: transaction.run.stepsUsed, timestamp: closing.now };
  const { usage } = transaction.run;
  if (final.status === 'completed') {
    await transaction.update({ ...base, status: 'completed', output: final.output, finishReason: final.finishReason });
    transaction.emit({ ...envelope, type: 'run_completed', output: final.output, usage });
  } else if (final.status === 'failed') {
    await transaction.update({ ...base, status: 'failed', error: final.error, finishReason: 'error' });
    transaction.emit({ ...envelope, type: 'run_failed', error: final.error, usage });
  } else {
    await transaction.update({ ...base, status: 'cancelled' });
    transaction.emit({ ...envelope, type: 'run_cancelled', usage });
  }
}

async function tidyUp(transaction: RunTransaction, end: RunEnd, closing: Closing): Promise<void> {
  await cancelQuestions(transaction, closing);
  await answerOpenCalls(transaction, end, closing);
  await commitToolMessages(transaction, closing);
  await discardOpenAttempts(transaction, closing.now);
}

/** An attempt that was cut off by the end of its process says nothing, even when it was all there; its cost counts. */
export async function discardOpenAttempts(transaction: RunTransaction, now: number): Promise<void> {
  for (const { requestId, step, usage } of await transaction.abandonOpenAttempts(now)) {
    if (usage) await transaction.update({ usage: addUsage(transaction.run.usage, usage) });
    const envelope = { requestId, iteration: step, timestamp: now };
    transaction.emit({ type: 'attempt_reset', reason: 'interrupted', ...envelope });
  }
}

async function cancelQuestions(transaction: RunTransaction, closing: Closing): Promise<void> {
  for (const { request } of await transaction.permissionRequests()) {
    if (request.status !== 'open') continue;
    const close = { status: 'cancelled', decidedAt: closing.now, reason: null, editedHash: null } as const;
    await transaction.closePermissionRequest(request.id, close);
    transaction.emit({
      type: 'permission_resolved',
      requestId: request.id,
      iteration: transaction.run.stepsUsed,
      timestamp: closing.now,
      status: 'cancelled',
      decidedBy: 'system',
    });
  }
}

async function answerOpenCalls(transaction: RunTransaction, end: RunEnd, closing: Closing): Promise<void> {
  for (const entry of await transaction.batch()) {
    if (entry.result === null) await answerOpenCall(transaction, entry, { ...closing, runStatus: end.status });
  }
}

interface Leaving extends Pick<Closing, 'now' | 'isIdempotent'> {
  /** What becomes of the run. */
  readonly runStatus: RunStatus;
}

/** Answers a call that was left without one by what became of its run. */
export async function answerOpenCall(transaction: RunTransaction, entry: BatchEntry, of: Leaving): Promise<void> {
  await recordResult(transaction, entry, errorResult(entry.call, reasonFor(entry, of), { now: of.now }));
}

function reasonFor(entry: BatchEntry, of: Leaving): [MetonaToolErrorCode, string] {
  if (entry.status === 'executing' && !of.isIdempotent(entry.call.name)) {
    return ['outcome_unknown', 'The run stopped while this tool was running; whether it took effect is unknown.'];
  }
  const when = entry.status === 'executing' ? 'while this tool was running' : 'before this tool ran';
  return ['cancelled', of.runStatus === 'cancelled' ? `The user stopped the run ${when}.` : `The run ended ${when}.`];
}

/** Stores the one answer to a call and tells it. */
export async function recordResult(
  transaction: RunTransaction,
  entry: BatchEntry,
  result: MetonaToolResult,
): Promise<void> {
  const status = result.errorCode ? STATUS_OF_ERROR[result.errorCode] : 'succeeded';
  await transaction.updateToolCall(entry.call.id, { status });
  await transaction.insertToolResult(result);
  transaction.emit({
    type: 'tool_result',
    requestId: '',
    iteration: entry.step,
    timestamp: result.timestamp,
    toolResult: boundedView(result),
  });
}

/** Writes the answers of the current step below the assistant's message, in call order, once every call has one. */
export async function commitToolMessages(
  transaction: RunTransaction,
  of: { now: number; ids: IdFactory },
): Promise<void> {
  const batch = await transaction.batch();
  if (batch.length === 0 || batch.some((entry) => entry.result === null)) return;
  if ((await transaction.tailRole()) !== 'assistant') return;
  let tail = transaction.run.tailMessageId;
  for (const { result, step } of batch) {
    if (result === null) continue;
    const content = { role: 'tool', content: '', toolResult: boundedView(result), iteration: step } as const;
    const message = { ...content, id: of.ids('msg'), timestamp: of.now, tokenEstimate: estimateMessageTokens(content) };
    const stored = await transaction.insertMessage(message, tail);
    tail = stored.id;
    transaction.emit({ type: 'message_committed', requestId: '', iteration: step, timestamp: of.now, message: stored });
  }
  await transaction.update({ tailMessageId: tail });
}
