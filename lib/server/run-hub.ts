import 'server-only';
import type { EventStore } from '@/lib/db/event-store';
import { isTerminalEvent, type RunEvent } from '@/lib/ir';
import { encodeSseEvent } from '@/lib/sse/encode';

const RING_EVENTS = 1024;
const PAGE_EVENTS = 500;
const POLL_MS = 1_000;
const KEEP_AFTER_END_MS = 10_000;

interface Encoded {
  readonly seq: number;
  readonly bytes: Uint8Array;
  readonly terminal: boolean;
}

/** The newest committed events of a run that this process wrote, encoded once for all watchers. */
interface Ring {
  events: Encoded[];
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
  readonly #rings = new Map<string, Ring>();
  readonly #wakers = new Map<string, Set<() => void>>();

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** Takes events that were just committed by this process, in order. */
  publish(runId: string, events: readonly RunEvent[]): void {
    const ring = this.#ringFor(runId, events[0]?.seq ?? 0);
    for (const event of events) {
      ring.events.push({
        seq: event.seq,
        bytes: encodeSseEvent(event.seq, JSON.stringify(event)),
        terminal: isTerminalEvent(event),
      });
    }
    if (ring.events.length > RING_EVENTS) ring.events.splice(0, ring.events.length - RING_EVENTS);
    if (ring.events.at(-1)?.terminal) setTimeout(() => this.#rings.delete(runId), KEEP_AFTER_END_MS).unref();
    this.nudge(runId);
  }

  /** Somebody committed events of this run. */
  nudge(runId: string): void {
    for (const wake of this.#wakers.get(runId) ?? []) wake();
  }

  /** Encoded events after `after`, as they become durable; ends after the run's terminal event or with the signal. */
  async *watch(runId: string, after: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    let cursor = after;
    const bell = new Bell(signal);
    this.#subscribe(runId, bell.ring);
    try {
      while (!signal.aborted) {
        const page = this.#fromRing(runId, cursor) ?? (await this.#fromRows(runId, cursor));
        const last = page.at(-1);
        if (!last) {
          await bell.wait(POLL_MS);
          continue;
        }
        cursor = last.seq;
        yield joinBytes(page);
        if (last.terminal) return;
      }
    } finally {
      this.#unsubscribe(runId, bell.ring);
    }
  }

  #ringFor(runId: string, firstSeq: number): Ring {
    const known = this.#rings.get(runId);
    const last = known?.events.at(-1);
    if (known && (last === undefined || last.seq === firstSeq - 1)) return known;
    const ring = { events: [] };
    this.#rings.set(runId, ring);
    return ring;
  }

  /** Null when the ring does not reach back to the cursor or has nothing newer: rows decide then. */
  #fromRing(runId: string, cursor: number): Encoded[] | null {
    const events = this.#rings.get(runId)?.events;
    const first = events?.[0];
    if (!events || !first || first.seq > cursor + 1) return null;
    const page = events.slice(cursor + 1 - first.seq);
    return page.length > 0 ? page : null;
  }

  async #fromRows(runId: string, cursor: number): Promise<Encoded[]> {
    const rows = await this.#store.read(runId, cursor, PAGE_EVENTS).catch(() => []);
    return rows.map(({ seq, json, terminal }) => ({ seq, bytes: encodeSseEvent(seq, json), terminal }));
  }

  #subscribe(runId: string, wake: () => void): void {
    const wakers = this.#wakers.get(runId);
    if (wakers) wakers.add(wake);
    else this.#wakers.set(runId, new Set([wake]));
  }

  #unsubscribe(runId: string, wake: () => void): void {
    const wakers = this.#wakers.get(runId);
    wakers?.delete(wake);
    if (wakers?.size === 0) this.#wakers.delete(runId);
  }
}

/** A wake-up that is remembered when it comes while nobody waits. */
class Bell {
  readonly #signal: AbortSignal;
  #rung = false;
  #resolve: (() => void) | null = null;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.ring, { once: true });
  }

  readonly ring = (): void => {
    this.#rung = true;
    this.#resolve?.();
  };

  async wait(ms: number): Promise<void> {
    if (!this.#rung && !this.#signal.aborted) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
      this.#resolve = null;
    }
    this.#rung = false;
  }
}
