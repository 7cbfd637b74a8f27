import type { RunEventDraft } from '@/lib/ir';
import type { EventLog } from './event-log';
import type { Clock, RunStore, RunTransaction } from './ports';

/** The run and the fencing epoch under which this process owns it. */
export interface RunRecordRef {
  readonly runId: string;
  readonly epoch: number;
}

/** The run belongs to somebody else by now, or is over: whoever sees this stops at once and writes nothing more. */
export class LostRun extends Error {
  constructor(runId: string) {
    super(`run ${runId} is no longer ours`);
    this.name = 'LostRun';
  }
}

const RETRY_MS = 300;
const GIVE_UP_MS = 60_000;

/** The one way an owner writes to its run: events through the log, rows in transactions, in the order they happened. */
export class RunWriter {
  readonly #ref: RunRecordRef;
  readonly #store: RunStore;
  readonly #log: EventLog;
  readonly #clock: Clock;
  readonly #isTransient: (error: unknown) => boolean;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(deps: {
    ref: RunRecordRef;
    store: RunStore;
    log: EventLog;
    clock: Clock;
    isTransient: (error: unknown) => boolean;
  }) {
    this.#ref = deps.ref;
    this.#store = deps.store;
    this.#log = deps.log;
    this.#clock = deps.clock;
    this.#isTransient = deps.isTransient;
  }

  append(...events: RunEventDraft[]): void {
    this.#log.append(this.#ref.runId, events);
  }

  /** One transaction after everything appended before it; throws `LostRun` when the run is not ours any more. */
  transact<T>(work: (transaction: RunTransaction) => Promise<T>): Promise<T> {
    const turn = this.#tail.then(() => this.#transact(work));
    this.#tail = turn.catch(() => {});
    return turn;
  }

  async #transact<T>(work: (transaction: RunTransaction) => Promise<T>): Promise<T> {
    const { runId, epoch } = this.#ref;
    if (!(await this.#log.flush(runId))) throw new LostRun(runId);
    const deadline = this.#clock.now() + GIVE_UP_MS;
    const before = this.#log.nextSeq(runId);
    const attempted: { value: T; nextSeq: number }[] = [];
    for (;;) {
      try {
        const done = await this.#store.transact(runId, { epoch, statuses: ['running'] }, async (transaction) => {
          const value = await work(transaction);
          attempted.push({ value, nextSeq: before + transaction.emitted() });
          return value;
        });
        if (done === null) throw new LostRun(runId);
        this.#log.moved(runId, done.nextSeq);
        return done.value;
      } catch (error) {
        if (!this.#isTransient(error) || this.#clock.now() > deadline) throw error;
        await this.#clock.sleep(RETRY_MS);
        const settled = await this.#settle(attempted.at(-1), before);
        if (settled) return settled.value;
      }
    }
  }

  /** After a lost connection: had the transaction been committed? Its events moved the head if so. */
  async #settle<T>(attempted: { value: T; nextSeq: number } | undefined, before: number): Promise<{ value: T } | null> {
    if (attempted === undefined || attempted.nextSeq === before) return null;
    const head = await this.#store.nextSeq(this.#ref.runId).catch(() => null);
    if (head !== attempted.nextSeq) return null;
    this.#log.moved(this.#ref.runId, head);
    return attempted;
  }
}
