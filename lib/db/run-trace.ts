import 'server-only';
import type { Pool } from 'pg';
import type { MetonaError, MetonaTokenUsage, MetonaToolResult } from '@/lib/ir';

/** One stretch of a run; times are ISO 8601, `ended_at` null while it goes on. */
export interface TraceSpan {
  readonly id: string;
  readonly kind: 'attempt' | 'tool' | 'wait';
  readonly name: string;
  readonly step: number;
  readonly status: string;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly detail: Record<string, unknown>;
}

interface AttemptRow {
  id: string;
  step: number;
  attempt: number;
  purpose: string;
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

interface CallRow {
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

interface WaitRow {
  id: string;
  call_id: string;
  tool_name: string;
  permission: string;
  status: string;
  reason: string | null;
  step: number;
  created_at: Date;
  decided_at: Date | null;
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

function attemptSpan(row: AttemptRow): TraceSpan {
  const { attempt, purpose, usage, error, meta } = row;
  const detail = {
    attempt,
    purpose,
    provider: row.provider_id,
    model: row.model,
    usage,
    error,
    first_token_at: iso(row.first_token_at),
    ...meta,
  };
  const base = {
    id: row.id,
    kind: 'attempt',
    name: `${row.provider_id}/${row.model}`,
    step: row.step,
    status: row.status,
  } as const;
  return { ...base, started_at: row.started_at.toISOString(), ended_at: iso(row.ended_at), detail };
}

function toolSpan(row: CallRow): TraceSpan {
  const detail = {
    args: row.args,
    ...(row.proposed_args !== null && { proposed_args: row.proposed_args }),
    result: row.result,
  };
  const base = { id: row.id, kind: 'tool', name: row.name, step: row.step, status: row.status } as const;
  return { ...base, started_at: (row.started_at ?? row.created_at).toISOString(), ended_at: iso(row.ended_at), detail };
}

function waitSpan(row: WaitRow): TraceSpan {
  const detail = { call_id: row.call_id, permission: row.permission, reason: row.reason };
  const base = { id: row.id, kind: 'wait', name: row.tool_name, step: row.step, status: row.status } as const;
  return { ...base, started_at: row.created_at.toISOString(), ended_at: iso(row.decided_at), detail };
}

/** Everything a run did, in the order it began. The run must have been found for its owner before. */
export async function loadTrace(pool: Pool, userId: string, runId: string): Promise<TraceSpan[]> {
  const values = [runId, userId];
  const [attempts, calls, waits] = await Promise.all([
    pool.query<AttemptRow>('SELECT * FROM attempts WHERE run_id = $1 AND user_id = $2', values),
    pool.query<CallRow>(
      `SELECT c.*, r.payload AS result FROM tool_calls c LEFT JOIN tool_results r ON r.call_id = c.id WHERE c.run_id = $1 AND c.user_id = $2 ORDER BY c.step, c.position`,
      values,
    ),
    pool.query<WaitRow>(
      `SELECT p.*, c.step FROM permission_requests p JOIN tool_calls c ON c.id = p.call_id WHERE p.run_id = $1 AND p.user_id = $2`,
      values,
    ),
  ]);
  const spans = [...attempts.rows.map(attemptSpan), ...calls.rows.map(toolSpan), ...waits.rows.map(waitSpan)];
  return spans.sort((left, right) => left.started_at.localeCompare(right.started_at));
}
