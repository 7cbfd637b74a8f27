import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@/lib/agent/ports';

/** So long the event loop waits for indexing at most, beside the one passage it is at. */
const sliceMs = 3;
/** What is rested for each millisecond of work; beside people who watch an answer come much more. */
const restFactor = { idle: 0.3, busy: 8 };
const longestRestMs = 2_000;
/** Sources that are written in one transaction. */
const batchSizes = { idle: 20, busy: 3 };
/** An answer that came so lately is still being written. */
const stillBusyMs = 3_000;

export interface PaceDependencies {
  /** Rises whenever something is written for people who watch. */
  readonly activity: () => number;
  readonly clock: Clock;
}

/** How fast work in the background may go without being noticed. */
export function createPace({ activity, clock }: PaceDependencies) {
  let seen = 0;
  let changedAt = Number.NEGATIVE_INFINITY;
  let sliceBegan = performance.now();

  const mood = (): 'idle' | 'busy' => {
    const current = activity();
    if (current !== seen) changedAt = clock.now();
    seen = current;
    return clock.now() - changedAt < stillBusyMs ? 'busy' : 'idle';
  };

  return {
    batchSize: () => batchSizes[mood()],
    /** Call it between small steps: lets others go first when it is time. */
    async breathe(): Promise<void> {
      if (performance.now() - sliceBegan < sliceMs) return;
      await nextTurn();
      sliceBegan = performance.now();
    },
    /** Call it after a batch with when it began. Ends early, without an error, when the signal is aborted. */
    async rest(began: number, signal: AbortSignal): Promise<void> {
      const ms = Math.min(longestRestMs, (performance.now() - began) * restFactor[mood()]);
      await clock.sleep(ms, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
  };
}
export type Pace = ReturnType<typeof createPace>;
