import { workOnRun } from './loop';
import { expireRequests } from './permission/expire';
import type { AbandonedRun, Claim, RunRecord } from './ports';
import { putBack } from './put-back';
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
  readonly claimedAt: number;
  /** Active milliseconds before this claim. */
  readonly activeMs: number;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** Claims queued runs and works on them; renews leases, goes on with what dead instances left, lets old questions expire. */
export class Worker {
  readonly #runtime: Runtime;
  readonly #maxRuns: number;
  readonly #active = new Map<string, ActiveRun>();
  readonly #suspects = new Suspects();
  readonly #lostClaims = new Set<number>();
  /** Runs that are being created as this worker's own. */
  readonly #creating = new Set<Promise<unknown>>();
  #timers: NodeJS.Timeout[] = [];
  #claiming: Promise<void> | null = null;
  #again = false;
  #started = false;
  #stopped = false;

  constructor(runtime: Runtime, options: { maxRuns: number }) {
    this.#runtime = runtime;
    this.#maxRuns = options.maxRuns;
  }

  start(): void {
    this.#started = true;
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

  /**
   * Has a run created that is this worker's from its first moment; without room for it, one that waits in the queue.
   * `create` answers with the run once it is committed, and with none when there is none.
   */
  async claimNew<T extends { readonly run?: RunRecord }>(create: (claim: Claim | null) => Promise<T>): Promise<T> {
    if (!this.#started || this.#stopped || !this.#hasRoom()) return create(null);
    const { owner, clock } = this.#runtime;
    const claim = { owner, leaseUntil: clock.now() + LEASE_MS };
    const creating = this.#createClaimed(create, claim);
    this.#creating.add(creating);
    try {
      return await creating;
    } finally {
      this.#creating.delete(creating);
    }
  }

  async #createClaimed<T extends { readonly run?: RunRecord }>(
    create: (claim: Claim) => Promise<T>,
    claim: Claim,
  ): Promise<T> {
    try {
      const created = await create(claim);
      if (created.run && this.#stopped) await this.#giveBack(claim.leaseUntil);
      else if (created.run) this.#begin(created.run);
      return created;
    } catch (error) {
      this.#lostClaims.add(claim.leaseUntil);
      throw error;
    }
  }

  #hasRoom(): boolean {
    return this.#active.size + this.#creating.size < this.#maxRuns;
  }

  #giveBack(leaseUntil: number): Promise<void> {
    const { store, owner } = this.#runtime;
    return store.returnClaims(owner, leaseUntil, [...this.#active.keys()]);
  }

  /** Ends a run of this process early; false when it is not working on it. */
  stop(runId: string, reason: StopReason): boolean {
    const active = this.#active.get(runId);
    active?.controller.abort(new RunStopped(reason));
    return active !== undefined;
  }

  /** Takes no more runs, puts those it works on back into the queue, and resolves when that is written. */
  async shutdown(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#claiming?.catch(() => {});
    await Promise.allSettled(this.#creating);
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
    while (!this.#stopped && this.#hasRoom()) {
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
      await this.#giveBack(leaseUntil);
      return null;
    } catch (error) {
      this.#lostClaims.add(leaseUntil);
      throw error;
    }
  }

  async #returnLostClaims(): Promise<void> {
    for (const leaseUntil of this.#lostClaims) {
      await this.#giveBack(leaseUntil);
      if (this.#runtime.clock.now() > leaseUntil - LEASE_MS + LOST_CLAIM_MS) this.#lostClaims.delete(leaseUntil);
    }
  }

  #begin(run: RunRecord): void {
    const controller = new AbortController();
    const remaining = Math.max(0, run.limits.timeout_ms - run.activeMs);
    const timer = setTimeout(() => controller.abort(new RunStopped('timeout')), remaining);
    const done = workOnRun(this.#runtime, run, controller.signal).finally(() => {
      clearTimeout(timer);
      // A run that was parked and answered at once may have been claimed again by now.
      const wasFull = !this.#hasRoom();
      if (this.#active.get(run.id)?.controller === controller) this.#active.delete(run.id);
      if (wasFull) this.wake();
    });
    this.#active.set(run.id, { controller, done, claimedAt: this.#runtime.clock.now(), activeMs: run.activeMs });
  }

  async #renew(): Promise<void> {
    const { store, owner, clock } = this.#runtime;
    const now = clock.now();
    const spent = new Map([...this.#active].map(([id, run]) => [id, run.activeMs + now - run.claimedAt]));
    if (spent.size === 0) return;
    const renewed = await this.#orMistrust(store.renewLeases(owner, spent, now + LEASE_MS));
    for (const id of spent.keys()) {
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
    const again = await store.renewLeases(owner, new Map([[runId, 0]]), clock.now() + LEASE_MS);
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
    const gone = this.#suspects.confirmed(others, clock.now());
    for (const run of gone) await this.#recover(run);
    if (gone.length > 0) this.wake();
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

  async #recover({ runId, epoch }: AbandonedRun): Promise<void> {
    const { store, clock, ids, tools, logger } = this.#runtime;
    logger.warn({ runId }, 'going on with a run whose process is gone');
    await store.transact(runId, { statuses: ['running'], epoch }, async (transaction) => {
      const known = await tools.list(transaction.run.userId);
      const idempotent = new Set(known.filter((tool) => tool.def.idempotent).map((tool) => tool.def.name));
      const isIdempotent = (name: string) => idempotent.has(name);
      await putBack(transaction, { because: 'process_gone', now: clock.now(), ids, isIdempotent });
    });
  }

  #warn(error: unknown): void {
    this.#runtime.logger.warn(
      { error: error instanceof Error ? error.message : 'unknown' },
      'the run worker could not do its round',
    );
  }
}
