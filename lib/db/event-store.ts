import 'server-only';
import type { Pool } from 'pg';
import type { EventWriter, WindowPart } from '@/lib/agent/ports';
import type { RunEvent, RunEventDraft } from '@/lib/ir';
import { readSnapshot } from './run-snapshot';
import type { Queryable } from './sql';

/** One stored event as JSON text, ready to be sent. */
export interface StoredEvent {
  readonly seq: number;
  readonly json: string;
  readonly terminal: boolean;
}

const TERMINAL_PAYLOAD = /^\{"type":"run_(completed|failed|cancelled)"/;

/** The stored form: the event with its run and session, its type first, without its seq. */
function payloadOf(event: RunEventDraft, runId: string, sessionId: string): string {
  const { type, ...rest } = event;
  return JSON.stringify({ type, ...rest, runId, sessionId });
}

/** Puts the seq back in front of a stored payload. */
function withSeq(seq: number, payload: string): string {
  return `{"seq":${seq},${payload.slice(1)}`;
}

/** An event as JSON text, the same text whether it comes from memory or from its row. */
export function eventJson(event: RunEvent): string {
  const { seq, runId, sessionId, ...draft } = event;
  return withSeq(seq, payloadOf(draft as RunEventDraft, runId ?? '', sessionId));
}

/** The event as watchers get it once it is durable. */
export function sealEvent(draft: RunEventDraft, place: { runId: string; sessionId: string; seq: number }): RunEvent {
  return { ...place, ...draft } as RunEvent;
}

// Rows are locked in the order of their ids, as the renewal of leases does: two statements never wait for each other.
const WRITE_WINDOW = `
  WITH part AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::int[]) AS t(run_id, epoch, expected, n)
  ), locked AS (
    SELECT id FROM runs WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE
  ), moved AS (
    UPDATE runs r SET next_seq = r.next_seq + part.n
    FROM part JOIN locked ON locked.id = part.run_id
    WHERE r.id = part.run_id AND r.epoch = part.epoch AND r.next_seq = part.expected AND r.status = 'running'
    RETURNING r.id
  ), written AS (
    INSERT INTO run_events (run_id, seq, payload)
    SELECT e.run_id, e.seq, e.payload
    FROM unnest($5::text[], $6::int[], $7::text[]) AS e(run_id, seq, payload)
    JOIN moved ON moved.id = e.run_id
  )
  SELECT id FROM moved`;

/** Events of many runs in one multi-row statement, and reading them back by cursor. */
export function createEventStore(pool: Pool) {
  const writer: EventWriter = {
    async writeWindow(parts) {
      const { rows } = await pool.query<{ id: string }>(WRITE_WINDOW, windowColumns(parts));
      return new Set(rows.map((row) => row.id));
    },
    async heads(parts) {
      const { rows } = await pool.query<{ id: string; next_seq: number }>(
        `SELECT r.id, r.next_seq FROM runs r JOIN unnest($1::text[], $2::int[]) AS t(id, epoch) USING (id, epoch) WHERE r.status = 'running'`,
        [parts.map((part) => part.runId), parts.map((part) => part.epoch)],
      );
      return new Map(rows.map((row) => [row.id, row.next_seq]));
    },
  };
  return {
    writer,
    /** Whether the run is still there; its session may have been deleted. True when that cannot be asked. */
    async hasRun(runId: string): Promise<boolean> {
      const found = await pool.query('SELECT 1 FROM runs WHERE id = $1', [runId]).catch(() => null);
      return found === null || found.rows.length > 0;
    },
    /** Events after `after`, oldest first, at most `limit`. */
    async read(runId: string, after: number, limit: number): Promise<StoredEvent[]> {
      const { rows } = await pool.query<{ seq: number; payload: string }>(
        'SELECT seq, payload FROM run_events WHERE run_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
        [runId, after, limit],
      );
      return rows.map((row) => ({
        seq: row.seq,
        json: withSeq(row.seq, row.payload),
        terminal: TERMINAL_PAYLOAD.test(row.payload),
      }));
    },
    /** The run as it stands, for a reader whose next events are gone; its seq is the last event it stands for. */
    async snapshot(runId: string): Promise<StoredEvent | null> {
      const read = await readSnapshot(pool, runId);
      return read && { seq: read.event.seq, json: eventJson(read.event), terminal: read.terminal };
    },
  };
}
export type EventStore = ReturnType<typeof createEventStore>;

function windowColumns(parts: readonly WindowPart[]): unknown[] {
  const owners: string[] = [];
  const seqs: number[] = [];
  const payloads: string[] = [];
  for (const part of parts) {
    part.events.forEach((event, index) => {
      owners.push(part.runId);
      seqs.push(part.expectedSeq + index);
      payloads.push(payloadOf(event, part.runId, part.sessionId));
    });
  }
  return [
    parts.map((part) => part.runId),
    parts.map((part) => part.epoch),
    parts.map((part) => part.expectedSeq),
    parts.map((part) => part.events.length),
    owners,
    seqs,
    payloads,
  ];
}

/** Appends events inside a transaction that already holds the run's row. */
export async function insertEvents(
  client: Queryable,
  place: { runId: string; sessionId: string; firstSeq: number },
  events: readonly RunEventDraft[],
): Promise<void> {
  if (events.length === 0) return;
  await client.query(
    'INSERT INTO run_events (run_id, seq, payload) SELECT $1, e.seq, e.payload FROM unnest($2::int[], $3::text[]) AS e(seq, payload)',
    [
      place.runId,
      events.map((_, index) => place.firstSeq + index),
      events.map((event) => payloadOf(event, place.runId, place.sessionId)),
    ],
  );
}
