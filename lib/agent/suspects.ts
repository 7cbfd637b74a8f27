import type { AbandonedRun } from './ports';

/** An instance that lost its connection takes its lock again well within this time. */
const FREE_LOCK_MS = 3_000;
/** After an outage every living instance has renewed its leases within this time. */
const AFTER_OUTAGE_MS = 15_000;

/** Tells runs whose process is gone from those whose process was only cut off for a moment. */
export class Suspects {
  #since = new Map<string, number>();
  #trustLeasesFrom = 0;

  /** Of the runs found abandoned now, those that have been so for long enough. */
  confirmed(found: readonly AbandonedRun[], now: number): AbandonedRun[] {
    const since = new Map<string, number>();
    const gone = found.filter((run) => {
      if (run.isLapsed) return now >= this.#trustLeasesFrom;
      const key = `${run.runId}:${run.epoch}`;
      const first = this.#since.get(key) ?? now;
      since.set(key, first);
      return now - first >= FREE_LOCK_MS;
    });
    this.#since = since;
    return gone;
  }

  /** The database could not be asked: what was seen before proves nothing. */
  startOver(now: number): void {
    this.#since.clear();
    this.#trustLeasesFrom = now + AFTER_OUTAGE_MS;
  }
}
