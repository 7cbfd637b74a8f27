import 'server-only';
import type { Pool } from 'pg';
import {
  type AgentRun,
  agentRunSchema,
  type MetonaMemoryItem,
  type MetonaToolResult,
  type PermissionRequest,
  type RunNotice,
  type RunStatus,
} from '@/lib/ir';
import { loadNotices } from './run-notices';
import {
  PERMISSION_SELECT,
  type PermissionRow,
  type RunRow,
  type ToolCallRow,
  toPermissionRequest,
  toToolCall,
} from './run-rows';

export interface RunFilter {
  readonly sessionId?: string;
  readonly status?: RunStatus;
  readonly before?: { createdAt: Date; id: string };
  readonly limit: number;
}

/** They are recalled before the first call of a model: later events need not be looked at. */
const MAX_RECALL_SEQ = 24;

interface Parts {
  calls: Map<string, ReturnType<typeof toToolCall>[]>;
  results: Map<string, MetonaToolResult[]>;
  open: Map<string, PermissionRequest[]>;
  recalled: Map<string, MetonaMemoryItem[]>;
  notices: Map<string, RunNotice[]>;
}

/** Runs as the API shows them; every read is confined to one user. */
export function createRunQueries(pool: Pool) {
  return {
    async find(userId: string, runId: string): Promise<AgentRun | null> {
      const { rows } = await pool.query<RunRow>('SELECT * FROM runs WHERE id = $1 AND user_id = $2', [runId, userId]);
      const [run] = await toAgentRuns(pool, rows);
      return run ?? null;
    },

    async list(userId: string, filter: RunFilter): Promise<AgentRun[]> {
      const { rows } = await pool.query<RunRow>(
        `SELECT * FROM runs WHERE user_id = $1 AND ($2::text IS NULL OR session_id = $2) AND ($3::text IS NULL OR status = $3)
           AND ($4::timestamptz IS NULL OR (created_at, id) < ($4, $5)) ORDER BY created_at DESC, id DESC LIMIT $6`,
        [
          userId,
          filter.sessionId ?? null,
          filter.status ?? null,
          filter.before?.createdAt ?? null,
          filter.before?.id ?? null,
          filter.limit,
        ],
      );
      return toAgentRuns(pool, rows);
    },

    async openPermissions(userId: string): Promise<PermissionRequest[]> {
      const { rows } = await pool.query<PermissionRow>(
        `${PERMISSION_SELECT} WHERE p.user_id = $1 AND p.status = 'open' ORDER BY p.created_at DESC, c.position DESC LIMIT 200`,
        [userId],
      );
      return rows.map(toPermissionRequest);
    },

    async findPermission(userId: string, runId: string, requestId: string): Promise<PermissionRequest | null> {
      const { rows } = await pool.query<PermissionRow>(
        `${PERMISSION_SELECT} WHERE p.id = $1 AND p.run_id = $2 AND p.user_id = $3`,
        [requestId, runId, userId],
      );
      return rows[0] ? toPermissionRequest(rows[0]) : null;
    },

    /** Where a run's log stands, for a reader's cursor. */
    async logState(userId: string, runId: string): Promise<{ lastSeq: number; finished: boolean } | null> {
      const { rows } = await pool.query<{ next_seq: number; finished_at: Date | null }>(
        'SELECT next_seq, finished_at FROM runs WHERE id = $1 AND user_id = $2',
        [runId, userId],
      );
      const row = rows[0];
      return row ? { lastSeq: row.next_seq - 1, finished: row.finished_at !== null } : null;
    },
  };
}
export type RunQueries = ReturnType<typeof createRunQueries>;

async function toAgentRuns(pool: Pool, rows: RunRow[]): Promise<AgentRun[]> {
  if (rows.length === 0) return [];
  const parts = await loadParts(
    pool,
    rows.map((row) => row.id),
  );
  return rows.map((row) => toAgentRun(row, parts));
}

async function loadParts(pool: Pool, ids: string[]): Promise<Parts> {
  const [calls, results, open, recalled, notices] = await Promise.all([
    pool.query<ToolCallRow & { run_id: string }>(
      'SELECT * FROM tool_calls WHERE run_id = ANY($1) ORDER BY step, position',
      [ids],
    ),
    pool.query<{ run_id: string; payload: MetonaToolResult }>(
      `SELECT r.run_id, r.payload FROM tool_results r JOIN tool_calls c ON c.id = r.call_id WHERE r.run_id = ANY($1) ORDER BY c.step, c.position`,
      [ids],
    ),
    pool.query<PermissionRow>(
      `${PERMISSION_SELECT} WHERE p.run_id = ANY($1) AND p.status = 'open' ORDER BY p.created_at, c.position`,
      [ids],
    ),
    pool.query<{ run_id: string; payload: string }>(
      `SELECT run_id, payload FROM run_events
       WHERE run_id = ANY($1) AND seq <= $2 AND payload LIKE '{"type":"memory_recalled"%' ORDER BY run_id, seq`,
      [ids, MAX_RECALL_SEQ],
    ),
    loadNotices(pool, ids),
  ]);
  return {
    calls: grouped(calls.rows, (row) => row.run_id, toToolCall),
    results: grouped(
      results.rows,
      (row) => row.run_id,
      (row) => row.payload,
    ),
    open: grouped(open.rows, (row) => row.run_id, toPermissionRequest),
    recalled: new Map(recalled.rows.map((row) => [row.run_id, JSON.parse(row.payload).items])),
    notices,
  };
}

function grouped<R, V>(rows: R[], key: (row: R) => string, value: (row: R) => V): Map<string, V[]> {
  const groups = new Map<string, V[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(value(row));
    else groups.set(key(row), [value(row)]);
  }
  return groups;
}

function toAgentRun(row: RunRow, parts: Parts): AgentRun {
  return agentRunSchema.parse({
    id: row.id,
    session_id: row.session_id,
    status: row.status,
    phase: row.finished_at === null ? row.phase : null,
    input: row.input,
    output: row.output,
    provider_id: row.provider_id,
    model: row.model,
    answered_by: row.answered_by,
    error: row.error,
    finish_reason: row.finish_reason,
    tool_calls: parts.calls.get(row.id) ?? [],
    tool_results: parts.results.get(row.id) ?? [],
    pending_permissions: parts.open.get(row.id) ?? [],
    usage: row.usage,
    steps_used: row.steps_used,
    limits: {
      max_steps: row.max_steps,
      max_tool_calls: row.max_tool_calls,
      timeout_ms: row.timeout_ms,
      token_budget: row.token_budget,
    },
    ...(row.constraints !== null && { constraints: row.constraints }),
    ...(parts.recalled.has(row.id) && { recalled_memories: parts.recalled.get(row.id) }),
    ...(parts.notices.has(row.id) && { notices: parts.notices.get(row.id) }),
    last_seq: row.next_seq - 1,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  });
}
