import 'server-only';
import { type EventStore, eventJson, type StoredFrames } from '@/lib/db/event-store';
import { isTerminalEvent, type RunEvent } from '@/lib/ir';
import { encodeComment, encodeSseEvent } from '@/lib/sse/encode';
import { Bell } from './bell';

const RING_EVENTS = 1024;
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
  /** This process has written all there is of the run so far, and works on it: the rows know nothing more. */
  readonly isOurs: boolean;
  /** Ends the stream at once. */
  readonly signal: AbortSignal;
  /** Ends the stream once everything that is there has been read, with a comment that invites to resume. */
  readonly draining: AbortSignal;
}

/** What a reader gets next. */
interface Page {
  readonly last: number;
  readonly bytes: Uint8Array;
  readonly terminal: boolean;
  /** More rows follow it already. */
  readonly isCut: boolean;
}

/** A single event, as nearly always while a run is followed, is shared with its other readers and never copied. */
function pageOf(events: readonly Encoded[]): Page | null {
  const last = events.at(-1);
  if (last === undefined) return null;
  const bytes = events.length === 1 ? last.bytes : Buffer.concat(events.map((event) => event.bytes));
  return { last: last.seq, bytes, terminal: last.terminal, isCut: false };
}

function encodePage({ last, frames, terminal }: StoredFrames, isCut: boolean): Page {
  return { last, bytes: Buffer.from(frames), terminal, isCut };
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

  /**
   * Encoded events after the cursor, as they become durable; ends after the run's terminal event or with the run. While
   * a page of a long log is sent the next one is read, never more: a reader that does not read costs two pages.
   */
  async *watch({ runId, after, isOurs, signal, draining }: Watch): AsyncGenerator<Uint8Array> {
    let cursor = after;
    let silentPolls = 0;
    let ahead: Promise<Page | null> | null = null;
    const bell = new Bell([signal, draining]);
    if (isOurs) bell.takeRows();
    this.#subscribe(runId, bell);
    try {
      while (!signal.aborted) {
        const page: Page | null = await (ahead ?? this.#read(runId, cursor, bell));
        ahead = null;
        if (page) {
          cursor = page.last;
          silentPolls = 0;
          if (page.isCut) ahead = this.#readRows(runId, cursor);
          yield page.bytes;
          if (page.terminal) return;
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
  #read(runId: string, cursor: number, bell: Bell): Page | null | Promise<Page | null> {
    const events = this.#rings.get(runId)?.events;
    const [first, last] = [events?.[0], events?.at(-1)];
    if (events && first && last && first.seq <= cursor + 1 && cursor < last.seq) {
      return pageOf(events.slice(cursor + 1 - first.seq));
    }
    if (last?.seq === cursor && !bell.takeRows()) return null;
    return this.#readRows(runId, cursor);
  }

  /** Null as well when the rows cannot be read now. */
  #readRows(runId: string, cursor: number): Promise<Page | null> {
    return this.#findRows(runId, cursor).catch(() => null);
  }

  /** Where events are gone, one that says how things stand takes their place and that of all before the rest. */
  async #findRows(runId: string, cursor: number): Promise<Page | null> {
    const page = await this.#store.read(runId, cursor);
    if (page === null) return null;
    if (page.isWhole) return encodePage(page, page.isCut);
    const snapshot = await this.#store.snapshot(runId);
    return snapshot && snapshot.last > cursor ? encodePage(snapshot, false) : null;
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
