import type { EventSink, EventWriter, Logger, WindowPart } from '@/lib/agent/ports';
import type { RunEvent, RunEventDraft } from '@/lib/ir';

/** Later deltas of a part share one window of the process; the first of each part goes out at once. */
const TICK_MS = 33;
const RETRY_MS = 250;
const GIVE_UP_MS = 60_000;

interface RunQueue {
  readonly sessionId: string;
  readonly epoch: number;
  nextSeq: number;
  pending: RunEventDraft[];
  lost: boolean;
  waiters: (() => void)[];
}

type Delta = Extract<RunEventDraft, { type: 'text_delta' | 'reasoning_delta' | 'tool_call_delta' }>;

function isDelta(event: RunEventDraft): event is Delta {
  return event.type === 'text_delta' || event.type === 'reasoning_delta' || event.type === 'tool_call_delta';
}

/** Joins `next` into `last` when both are pieces of one part; costs the length of `next`, never of what was said. */
function joined(last: RunEventDraft | undefined, next: Delta): Delta | null {
  if (last === undefined || last.type !== next.type || last.requestId !== next.requestId) return null;
  if (last.type === 'tool_call_delta' && next.type === 'tool_call_delta') {
    if (last.toolCallDelta.index !== next.toolCallDelta.index) return null;
    const argsDelta = (last.toolCallDelta.argsDelta ?? '') + (next.toolCallDelta.argsDelta ?? '');
    return { ...last, toolCallDelta: { ...last.toolCallDelta, argsDelta } };
  }
  if (last.type === 'tool_call_delta' || next.type === 'tool_call_delta') return null;
  return { ...last, delta: last.delta + next.delta };
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
  readonly #runs = new Map<string, RunQueue>();
  #timer: NodeJS.Timeout | null = null;
  #writing = false;
  #urgent = false;
  /** Windows written so far; one statement each. */
  windows = 0;

  constructor(deps: { writer: EventWriter; sink: EventSink; log: Logger }) {
    this.#writer = deps.writer;
    this.#sink = deps.sink;
    this.#log = deps.log;
  }

  open(run: { runId: string; sessionId: string; epoch: number; nextSeq: number }): void {
    const { sessionId, epoch, nextSeq } = run;
    this.#runs.set(run.runId, { sessionId, epoch, nextSeq, pending: [], lost: false, waiters: [] });
  }

  close(runId: string): void {
    const queue = this.#runs.get(runId);
    this.#runs.delete(runId);
    for (const wake of queue?.waiters ?? []) wake();
  }

  /** Queues events of a run in order. */
  append(runId: string, events: readonly RunEventDraft[]): void {
    const queue = this.#runs.get(runId);
    if (!queue || queue.lost) return;
    for (const event of events) {
      const last = queue.pending.at(-1);
      const merged = isDelta(event) ? joined(last, event) : null;
      if (merged) queue.pending[queue.pending.length - 1] = merged;
      else queue.pending.push(event);
      if (!isDelta(event) || this.#startsPart(queue, last, event)) this.#urgent = true;
    }
    this.#schedule();
  }

  /** Resolves when all that was appended is committed; false when this owner has lost the run. */
  async flush(runId: string): Promise<boolean> {
    const queue = this.#runs.get(runId);
    if (!queue) return false;
    while (queue.pending.length > 0 && !queue.lost) {
      this.#urgent = true;
      this.#schedule();
      await new Promise<void>((resolve) => queue.waiters.push(resolve));
    }
    await this.#idle(queue);
    return !queue.lost;
  }

  /** Where the run's log stands after everything flushed. */
  nextSeq(runId: string): number {
    return this.#runs.get(runId)?.nextSeq ?? 0;
  }

  /** Tells the log that a transaction of the same owner moved the head. */
  moved(runId: string, nextSeq: number): void {
    const queue = this.#runs.get(runId);
    if (queue) queue.nextSeq = nextSeq;
  }

  readonly #lastPart = new WeakMap<RunQueue, string>();

  #startsPart(queue: RunQueue, last: RunEventDraft | undefined, event: Delta): boolean {
    const part = `${event.requestId}:${event.type}:${event.type === 'tool_call_delta' ? event.toolCallDelta.index : ''}`;
    const fresh = this.#lastPart.get(queue) !== part || (last !== undefined && !isDelta(last));
    this.#lastPart.set(queue, part);
    return fresh;
  }

  #inFlight: Set<RunQueue> = new Set();

  async #idle(queue: RunQueue): Promise<void> {
    while (this.#inFlight.has(queue)) await new Promise<void>((resolve) => queue.waiters.push(resolve));
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
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      if (this.#writing) return;
      this.#writing = true;
      void this.#drain();
    }, TICK_MS);
  }

  async #drain(): Promise<void> {
    this.#urgent = false;
    const taken = this.#take();
    if (taken.length > 0) await this.#write(taken);
    this.#writing = false;
    if ([...this.#runs.values()].some((queue) => queue.pending.length > 0 && !queue.lost)) this.#schedule();
  }

  #take(): { queue: RunQueue; part: WindowPart }[] {
    const taken: { queue: RunQueue; part: WindowPart }[] = [];
    for (const [runId, queue] of this.#runs) {
      if (queue.pending.length === 0 || queue.lost) continue;
      const { sessionId, epoch } = queue;
      taken.push({ queue, part: { runId, sessionId, epoch, expectedSeq: queue.nextSeq, events: queue.pending } });
      queue.pending = [];
      this.#inFlight.add(queue);
    }
    return taken;
  }

  async #write(taken: { queue: RunQueue; part: WindowPart }[]): Promise<void> {
    const durable = await this.#commit(taken.map(({ part }) => part));
    for (const { queue, part } of taken) {
      this.#inFlight.delete(queue);
      if (durable.has(part.runId)) this.#publish(queue, part);
      else queue.lost = true;
      for (const wake of queue.waiters.splice(0)) wake();
    }
  }

  /** Writes a window, again after a lost connection; the head tells whether the lost write had been committed. */
  async #commit(parts: readonly WindowPart[]): Promise<ReadonlySet<string>> {
    const deadline = Date.now() + GIVE_UP_MS;
    const settled = new Set<string>();
    let open = parts;
    while (open.length > 0) {
      try {
        this.windows += 1;
        for (const id of await this.#writer.writeWindow(open)) settled.add(id);
        return settled;
      } catch (error) {
        this.#log.warn(
          { error: error instanceof Error ? error.message : 'unknown' },
          'an event window was not written; trying again',
        );
        if (Date.now() > deadline) return settled;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        open = await this.#stillOpen(open, settled);
      }
    }
    return settled;
  }

  async #stillOpen(parts: readonly WindowPart[], settled: Set<string>): Promise<readonly WindowPart[]> {
    const heads = await this.#writer.heads(parts.map((part) => part.runId)).catch(() => null);
    if (heads === null) return parts;
    return parts.filter((part) => {
      const written = heads.get(part.runId) === part.expectedSeq + part.events.length;
      if (written) settled.add(part.runId);
      return !written;
    });
  }

  #publish(queue: RunQueue, part: WindowPart): void {
    const { runId, sessionId } = part;
    queue.nextSeq = part.expectedSeq + part.events.length;
    this.#sink(
      runId,
      part.events.map((event, index) => ({ seq: part.expectedSeq + index, runId, sessionId, ...event }) as RunEvent),
    );
  }
}
