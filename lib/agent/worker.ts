import { closeRun } from './close-run';
import { workOnRun } from './loop';
import { expireRequests } from './permission/expire';
import type { RunRecord } from './ports';
import { RunStopped, type StopReason } from './run-session';
import type { Runtime } from './runtime';

const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const POLL_MS = 1_000;
const EXPIRY_MS = 500;
const REAP_MS = 5_000;

interface ActiveRun {
  readonly controller: AbortController;
  readonly done: Promise<void>;
  readonly timer: NodeJS.Timeout;
}

/** Claims queued runs and works on them; renews leases, ends what dead instances left, lets old questions expire. */
export class Worker {
  readonly #runtime: Runtime;
  readonly #maxRuns: number;
  readonly #active = new Map<string, ActiveRun>();
  #timers: NodeJS.Timeout[] = [];
  #claiming = false;
  #again = false;
  #stopped = false;

  constructor(runtime: Runtime, options: { maxRuns: number }) {
    this.#runtime = runtime;
    this.#maxRuns = options.maxRuns;
  }

  start(): void {
    const every = (ms: number, work: () => Promise<void>) => {
      let busy = false;
      const timer = setInterval(() => {
        if (busy || this.#stopped) return;
        busy = true;
        work()
          .catch((error: unknown) => this.#warn(error))
          .finally(() => {
            busy = false;
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
    const running = [...this.#active.values()];
    for (const { controller } of running) controller.abort(new RunStopped('shutdown'));
    await Promise.allSettled(running.map(({ done }) => done));
  }

  async #claim(): Promise<void> {
    this.#again = true;
    if (this.#claiming) return;
    this.#claiming = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.#claimAll();
      }
    } finally {
      this.#claiming = false;
    }
  }

  async #claimAll(): Promise<void> {
    const { store, owner, clock } = this.#runtime;
    while (!this.#stopped && this.#active.size < this.#maxRuns) {
      const run = await store.claimNext(owner, clock.now() + LEASE_MS);
      if (!run) return;
      this.#begin(run);
    }
  }

  #begin(run: RunRecord): void {
    const controller = new AbortController();
    const remaining = Math.max(0, run.limits.timeout_ms - run.activeMs);
    const timer = setTimeout(() => controller.abort(new RunStopped('timeout')), remaining);
    const done = workOnRun(this.#runtime, run, controller.signal).finally(() => {
      clearTimeout(timer);
      this.#active.delete(run.id);
      this.wake();
    });
    this.#active.set(run.id, { controller, done, timer });
  }

  async #renew(): Promise<void> {
    const ids = [...this.#active.keys()];
    if (ids.length === 0) return;
    const { store, owner, clock } = this.#runtime;
    const renewed = await store.renewLeases(owner, ids, clock.now() + LEASE_MS);
    for (const id of ids) if (renewed.get(id)?.cancelRequested) this.stop(id, 'cancelled');
  }

  async #expire(): Promise<void> {
    const { store, clock } = this.#runtime;
    for (const runId of await store.findExpired(clock.now())) {
      if (await expireRequests(this.#runtime, runId)) this.wake();
    }
  }

  async #reap(): Promise<void> {
    const { store, owner, clock } = this.#runtime;
    for (const runId of await store.findAbandoned(owner, clock.now())) await this.#endAbandoned(runId);
  }

  async #endAbandoned(runId: string): Promise<void> {
    const { store, clock, ids, tools, logger } = this.#runtime;
    logger.warn({ runId }, 'ending a run whose process is gone');
    await store.transact(runId, { statuses: ['running'] }, async (transaction) => {
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
