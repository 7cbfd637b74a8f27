import type { Clock, EventSink, EventWriter, Logger, WindowPart } from '@/lib/agent/ports';
import type { RunEvent, RunEventDraft } from '@/lib/ir';
import { isPiece, mergeEvents, partOf } from './merge-events';

/** Later pieces of a part share one window of the process, from start to start; the first of each goes out at once. */
const TICK_MS = 33;
const RETRY_MS = 250;
const GIVE_UP_MS = 60_000;

/** What one owner still has to write to the log of its run. */
export interface RunQueue {
  readonly runId: string;
  readonly sessionId: string;
  readonly epoch: number;
  readonly onLost: () => void;
  readonly onRefused: (refusal: Error) => void;
  /** Where the log stands after everything written. */
  nextSeq: number;
  pending: RunEventDraft[];
  /** Came while a transaction holds the log; follows it. */
  later: RunEventDraft[];
  held: boolean;
  lost: boolean;
  closed: boolean;
  inFlight: boolean;
  /** Why a window of this run cannot be written; nothing more is taken until the owner has heard of it. */
  refusal: Error | null;
  readonly begunParts: Set<string>;
  waiters: (() => void)[];
}

interface Taken {
  readonly queue: RunQueue;
  readonly part: WindowPart;
}

/** What became of the parts of a window; a run in neither list has lost its owner. */
interface Written {
  readonly durable: Set<string>;
  readonly refused: Map<string, Error>;
}

interface Attempt {
  readonly deadline: number;
  /** An earlier write may have been committed without an answer. */
  isUnsure: boolean;
}

/**
 * The event log of the runs this process owns. Events queue per run in order; one statement per window writes those of
 * all runs, and only what is committed is handed to the sink. While a window is being written the next one fills, so a
 * slow disk makes windows larger, never the lag unbounded.
 */
export class EventLog {
  readonly #writer: EventWriter;
  readonly #sink: EventSink;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #isTransient: (error: unknown) => boolean;
  readonly #queues = new Set<RunQueue>();
  #timer: NodeJS.Timeout | null = null;
  #writing = false;
  #urgent = false;
  #begunAt = Number.NEGATIVE_INFINITY;
  /** Windows written so far; one statement each. */
  windows = 0;

  constructor(deps: {
    writer: EventWriter;
    sink: EventSink;
    log: Logger;
    clock: Clock;
    isTransient: (error: unknown) => boolean;
  }) {
    this.#writer = deps.writer;
    this.#sink = deps.sink;
    this.#log = deps.log;
    this.#clock = deps.clock;
    this.#isTransient = deps.isTransient;
  }

  /**
   * The queue of a claimed run. `onLost` is called when somebody else owns it, `onRefused` when a window of it cannot be
   * written by anyone: that window is dropped, and the next `hold` tells the owner to end the run.
   */
  open(run: Pick<RunQueue, 'runId' | 'sessionId' | 'epoch' | 'nextSeq' | 'onLost' | 'onRefused'>): RunQueue {
    const state = { held: false, lost: false, closed: false, inFlight: false, refusal: null };
    const queue = { ...run, ...state, pending: [], later: [], begunParts: new Set<string>(), waiters: [] };
    this.#queues.add(queue);
    return queue;
  }

  /** Nothing more comes from this owner. */
  close(queue: RunQueue): void {
    queue.closed = true;
    this.#queues.delete(queue);
    wakeAll(queue);
  }

  /** Queues events of a run in order. */
  append(queue: RunQueue, events: readonly RunEventDraft[]): void {
    if (queue.lost || queue.closed || queue.refusal) return;
    const target = queue.held ? queue.later : queue.pending;
    for (const event of events) {
      const merged = mergeEvents(target.at(-1), event);
      if (merged) target[target.length - 1] = merged;
      else target.push(event);
      if (!isPiece(event) || beginsPart(queue, event)) this.#urgent = true;
    }
    this.#schedule();
  }

  /**
   * Resolves when everything appended before is committed, and keeps what comes from then on back until `release`; false
   * when this owner has lost the run. Rejects once with the refusal when some of it cannot be written.
   */
  async hold(queue: RunQueue): Promise<boolean> {
    queue.held = true;
    while (!queue.lost && !queue.closed && (queue.pending.length > 0 || queue.inFlight)) {
      this.#urgent = true;
      this.#schedule();
      await new Promise<void>((resolve) => queue.waiters.push(resolve));
    }
    const { refusal } = queue;
    queue.refusal = null;
    if (refusal) throw refusal;
    return !queue.lost && !queue.closed;
  }

  /** Goes on after a transaction that has left the head of the log at `nextSeq`. */
  release(queue: RunQueue, nextSeq: number): void {
    queue.nextSeq = nextSeq;
    queue.held = false;
    queue.pending = queue.later;
    queue.later = [];
    if (queue.pending.length === 0) return;
    this.#urgent = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#writing) return;
    if (this.#urgent) {
      if (this.#timer) clearTimeout(this.#timer);
      this.#timer = null;
      this.#writing = true;
      queueMicrotask(() => void this.#drain());
      return;
    }
    if (this.#timer) return;
    // What it took to write the last window is not waited for again.
    const wait = this.#begunAt + TICK_MS - performance.now();
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        if (this.#writing) return;
        this.#writing = true;
        void this.#drain();
      },
      Math.max(wait, 1),
    );
  }

  async #drain(): Promise<void> {
    this.#urgent = false;
    this.#begunAt = performance.now();
    const taken = this.#take();
    if (taken.length > 0) await this.#write(taken);
    this.#writing = false;
    for (const queue of this.#queues) if (queue.pending.length > 0 && !queue.lost) return this.#schedule();
  }

  #take(): Taken[] {
    const taken = new Map<string, Taken>();
    for (const queue of this.#queues) {
      if (queue.pending.length === 0 || queue.lost || taken.has(queue.runId)) continue;
      const { runId, sessionId, epoch, nextSeq, pending } = queue;
      taken.set(runId, { queue, part: { runId, sessionId, epoch, expectedSeq: nextSeq, events: pending } });
      queue.pending = [];
      queue.inFlight = true;
    }
    return [...taken.values()];
  }

  async #write(taken: readonly Taken[]): Promise<void> {
    const written: Written = { durable: new Set(), refused: new Map() };
    const attempt = { deadline: this.#clock.now() + GIVE_UP_MS, isUnsure: false };
    await this.#commit(
      taken.map(({ part }) => part),
      attempt,
      written,
    );
    for (const { queue, part } of taken) {
      const refusal = written.refused.get(part.runId);
      queue.inFlight = false;
      if (written.durable.has(part.runId)) this.#publish(queue, part);
      else if (refusal) refuse(queue, refusal);
      else loseRun(queue);
      wakeAll(queue);
    }
  }

  /** Writes a window, again after a lost connection; what is then refused may have been committed: the head tells. */
  async #commit(parts: readonly WindowPart[], attempt: Attempt, written: Written): Promise<void> {
    const { durable } = written;
    let open = parts;
    for (;;) {
      try {
        this.windows += 1;
        for (const id of await this.#writer.writeWindow(open)) durable.add(id);
        open = open.filter((part) => !durable.has(part.runId));
        if (attempt.isUnsure && open.length > 0) await this.#settleByHead(open, durable);
        return;
      } catch (error) {
        const text = error instanceof Error ? error.message : 'unknown';
        if (!this.#isTransient(error)) return this.#isolate(open, { error, attempt, written });
        attempt.isUnsure = true;
        this.#log.warn({ error: text }, 'an event window was not written; trying again');
        if (this.#clock.now() > attempt.deadline) return;
        await this.#clock.sleep(RETRY_MS);
      }
    }
  }

  /** One event that cannot be stored must not hold up other runs: halves are written apart until it stands alone. */
  async #isolate(
    parts: readonly WindowPart[],
    of: { error: unknown; attempt: Attempt; written: Written },
  ): Promise<void> {
    const { error, attempt, written } = of;
    const [first] = parts;
    if (first === undefined) return;
    if (parts.length === 1) {
      if (attempt.isUnsure) await this.#settleByHead(parts, written.durable).catch(() => {});
      if (written.durable.has(first.runId)) return;
      const refusal = error instanceof Error ? error : new Error('unknown');
      this.#log.error({ runId: first.runId, error: refusal.message }, 'the events of a run cannot be written');
      written.refused.set(first.runId, refusal);
      return;
    }
    const middle = Math.ceil(parts.length / 2);
    await this.#commit(parts.slice(0, middle), { ...attempt }, written);
    await this.#commit(parts.slice(middle), { ...attempt }, written);
  }

  async #settleByHead(open: readonly WindowPart[], settled: Set<string>): Promise<void> {
    const heads = await this.#writer.heads(open);
    for (const part of open) {
      if (heads.get(part.runId) === part.expectedSeq + part.events.length) settled.add(part.runId);
    }
  }

  #publish(queue: RunQueue, part: WindowPart): void {
    const { runId, sessionId } = part;
    queue.nextSeq = part.expectedSeq + part.events.length;
    this.#sink(
      runId,
      // Run and session come last, as they are stored: the two texts of an event must be one.
      part.events.map((event, index) => ({ seq: part.expectedSeq + index, ...event, runId, sessionId }) as RunEvent),
    );
  }
}

function wakeAll(queue: RunQueue): void {
  for (const wake of queue.waiters.splice(0)) wake();
}

function loseRun(queue: RunQueue): void {
  queue.lost = true;
  queue.pending = [];
  queue.later = [];
  queue.onLost();
}

function refuse(queue: RunQueue, refusal: Error): void {
  queue.refusal = refusal;
  queue.pending = [];
  queue.later = [];
  queue.onRefused(refusal);
}

function beginsPart(queue: RunQueue, event: RunEventDraft): boolean {
  const part = partOf(event);
  if (queue.begunParts.has(part)) return false;
  queue.begunParts.add(part);
  return true;
}
