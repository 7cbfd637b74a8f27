import type { RunEvent } from '@/lib/ir';
import { decodeSse } from '@/lib/sse/decode-sse';
import { ApiFailure, readFailure, toApiFailure } from './api';
import { type TakeStreamSlot, takeStreamSlot } from './run-stream-slots';
import { readWatched, sleepFor } from './run-watched-stream';

export type ConnectionState = 'connecting' | 'open' | 'reconnecting' | 'closed';

export interface RunEventSourceOptions {
  readonly signal: AbortSignal;
  /** The last event that is known already; -1 asks for everything. */
  readonly after?: number;
  /** An answer that is streaming the run already, as `POST /api/agent/runs` gives it. */
  readonly first?: Response;
  readonly onConnection?: (state: ConnectionState) => void;
  readonly fetch?: typeof globalThis.fetch;
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
  /** Silence, heartbeats included, after which a connection counts as dead. */
  readonly silenceMs?: number;
  readonly takeSlot?: TakeStreamSlot;
}

const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
const SILENCE_MS = 45_000;
/** Without a place for a lasting stream a reader looks in for so long, and comes back after the pause. */
const GLANCE_MS = 400;
const GLANCE_PAUSE_MS = 1_000;
const terminalTypes: ReadonlySet<string> = new Set(['run_completed', 'run_failed', 'run_cancelled']);

/**
 * The events of a run in order, each once, over as many connections as it takes. Ends after the terminal event or when
 * the server says that nothing is left (204). Rejects with `ApiFailure` when the server refuses (4xx but 429): asking
 * again would not help. Aborting ends it quietly.
 */
export async function* readRunEvents(runId: string, options: RunEventSourceOptions): AsyncGenerator<RunEvent> {
  const { signal, onConnection, sleep = sleepFor, random = Math.random, takeSlot = takeStreamSlot } = options;
  let cursor = options.after ?? -1;
  let response = options.first ?? null;
  let failures = 0;
  while (!signal.aborted) {
    const leaveSlot = await takeSlot();
    try {
      onConnection?.(failures === 0 ? 'connecting' : 'reconnecting');
      response ??= await openEvents(runId, cursor, options);
      if (response.status === 204) return;
      onConnection?.('open');
      const glance = leaveSlot === null ? AbortSignal.timeout(GLANCE_MS) : null;
      const until = glance === null ? signal : AbortSignal.any([signal, glance]);
      for await (const event of readBody(response, { ...options, signal: until })) {
        if (event.seq <= cursor) continue;
        cursor = event.seq;
        failures = 0;
        yield event;
        if (terminalTypes.has(event.type)) return;
      }
      failures += glance?.aborted ? 0 : 1;
      await sleep(glance?.aborted ? GLANCE_PAUSE_MS : delayOf(null, failures, random), signal);
    } catch (caught) {
      if (signal.aborted) return;
      if (isFinal(caught)) throw caught;
      failures += 1;
      onConnection?.('reconnecting');
      await sleep(delayOf(caught, failures, random), signal);
    } finally {
      response = null;
      leaveSlot?.();
    }
  }
}

async function openEvents(runId: string, cursor: number, options: RunEventSourceOptions): Promise<Response> {
  const request = options.fetch ?? globalThis.fetch;
  const response = await request(`/api/agent/runs/${encodeURIComponent(runId)}/events`, {
    headers: { accept: 'text/event-stream', ...(cursor >= 0 && { 'last-event-id': String(cursor) }) },
    cache: 'no-store',
    credentials: 'same-origin',
    signal: options.signal,
  });
  if (!response.ok) throw await readFailure(response);
  return response;
}

async function* readBody(response: Response, options: RunEventSourceOptions): AsyncGenerator<RunEvent> {
  if (response.body === null) return;
  const chunks = readWatched(response.body, options.silenceMs ?? SILENCE_MS, options.signal);
  for await (const message of decodeSse(chunks, { maxTotalBytes: Number.POSITIVE_INFINITY })) {
    const event = parseEvent(message.data);
    if (event !== null) yield event;
  }
}

function parseEvent(data: string): RunEvent | null {
  const value: unknown = JSON.parse(data);
  if (typeof value !== 'object' || value === null) return null;
  const { type, seq } = value as { type?: unknown; seq?: unknown };
  return typeof type === 'string' && typeof seq === 'number' ? (value as RunEvent) : null;
}

/** A refusal stays one; too many streams, a server in trouble and a broken line are worth another try. */
function isFinal(caught: unknown): boolean {
  if (!(caught instanceof ApiFailure)) return false;
  return caught.status >= 400 && caught.status < 500 && caught.status !== 429 && caught.status !== 408;
}

function delayOf(caught: unknown, failures: number, random: () => number): number {
  const asked = caught === null ? undefined : toApiFailure(caught).error.retryAfterMs;
  if (asked !== undefined) return Math.min(asked, 60_000);
  const ceiling = Math.min(BASE_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS);
  return ceiling / 2 + (ceiling / 2) * random();
}
