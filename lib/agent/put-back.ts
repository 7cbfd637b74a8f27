import { answerOpenCall, closeRun, discardOpenAttempts } from './close-run';
import type { IdFactory, RunTransaction } from './ports';

/** How often the process of one run may die before the run is given up. */
const MAX_RECOVERIES = 3;
/** How often one step's model call may be cut by the death of its process: the first and two more. */
const MAX_CUT_CALLS = 3;

/** Why a run leaves its process before its end; only a death counts against the run. */
export interface PutBack {
  readonly because: 'process_gone' | 'drain';
  readonly now: number;
  readonly ids: IdFactory;
  readonly activeMs?: number;
  /** Tools that may run twice without harm; a cut call of any other has an unknown outcome and never runs again. */
  readonly isIdempotent: (toolName: string) => boolean;
}

/**
 * Puts a running run back into the queue, in the transaction that holds its row, so that any instance goes on with it
 * from its rows: a model attempt without an end is taken back, a call that was running runs again or is answered as
 * unknown, everything else stays. A cancel that was asked for wins, and a run that keeps losing its process fails.
 */
export async function putBack(transaction: RunTransaction, of: PutBack): Promise<void> {
  const { run } = transaction;
  const isDeath = of.because === 'process_gone';
  const recoveries = run.recoveries + (isDeath ? 1 : 0);
  if (run.cancelRequested) return closeRun(transaction, { status: 'cancelled' }, of);
  if (recoveries > MAX_RECOVERIES) return giveUp(transaction, of);
  await discardOpenAttempts(transaction, of.now);
  if (isDeath && (await transaction.countAbandonedAttempts()) >= MAX_CUT_CALLS) return giveUp(transaction, of);
  const batch = await transaction.batch();
  let again = 0;
  for (const entry of batch) {
    if (entry.result !== null || entry.status !== 'executing') continue;
    if (of.isIdempotent(entry.call.name)) {
      await transaction.updateToolCall(entry.call.id, { status: 'ready' });
      again += 1;
    } else await answerOpenCall(transaction, entry, { ...of, runStatus: 'queued' });
  }
  await transaction.update({
    status: 'queued',
    phase: 'queued',
    releaseLease: true,
    recoveries,
    // A call that runs again is one call.
    toolCallsUsed: run.toolCallsUsed - again,
    // A step whose answer was not committed has not been taken.
    ...(batch.length === 0 && run.stepsUsed > 0 && { stepsUsed: run.stepsUsed - 1 }),
    ...(of.activeMs !== undefined && { activeMs: of.activeMs }),
  });
  transaction.emit({ type: 'phase', phase: 'queued', requestId: '', iteration: run.stepsUsed, timestamp: of.now });
}

function giveUp(transaction: RunTransaction, of: PutBack): Promise<void> {
  const message = 'Metona stopped again and again while this run was working.';
  return closeRun(transaction, { status: 'failed', error: { code: 'interrupted', message, retryable: true } }, of);
}
