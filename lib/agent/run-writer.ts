import type { RunEventDraft } from '@/lib/ir';
import type { EventLog, RunQueue } from './event-log';
import type { Clock, RunRecord, RunStore, RunTransaction } from './ports';

/** The run belongs to somebody else by now, or is over: whoever sees this stops at once and writes nothing more. */
export class LostRun extends Error {
  constructor(runId: string) {
    super(`run ${runId} is no longer ours`);
    this.name = 'LostRun';
  }
}

const RETRY_MS = 300;
const GIVE_UP_MS = 60_000;

type Store = Pick<RunStore, 'transact' | 'transactUnread' | 'nextSeq'>;

interface Done<T> {
  readonly value: T;
  /** The run as the transaction left it. */
  readonly run: RunRecord;
  readonly nextSeq: number;
}

type Work<T> = (transaction: RunTransaction) => Promise<T>;

/** The one way an owner writes to its run: events through the log, rows in transactions, in the order they happened. */
export class RunWriter {
  /** What is known of the run's row: as it was claimed, or as the last transaction left it. */
  run: RunRecord;
  readonly #queue: RunQueue;
  readonly #store: Store;
  readonly #log: EventLog;
  readonly #clock: Clock;
  readonly #isTransient: (error: unknown) => boolean;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(deps: {
    run: RunRecord;
    queue: RunQueue;
    store: Store;
    log: EventLog;
    clock: Clock;
    isTransient: (error: unknown) => boolean;
  }) {
    this.run = deps.run;
    this.#queue = deps.queue;
    this.#store = deps.store;
    this.#log = deps.log;
    this.#clock = deps.clock;
    this.#isTransient = deps.isTransient;
  }

  append(...events: RunEventDraft[]): void {
    this.#log.append(this.#queue, events);
  }

  close(): void {
    this.#log.close(this.#queue);
  }

  /** One transaction after everything appended before it; throws `LostRun` when the run is not ours any more. */
  transact<T>(work: Work<T>): Promise<T> {
    const turn = this.#tail.then(() => this.#transact(work));
    this.#tail = turn.catch(() => {});
    return turn;
  }

  async #transact<T>(work: Work<T>): Promise<T> {
    const queue = this.#queue;
    let moved: number | null = null;
    try {
      if (!(await this.#log.hold(queue))) throw new LostRun(queue.runId);
      const done = await this.#commit(work, queue.nextSeq);
      moved = done.nextSeq;
      this.run = done.run;
      return done.value;
    } finally {
      this.#log.release(queue, moved ?? queue.nextSeq);
    }
  }

  /**
   * Without reading first; with the row read and locked when that will not do. Again after a lost connection: the row is
   * taken only while the log stands where it stood before, so that under its lock it is known whether the lost
   * transaction was committed, and its work is never done twice.
   */
  async #commit<T>(work: Work<T>, before: number): Promise<Done<T>> {
    const { runId, epoch } = this.#queue;
    const deadline = this.#clock.now() + GIVE_UP_MS;
    const tried: { last: Done<T> | null; isRead: boolean } = { last: null, isRead: false };
    const remembered = async (transaction: RunTransaction) => {
      tried.last = null;
      const value = await work(transaction);
      tried.last = { value, run: transaction.run, nextSeq: before + transaction.emitted() };
      return value;
    };
    for (;;) {
      try {
        if (!tried.isRead) {
          tried.isRead = true;
          const isDone = await this.#store.transactUnread({ ...this.run, nextSeq: before }, remembered);
          if (isDone && tried.last) return tried.last;
          tried.last = null;
        }
        const guard = { epoch, statuses: ['running'], nextSeq: before } as const;
        const isDone = await this.#store.transact(runId, guard, remembered);
        const settled = isDone ? tried.last : await this.#settle(tried.last);
        if (settled === null) throw new LostRun(runId);
        return settled;
      } catch (error) {
        if (!this.#isTransient(error) || this.#clock.now() > deadline) throw error;
        await this.#clock.sleep(RETRY_MS);
      }
    }
  }

  /** The row was not as expected: because our own lost transaction had been committed? Then its events moved the head. */
  async #settle<T>(last: Done<T> | null): Promise<Done<T> | null> {
    if (last === null) return null;
    return (await this.#store.nextSeq(this.#queue.runId)) === last.nextSeq ? last : null;
  }
}
