import { isTerminalStatus } from '@/lib/ir';
import { closeRun } from './close-run';
import type { Runtime } from './runtime';

export type CancelOutcome = 'over' | 'cancelled' | 'requested';

/**
 * Asks a run to stop. One that nobody works on ends at once; a running one gets the flag and its owner ends it. Null
 * when there is no such run of this user.
 */
export async function cancelRun(
  runtime: Runtime,
  of: { userId: string; runId: string },
): Promise<CancelOutcome | null> {
  const done = await runtime.store.transact(
    of.runId,
    { userId: of.userId },
    async (transaction): Promise<CancelOutcome> => {
      const { status } = transaction.run;
      if (isTerminalStatus(status)) return 'over';
      await transaction.update({ cancelRequestedAt: runtime.clock.now() });
      if (status === 'running') return 'requested';
      await closeRun(
        transaction,
        { status: 'cancelled' },
        { now: runtime.clock.now(), ids: runtime.ids, isIdempotent: () => false },
      );
      return 'cancelled';
    },
  );
  return done?.value ?? null;
}
