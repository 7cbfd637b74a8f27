import 'server-only';
import { type EventStore, eventJson, type StoredEvent } from '@/lib/db/event-store';
import { isTerminalEvent, type RunEvent } from '@/lib/ir';
import { encodeComment, encodeSseEvent } from '@/lib/sse/encode';
import { Bell } from './bell';

const RING_EVENTS = 1024;
const PAGE_EVENTS = 500;
const POLL_MS = 1_000;
/** After so many polls in silence a reader makes sure that the run still exists. */
const POLLS_PER_LOOK = 3;
/** A run that parks or ends leaves its ring behind this long for those who are just reconnecting. */
const RING_LIFE_MS = 30_000;

interface Encoded {
  readonly seq: number;
  readonly bytes: Uint8Array;
  readonly terminal: boolean;
}

/** The newest committed events of a run that this process wrote, encoded once for all watchers. */
interface Ring {
  events: Encoded[];
  touchedAt: number;
}

export interface Watch {
  readonly runId: string;
  /** The last event the reader has; -1 for none. */
  readonly after: number;
  /** Ends the stream at once. */
  readonly signal: AbortSignal;
  /** Ends the stream once everything that is there has been read, with a comment that invites to resume. */
  readonly draining: AbortSignal;
}

function joinBytes(parts: readonly Encoded[]): Uint8Array {
  return Buffer.concat(parts.map((part) => part.bytes));
}

/**
 * Lets any number of readers follow the log of a run. A reader is a cursor: it subscribes, reads on from where it is, and
 * a wake-up only means "read again". What this process has just committed comes from memory, everything else from rows.
 */
export class RunHub {
  readonly #store: EventStore;
  readonly #now: () => number;
  readonly #rings = new Map<string, Ring>();
  readonly #bells = new Map<string, Set<Bell>>();
  #sweptAt = 0;

  constructor(store: EventStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Takes events that were just committed by this process, in order. */
  publish(runId: string, events: readonly RunEvent[]): void {
    const ring = this.#ringFor(runId, events[0]?.seq ?? 0);
    for (const event of events) {
      ring.events.push({
        seq: event.seq,
        bytes: encodeSseEvent(event.seq, eventJson(event)),
        terminal: isTerminalEvent(event),
      });
    }
    if (ring.events.length > RING_EVENTS) ring.events.splice(0, ring.events.length - RING_EVENTS);
    for (const bell of this.#bells.get(runId) ?? []) bell.ring();
  }

  /** Another process committed events of this run: they are in the rows only. */
  nudge(runId: string): void {
    for (const bell of this.#bells.get(runId) ?? []) bell.ringForRows();
  }

  /** Encoded events after the cursor, as they become durable; ends after the run's terminal event or with the run. */
  async *watch({ runId, after, signal, draining }: Watch): AsyncGenerator<Uint8Array> {
    let cursor = after;
    let silentPolls = 0;
    const bell = new Bell([signal, draining]);
    this.#subscribe(runId, bell);
    try {
      while (!signal.aborted) {
        const page = await this.#read(runId, cursor, bell);
        const last = page.at(-1);
        if (last) {
          cursor = last.seq;
          silentPolls = 0;
          yield joinBytes(page);
          if (last.terminal) return;
        } else if (draining.aborted) {
          yield encodeComment('draining');
          return;
        } else if (!(await bell.wait(POLL_MS))) {
          silentPolls += 1;
          if (silentPolls % POLLS_PER_LOOK === 0 && !(await this.#store.hasRun(runId))) return;
        }
      }
    } finally {
      bell.release();
      this.#unsubscribe(runId, bell);
    }
  }

  /** From memory when it reaches back to the cursor. A reader at its head asks the rows only when told to. */
  async #read(runId: string, cursor: number, bell: Bell): Promise<readonly Encoded[]> {
    const events = this.#rings.get(runId)?.events;
    const [first, last] = [events?.[0], events?.at(-1)];
    if (events && first && last && first.seq <= cursor + 1 && cursor < last.seq) {
      return events.slice(cursor + 1 - first.seq);
    }
    if (last?.seq === cursor && !bell.takeRows()) return [];
    const rows = await this.#readRows(runId, cursor).catch(() => []);
    return rows.map(({ seq, json, terminal }) => ({ seq, bytes: encodeSseEvent(seq, json), terminal }));
  }

  /** Where events are gone, one that says how things stand takes their place and that of all before the rest. */
  async #readRows(runId: string, cursor: number): Promise<readonly StoredEvent[]> {
    const rows = await this.#store.read(runId, cursor, PAGE_EVENTS);
    if (rows.every(({ seq }, index) => seq === cursor + 1 + index)) return rows;
    const snapshot = await this.#store.snapshot(runId);
    return snapshot && snapshot.seq > cursor ? [snapshot] : [];
  }

  #ringFor(runId: string, firstSeq: number): Ring {
    const now = this.#now();
    this.#sweep(now);
    const known = this.#rings.get(runId);
    if (known?.events.at(-1)?.seq === firstSeq - 1) {
      known.touchedAt = now;
      return known;
    }
    const ring = { events: [], touchedAt: now };
    this.#rings.set(runId, ring);
    return ring;
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < RING_LIFE_MS / 2) return;
    this.#sweptAt = now;
    for (const [runId, ring] of this.#rings) if (now - ring.touchedAt > RING_LIFE_MS) this.#rings.delete(runId);
  }

  #subscribe(runId: string, bell: Bell): void {
    const bells = this.#bells.get(runId);
    if (bells) bells.add(bell);
    else this.#bells.set(runId, new Set([bell]));
  }

  #unsubscribe(runId: string, bell: Bell): void {
    const bells = this.#bells.get(runId);
    bells?.delete(bell);
    if (bells?.size === 0) this.#bells.delete(runId);
  }
}
