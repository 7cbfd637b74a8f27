import { isTerminalStatus } from '@/lib/ir';
import { estimateMessageTokens } from './context/estimate-tokens';
import type { IdFactory, RunTransaction } from './ports';
import type { Runtime } from './runtime';

/** Messages that may wait for one run at a time. */
const MAX_WAITING = 20;

export type SteerOutcome = 'accepted' | 'over' | 'too_many';

/**
 * Leaves a message for a run that is going on; the model reads it with its next step. Null when there is no such run of
 * this user.
 */
export async function steerRun(
  runtime: Runtime,
  of: { userId: string; runId: string; input: string },
): Promise<SteerOutcome | null> {
  const { store, ids, clock } = runtime;
  const done = await store.transact(of.runId, { userId: of.userId }, async (transaction): Promise<SteerOutcome> => {
    const { status, pendingSteers, cancelRequested } = transaction.run;
    if (isTerminalStatus(status) || cancelRequested) return 'over';
    if (pendingSteers >= MAX_WAITING) return 'too_many';
    await transaction.insertSteer({ id: ids('st'), input: of.input, createdAt: clock.now() });
    return 'accepted';
  });
  return done?.value ?? null;
}

/** Puts what waits for the run below its last message, oldest first; true when there was something. */
export async function takeSteers(transaction: RunTransaction, of: { now: number; ids: IdFactory }): Promise<boolean> {
  if (transaction.run.pendingSteers === 0) return false;
  for (const steer of await transaction.takeSteers(of.now)) {
    const iteration = transaction.run.stepsUsed;
    const content = { role: 'user', content: steer.input, iteration } as const;
    const message = { ...content, id: of.ids('msg'), timestamp: of.now, tokenEstimate: estimateMessageTokens(content) };
    const stored = await transaction.insertMessage(message, transaction.run.tailMessageId);
    await transaction.update({ tailMessageId: stored.id });
    transaction.emit({ type: 'message_committed', requestId: '', iteration, timestamp: of.now, message: stored });
  }
  return true;
}
