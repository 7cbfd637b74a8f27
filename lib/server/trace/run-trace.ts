import 'server-only';
import { loadTraceRows, type TraceCallRow, type TraceWaitRow } from '@/lib/db/run-trace';
import type { TraceSpan } from '@/lib/ir';
import { redactor } from '../logger';
import { attemptSpan, backoffSpans, compressionSpans, switchSpans } from './attempt-spans';
import { pauseSpans } from './pause-spans';
import { TraceTexts } from './trace-text';

type Pool = Parameters<typeof loadTraceRows>[0];

/** Everything a run did, in the order it began, without secrets; nothing for a run that is not this user's. */
export async function readTrace(pool: Pool, userId: string, runId: string): Promise<TraceSpan[]> {
  const rows = await loadTraceRows(pool, userId, runId);
  if (!rows) return [];
  const texts = new TraceTexts((text) => redactor().redact(text));
  const spans = [
    ...compressionSpans(rows),
    ...switchSpans(rows, texts),
    ...backoffSpans(rows, texts),
    ...rows.attempts.map((row) => attemptSpan(rows, row, texts)),
    ...rows.calls.map((row) => toolSpan(row, texts)),
    ...rows.waits.map((row) => waitSpan(row, texts)),
    ...pauseSpans(rows, texts),
  ];
  return spans.sort((left, right) => left.started_at.localeCompare(right.started_at));
}

function toolSpan(row: TraceCallRow, texts: TraceTexts): TraceSpan {
  const [args, proposed, result] = [row.args, row.proposed_args, row.result].map((value) => texts.value(value));
  return {
    id: row.id,
    parent_id: null,
    kind: 'tool',
    name: row.name,
    step: row.step,
    status: row.status,
    started_at: (row.started_at ?? row.created_at).toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    detail: {
      call_id: row.id,
      args: args?.value,
      ...(row.proposed_args !== null && { proposed_args: proposed?.value }),
      result: result?.value,
      truncated: [args, proposed, result].some((value) => value?.truncated === true),
    },
  };
}

function waitSpan(row: TraceWaitRow, texts: TraceTexts): TraceSpan {
  return {
    id: row.id,
    parent_id: null,
    kind: 'wait',
    name: row.tool_name,
    step: row.step,
    status: row.status,
    started_at: row.created_at.toISOString(),
    ended_at: row.decided_at?.toISOString() ?? null,
    detail: {
      call_id: row.call_id,
      permission: row.permission,
      reason: row.reason,
      decision_reason: row.decision_reason === null ? null : texts.clean(row.decision_reason),
    },
  };
}
