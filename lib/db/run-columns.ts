import type { RunPatch } from '@/lib/agent/ports';
import { storableJsonOrNull, storableText } from './storable';
import type { Bind } from './write-batch';

const JSON_COLUMNS = new Set(['usage', 'answered_by', 'error']);
const COLUMN: Record<Exclude<keyof RunPatch, 'releaseLease'>, string> = {
  status: 'status',
  phase: 'phase',
  tailMessageId: 'tail_message_id',
  stepsUsed: 'steps_used',
  toolCallsUsed: 'tool_calls_used',
  activeMs: 'active_ms',
  recoveries: 'recoveries',
  usage: 'usage',
  output: 'output',
  answeredBy: 'answered_by',
  error: 'error',
  finishReason: 'finish_reason',
  finishedAt: 'finished_at',
  cancelRequestedAt: 'cancel_requested_at',
};
const TIME_COLUMNS = new Set(['finished_at', 'cancel_requested_at']);

function columnValue(column: string, value: unknown): unknown {
  if (TIME_COLUMNS.has(column)) return new Date(Number(value));
  if (JSON_COLUMNS.has(column)) return storableJsonOrNull(value);
  return typeof value === 'string' ? storableText(value) : value;
}

/** A patch as assignments of columns. */
export function patchColumns(patch: RunPatch, bind: Bind): string[] {
  const sets: string[] = [];
  for (const [key, column] of Object.entries(COLUMN)) {
    const value = patch[key as keyof typeof COLUMN];
    if (value !== undefined) sets.push(`${column} = ${bind(columnValue(column, value))}`);
  }
  if (patch.releaseLease) sets.push('owner = NULL', 'lease_until = NULL');
  return sets;
}
