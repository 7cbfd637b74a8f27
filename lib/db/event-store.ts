import 'server-only';
import type { Pool } from 'pg';
import type { EventWriter, WindowPart } from '@/lib/agent/ports';
import type { RunEvent, RunEventDraft } from '@/lib/ir';
import { createKeptConnection } from './kept-connection';
import { readSnapshot } from './run-snapshot';
import type { Bind } from './write-batch';

/** Adjacent events as the frames that are sent, in one text. */
export interface StoredFrames {
  readonly last: number;
  readonly frames: string;
  /** Nothing follows these events. */
  readonly terminal: boolean;
}

interface StoredPage extends StoredFrames {
  /** None between the cursor and the last one is gone. */
  readonly isWhole: boolean;
  /** There are more in all likelihood. */
  readonly isCut: boolean;
}

/** Where a page begins with a gap. */
const NOTHING = { frames: '', terminal: false, isWhole: false, isCut: true };

const PAGE_EVENTS = 500;
/** A page ends with the event that crosses it. */
const PAGE_BYTES = 128 * 1024;
const TERMINAL_PAYLOAD = /^\{"type":"run_(completed|failed|cancelled)"/;

// Members keep the place where they were first.
const TYPE_FIRST = { type: '' };
const SEQ_FIRST = { seq: 0, type: '' };

/** The stored form: the event with its run and session, its type first, without its seq. */
function payloadOf(event: RunEventDraft, runId: string, sessionId: string): string {
  return JSON.stringify({ ...TYPE_FIRST, ...event, runId, sessionId });
}

/** An event as JSON text: its stored form with the seq in front, if run and session are its last members. */
export function eventJson(event: RunEvent): string {
  return JSON.stringify({ ...SEQ_FIRST, ...event });
}

/** The event as watchers get it once it is durable. */
export function sealEvent(draft: RunEventDraft, place: { runId: string; sessionId: string; seq: number }): RunEvent {
  const { runId, sessionId, seq } = place;
  return { seq, ...draft, runId, sessionId } as RunEvent;
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

/**
 * A range of seqs instead of a limit: without statistics of a log that was just written, a limit has its whole rest
 * sorted. A last row without payload says that there are events beyond the range; the same statement has to tell, or what
 * is written meanwhile would look like a gap. Frames are joined here: one long text is dearer to take over than its rows.
 */
const READ_PAGE = `
  SELECT seq, payload FROM (
    SELECT seq, payload, sum(octet_length(payload)) OVER (ORDER BY seq) - octet_length(payload) AS before
    FROM run_events WHERE run_id = $1 AND seq > $2::int AND seq <= $2::int + ${PAGE_EVENTS}
  ) AS due WHERE before <= ${PAGE_BYTES}
  UNION ALL
  SELECT $2::int + ${PAGE_EVENTS + 1}, NULL
  WHERE EXISTS (SELECT 1 FROM run_events WHERE run_id = $1 AND seq > $2::int + ${PAGE_EVENTS})
  ORDER BY seq`;

function framesOf(rows: readonly PageRow[]): string {
  return rows.map(({ seq, payload }) => `id: ${seq}\ndata: {"seq":${seq},${payload?.slice(1)}\n\n`).join('');
}

interface PageRow {
  seq: number;
  payload: string | null;
}

/** Events of many runs in one multi-row statement, and reading them back by cursor. */
export function createEventStore(pool: Pool) {
  const connection = createKeptConnection(pool);
  const writer: EventWriter = {
    async writeWindow(parts) {
      const { rows } = await connection.query<{ id: string }>(WRITE_WINDOW, windowColumns(parts));
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
    /** Events after `after`, oldest first, as many as fill a page; null where none are. */
    async read(runId: string, after: number): Promise<StoredPage | null> {
      const { rows } = await pool.query<PageRow>(READ_PAGE, [runId, after]);
      const hasLater = rows.at(-1)?.payload === null;
      if (hasLater) rows.pop();
      const last = rows.at(-1);
      if (last === undefined) return hasLater ? { ...NOTHING, last: after } : null;
      const frames = framesOf(rows);
      const terminal = TERMINAL_PAYLOAD.test(last.payload ?? '');
      const isCut = !terminal && (hasLater || frames.length > PAGE_BYTES / 2);
      return { last: last.seq, frames, terminal, isWhole: last.seq === after + rows.length, isCut };
    },
    /** The run as it stands, for a reader whose next events are gone; its seq is the last event it stands for. */
    async snapshot(runId: string): Promise<StoredFrames | null> {
      const read = await readSnapshot(pool, runId);
      if (!read) return null;
      const { seq } = read.event;
      return { last: seq, frames: `id: ${seq}\ndata: ${eventJson(read.event)}\n\n`, terminal: read.terminal };
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

/** Appends events behind the gate of a run, which tells that the head of its log stands at `firstSeq`. */
export function insertEventsSql(
  bind: Bind,
  place: { runId: string; sessionId: string; firstSeq: number },
  events: readonly RunEventDraft[],
): string {
  const seqs = bind(events.map((_, index) => place.firstSeq + index));
  const payloads = bind(events.map((event) => payloadOf(event, place.runId, place.sessionId)));
  return `INSERT INTO run_events (run_id, seq, payload)
    SELECT ${bind(place.runId)}, e.seq, e.payload FROM gate, unnest(${seqs}::int[], ${payloads}::text[]) AS e(seq, payload)`;
}
