import type { BatchEntry, RunRecord, ToolCallRecord, ToolCallStatus } from '@/lib/agent/ports';
import { metonaToolResultSchema } from '@/lib/ir';
import { type ToolCallRow, toToolCallRecord } from './run-rows';
import type { Queryable } from './sql';
import { storableJson, storableText } from './storable';
import type { Bind } from './write-batch';

const storableTextOrNull = (text: string | undefined) => (text === undefined ? null : storableText(text));

export function toolCallColumns(run: RunRecord, { call, ...record }: ToolCallRecord) {
  return {
    id: call.id,
    run_id: run.id,
    user_id: run.userId,
    session_id: run.sessionId,
    step: record.step,
    position: record.position,
    name: storableText(call.name),
    args: storableJson(call.args),
    args_hash: record.argsHash,
    raw_args: storableTextOrNull(call.rawArgs),
    parse_error: storableTextOrNull(call.parseError),
    provider_call_id: storableTextOrNull(call.providerCallId),
    status: record.status,
    created_at: new Date(call.timestamp),
  };
}

export interface ToolCallPatch {
  readonly status: ToolCallStatus;
  readonly args?: Record<string, unknown>;
  readonly argsHash?: string;
}

export function updateToolCallSql(bind: Bind, place: { runId: string; callId: string }, patch: ToolCallPatch): string {
  const status = `${bind(patch.status)}::text`;
  const args = `${bind(patch.args === undefined ? null : storableJson(patch.args))}::jsonb`;
  return `UPDATE tool_calls SET status = ${status},
      started_at = CASE WHEN ${status} = 'executing' THEN now() ELSE started_at END,
      ended_at = CASE WHEN ${status} IN ('ready', 'executing', 'awaiting_permission') THEN ended_at ELSE now() END,
      proposed_args = CASE WHEN ${args} IS NULL THEN proposed_args ELSE COALESCE(proposed_args, args) END,
      args = COALESCE(${args}, args), args_hash = COALESCE(${bind(patch.argsHash ?? null)}, args_hash)
    FROM gate WHERE tool_calls.id = ${bind(place.callId)} AND tool_calls.run_id = ${bind(place.runId)}`;
}

/** The calls of one step in order, each with its result. */
export async function selectBatch(client: Queryable, runId: string, step: number): Promise<BatchEntry[]> {
  const { rows } = await client.query<ToolCallRow & { result: unknown }>(
    `SELECT c.*, r.payload AS result FROM tool_calls c LEFT JOIN tool_results r ON r.call_id = c.id WHERE c.run_id = $1 AND c.step = $2 ORDER BY c.position`,
    [runId, step],
  );
  return rows.map((row) => ({
    ...toToolCallRecord(row),
    result: row.result === null ? null : metonaToolResultSchema.parse(row.result),
  }));
}
