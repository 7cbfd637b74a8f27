import { closeRun } from './close-run';
import { workOnRun } from './loop';
import { expireRequests } from './permission/expire';
import type { AbandonedRun, RunRecord } from './ports';
import { RunStopped, type StopReason } from './run-session';
import { LostRun } from './run-writer';
import type { Runtime } from './runtime';
import { Suspects } from './suspects';

const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const POLL_MS = 1_000;
const EXPIRY_MS = 500;
const REAP_MS = 2_000;
/** How long a claim whose answer was lost may still be on its way into the database. */
const LOST_CLAIM_MS = 5_000;

interface ActiveRun {
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** Claims queued runs and works on them; renews leases, ends what dead instances left, lets old questions expire. */
export class Worker {
  readonly #runtime: Runtime;
  readonly #maxRuns: number;
  readonly #active = new Map<string, ActiveRun>();
  readonly #suspects = new Suspects();
  readonly #lostClaims = new Set<number>();
  #timers: NodeJS.Timeout[] = [];
  #claiming: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(runtime: Runtime, options: { maxRuns: number }) {
    this.#runtime = runtime;
    this.#maxRuns = options.maxRuns;
  }

  start(): void {
    const every = (ms: number, work: () => Promise<void>) => {
      let isBusy = false;
      const timer = setInterval(() => {
        if (isBusy || this.#stopped) return;
        isBusy = true;
        work()
          .catch((error: unknown) => this.#warn(error))
          .finally(() => {
            isBusy = false;
          });
      }, ms);
      timer.unref();
      this.#timers.push(timer);
    };
    every(POLL_MS, () => this.#claim());
    every(RENEW_MS, () => this.#renew());
    every(EXPIRY_MS, () => this.#expire());
    every(REAP_MS, () => this.#reap());
    void this.#reap().catch((error: unknown) => this.#warn(error));
    this.wake();
  }

  /** There may be a queued run. */
  wake(): void {
    void this.#claim().catch((error: unknown) => this.#warn(error));
  }

  /** Ends a run of this process early; false when it is not working on it. */
  stop(runId: string, reason: StopReason): boolean {
    const active = this.#active.get(runId);
    active?.controller.abort(new RunStopped(reason));
    return active !== undefined;
  }

  /** Takes no more runs, ends those it works on as interrupted, and resolves when they are written. */
  async shutdown(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#claiming?.catch(() => {});
    const running = [...this.#active.values()];
    for (const { controller } of running) controller.abort(new RunStopped('shutdown'));
    await Promise.allSettled(running.map(({ done }) => done));
  }

  #claim(): Promise<void> {
    this.#again = true;
    this.#claiming ??= this.#claimRounds().finally(() => {
      this.#claiming = null;
    });
    return this.#claiming;
  }

  async #claimRounds(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      await this.#returnLostClaims();
      await this.#claimAll();
    }
  }

  async #claimAll(): Promise<void> {
    while (!this.#stopped && this.#active.size < this.#maxRuns) {
      const run = await this.#claimOne();
      if (!run) return;
      this.#begin(run);
    }
  }

  async #claimOne(): Promise<RunRecord | null> {
    const { store, owner, clock } = this.#runtime;
    const leaseUntil = clock.now() + LEASE_MS;
    try {
      const run = await store.claimNext(owner, leaseUntil);
      if (!run || !this.#stopped) return run;
      await store.returnClaims(owner, leaseUntil, [...this.#active.keys()]);
      return null;
    } catch (error) {
      this.#lostClaims.add(leaseUntil);
      throw error;
    }
  }

  async #returnLostClaims(): Promise<void> {
    const { store, owner, clock } = this.#runtime;
    for (const leaseUntil of this.#lostClaims) {
      await store.returnClaims(owner, leaseUntil, [...this.#active.keys()]);
      if (clock.now() > leaseUntil - LEASE_MS + LOST_CLAIM_MS) this.#lostClaims.delete(leaseUntil);
    }
  }

  #begin(run: RunRecord): void {
    const controller = new AbortController();
    const remaining = Math.max(0, run.limits.timeout_ms - run.activeMs);
    const timer = setTimeout(() => controller.abort(new RunStopped('timeout')), remaining);
    const done = workOnRun(this.#runtime, run, controller.signal).finally(() => {
      clearTimeout(timer);
      // A run that was parked and answered at once may have been claimed again by now.
      if (this.#active.get(run.id)?.controller === controller) this.#active.delete(run.id);
      this.wake();
    });
    this.#active.set(run.id, { controller, done });
  }

  async #renew(): Promise<void> {
    const ids = [...this.#active.keys()];
    if (ids.length === 0) return;
    const { store, owner, clock } = this.#runtime;
    const renewed = await this.#orMistrust(store.renewLeases(owner, ids, clock.now() + LEASE_MS));
    for (const id of ids) {
      const state = renewed.get(id);
      if (state?.cancelRequested) this.stop(id, 'cancelled');
      if (state === undefined) await this.#leaveIfLost(id);
    }
  }

  /** Stops spending on a run that is not ours any more; one that just ended or parked is left alone. */
  async #leaveIfLost(runId: string): Promise<void> {
    const { store, owner, clock } = this.#runtime;
    const active = this.#active.get(runId);
    if (!active) return;
    const again = await store.renewLeases(owner, [runId], clock.now() + LEASE_MS);
    if (again.size === 0 && this.#active.get(runId) === active) active.controller.abort(new LostRun(runId));
  }

  async #expire(): Promise<void> {
    const { store, clock } = this.#runtime;
    for (const runId of await store.findExpired(clock.now())) {
      if (await expireRequests(this.#runtime, runId)) this.wake();
    }
  }

  async #reap(): Promise<void> {
    const { store, owner, clock } = this.#runtime;
    const found = await this.#orMistrust(store.findAbandoned(owner, clock.now()));
    const others = found.filter(({ runId }) => !this.#active.has(runId));
    for (const run of this.#suspects.confirmed(others, clock.now())) await this.#endAbandoned(run);
  }

  /** After an outage of the database other instances need time to renew what they hold. */
  async #orMistrust<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      this.#suspects.startOver(this.#runtime.clock.now());
      throw error;
    }
  }

  async #endAbandoned({ runId, epoch }: AbandonedRun): Promise<void> {
    const { store, clock, ids, tools, logger } = this.#runtime;
    logger.warn({ runId }, 'ending a run whose process is gone');
    await store.transact(runId, { statuses: ['running'], epoch }, async (transaction) => {
      const known = await tools.list(transaction.run.userId);
      const idempotent = new Set(known.filter((tool) => tool.def.idempotent).map((tool) => tool.def.name));
      const error = {
        code: 'interrupted',
        message: 'Metona stopped while this run was working.',
        retryable: true,
      } as const;
      await closeRun(
        transaction,
        { status: 'failed', error },
        { now: clock.now(), ids, isIdempotent: (name) => idempotent.has(name) },
      );
    });
  }

  #warn(error: unknown): void {
    this.#runtime.logger.warn(
      { error: error instanceof Error ? error.message : 'unknown' },
      'the run worker could not do its round',
    );
  }
}
