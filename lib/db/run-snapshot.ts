import 'server-only';
import type { Pool, PoolClient } from 'pg';
import type { RunEvent } from '@/lib/ir';
import {
  type MessageRow,
  PERMISSION_SELECT,
  type PermissionRow,
  type RunRow,
  type ToolCallRow,
  toPermissionRequest,
  toStoredMessage,
  toToolCall,
} from './run-rows';
import { inTransaction } from './sql';

type Snapshot = Extract<RunEvent, { type: 'snapshot' }>;

/**
 * Where the events that still have to be read begin: after the last stored message, before the attempt that goes on or
 * the end. What is missing behind that place cannot be read any more, so then the snapshot stands at the head.
 */
const PLACE = `
  WITH place AS (
    SELECT COALESCE(max(CASE
      WHEN payload LIKE '{"type":"message\\_committed"%' THEN seq
      WHEN payload ~ '^\\{"type":"(attempt_start|run_completed|run_failed|run_cancelled)"' THEN seq - 1
    END), -1) AS seq FROM run_events WHERE run_id = $1
  )
  SELECT place.seq AS seq, (SELECT count(*)::int FROM run_events WHERE run_id = $1 AND run_events.seq > place.seq) AS following,
    (extract(epoch FROM now()) * 1000)::float8 AS time FROM place`;

interface Place {
  seq: number;
  following: number;
  time: number;
}

/**
 * The state of a run in place of events that are gone, computed when somebody asks for it. Its `seq` is the last event
 * it stands for, `terminal` says that nothing will follow; null when there is no such run.
 */
export function readSnapshot(pool: Pool, runId: string): Promise<{ event: Snapshot; terminal: boolean } | null> {
  return inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const { rows } = await client.query<RunRow>('SELECT * FROM runs WHERE id = $1', [runId]);
    const run = rows[0];
    if (!run) return null;
    const place = (await client.query<Place>(PLACE, [runId])).rows[0];
    const head = run.next_seq - 1;
    const isWhole = place !== undefined && place.seq + place.following === head;
    const lastSeq = isWhole && place.seq >= 0 ? place.seq : head;
    const hasEnded = run.finished_at !== null;
    const event: Snapshot = {
      type: 'snapshot',
      seq: lastSeq,
      runId,
      sessionId: run.session_id,
      requestId: '',
      iteration: run.steps_used,
      timestamp: Math.round(place?.time ?? 0),
      ...(await readParts(client, run)),
      phase: hasEnded ? null : run.phase,
      lastSeq,
    };
    return { event, terminal: hasEnded && lastSeq === head };
  });
}

/** The question is not of the run's making: no event ever brought it. */
const MESSAGES = `
  SELECT * FROM messages WHERE session_id = $1 AND run_id = $2 AND id <> $3 AND status <> 'summary' ORDER BY depth, created_at`;
const OPEN_CALLS = `
  SELECT c.* FROM tool_calls c WHERE c.run_id = $1 AND NOT EXISTS (SELECT 1 FROM tool_results r WHERE r.call_id = c.id)
  ORDER BY c.step, c.position`;
const QUESTIONS = `${PERMISSION_SELECT} WHERE p.run_id = $1 AND p.status = 'open' ORDER BY p.created_at, c.position`;

async function readParts(
  client: PoolClient,
  { id, session_id, input_message_id }: RunRow,
): Promise<Pick<Snapshot, 'messages' | 'openCalls' | 'pendingPermissions'>> {
  const messages = await client.query<MessageRow>(MESSAGES, [session_id, id, input_message_id]);
  const calls = await client.query<ToolCallRow>(OPEN_CALLS, [id]);
  const questions = await client.query<PermissionRow>(QUESTIONS, [id]);
  return {
    messages: messages.rows.map(toStoredMessage),
    openCalls: calls.rows.map(toToolCall),
    pendingPermissions: questions.rows.map(toPermissionRequest),
  };
}
