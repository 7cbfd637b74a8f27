import 'server-only';
import type { Pool } from 'pg';
import type { MetonaError, MetonaStoredMessage, MetonaTokenUsage, MetonaToolResult } from '@/lib/ir';
import { type MessageRow, type RunRow, toStoredMessage } from './run-rows';
import { ABOVE_PATH } from './sql';

/** Messages before the end of a run that a trace looks at; earlier ones are only counted. */
const MAX_PATH = 250;

export interface TraceAttemptRow {
  run_id: string;
  id: string;
  step: number;
  attempt: number;
  purpose: 'chat' | 'summary';
  provider_id: string;
  model: string;
  status: string;
  usage: MetonaTokenUsage | null;
  error: MetonaError | null;
  meta: Record<string, unknown> | null;
  started_at: Date;
  first_token_at: Date | null;
  ended_at: Date | null;
}

export interface TraceCallRow {
  id: string;
  step: number;
  name: string;
  status: string;
  args: unknown;
  proposed_args: unknown;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  result: MetonaToolResult | null;
}

export interface TraceWaitRow {
  id: string;
  call_id: string;
  tool_name: string;
  permission: string;
  status: string;
  reason: string | null;
  decision_reason: string | null;
  step: number;
  created_at: Date;
  decided_at: Date | null;
}

interface TraceMemoryRow {
  id: string;
  type: string;
  content: string;
}

type TraceRunRow = Pick<
  RunRow,
  | 'provider_id'
  | 'model'
  | 'params'
  | 'system_prompt'
  | 'input_message_id'
  | 'phase'
  | 'created_at'
  | 'started_at'
  | 'finished_at'
>;

/** Everything a run left behind, and what its attempts refer to. */
export interface TraceRows {
  readonly run: TraceRunRow;
  /** In the order in which they began. */
  readonly attempts: readonly TraceAttemptRow[];
  readonly calls: readonly TraceCallRow[];
  readonly waits: readonly TraceWaitRow[];
  /** The end of the path the run stands on, oldest first. */
  readonly path: readonly MetonaStoredMessage[];
  readonly summaries: readonly MetonaStoredMessage[];
  readonly memories: readonly TraceMemoryRow[];
}

const PATH = `
  WITH RECURSIVE path AS (
    SELECT m.*, 1 AS place FROM runs r JOIN messages m ON m.id = r.tail_message_id AND m.user_id = r.user_id
    WHERE r.id = $1 AND r.user_id = $2
    UNION ALL
    SELECT m.*, path.place + 1 FROM path CROSS JOIN LATERAL ${ABOVE_PATH} m
    WHERE path.place < $3 AND m.session_id = path.session_id AND m.user_id = $2
  )
  SELECT * FROM path ORDER BY place DESC`;

/** What a trace is made of; null for a run that is not this user's. */
export async function loadTraceRows(pool: Pool, userId: string, runId: string): Promise<TraceRows | null> {
  const own = [runId, userId];
  const [runs, attempts, calls, waits, path] = await Promise.all([
    pool.query<TraceRunRow>('SELECT * FROM runs WHERE id = $1 AND user_id = $2', own),
    pool.query<TraceAttemptRow>(
      'SELECT * FROM attempts WHERE run_id = $1 AND user_id = $2 ORDER BY started_at, step, attempt',
      own,
    ),
    pool.query<TraceCallRow>(
      `SELECT c.*, r.payload AS result FROM tool_calls c LEFT JOIN tool_results r ON r.call_id = c.id WHERE c.run_id = $1 AND c.user_id = $2 ORDER BY c.step, c.position`,
      own,
    ),
    pool.query<TraceWaitRow>(
      `SELECT p.*, c.step FROM permission_requests p JOIN tool_calls c ON c.id = p.call_id WHERE p.run_id = $1 AND p.user_id = $2`,
      own,
    ),
    pool.query<MessageRow>(PATH, [...own, MAX_PATH]),
  ]);
  const run = runs.rows[0];
  if (!run) return null;
  const sent = attempts.rows.map((row) => refersTo(row.meta));
  const [summaries, memories] = await Promise.all([
    loadSummaries(pool, userId, [...new Set(sent.flatMap((refers) => refers.summary))]),
    loadMemories(pool, userId, [...new Set(sent.flatMap((refers) => refers.memories))]),
  ]);
  return {
    run,
    attempts: attempts.rows,
    calls: calls.rows,
    waits: waits.rows,
    path: path.rows.map(toStoredMessage),
    summaries,
    memories,
  };
}

function refersTo(meta: TraceAttemptRow['meta']): { summary: string[]; memories: string[] } {
  const sent = meta?.sent;
  if (typeof sent !== 'object' || sent === null) return { summary: [], memories: [] };
  const { summary, memories } = sent as { summary?: unknown; memories?: unknown };
  return {
    summary: typeof summary === 'string' ? [summary] : [],
    memories: Array.isArray(memories) ? memories.filter((id) => typeof id === 'string') : [],
  };
}

async function loadSummaries(pool: Pool, userId: string, ids: string[]): Promise<MetonaStoredMessage[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<MessageRow>('SELECT * FROM messages WHERE id = ANY($1) AND user_id = $2', [
    ids,
    userId,
  ]);
  return rows.map(toStoredMessage);
}

async function loadMemories(pool: Pool, userId: string, ids: string[]): Promise<TraceMemoryRow[]> {
  if (ids.length === 0) return [];
  const sql = 'SELECT id, type, content FROM memories WHERE id = ANY($1) AND user_id = $2';
  return (await pool.query<TraceMemoryRow>(sql, [ids, userId])).rows;
}
