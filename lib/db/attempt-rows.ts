import type { AttemptEnd, CutAttempt, NewAttempt, RunRecord } from '@/lib/agent/ports';
import type { MetonaTokenUsage } from '@/lib/ir';
import type { Queryable } from './sql';
import { storableJson, storableJsonOrNull } from './storable';
import type { Bind } from './write-batch';

/** The columns of a model attempt that begins. */
export function attemptColumns(run: RunRecord, attempt: NewAttempt) {
  return {
    id: attempt.id,
    run_id: run.id,
    user_id: run.userId,
    step: attempt.step,
    attempt: attempt.attempt,
    purpose: attempt.purpose ?? 'chat',
    provider_id: attempt.provider.provider,
    model: attempt.provider.model,
    meta: storableJson({ requestId: attempt.requestId, sent: attempt.sent }),
    started_at: new Date(attempt.startedAt),
  };
}

interface AttemptPlace {
  readonly runId: string;
  readonly id: string;
}

const ofAttempt = (bind: Bind, place: AttemptPlace) =>
  `FROM gate WHERE attempts.id = ${bind(place.id)} AND attempts.run_id = ${bind(place.runId)}`;

const metaAnd = (bind: Bind, more: Record<string, unknown>) =>
  `meta = COALESCE(meta, '{}') || ${bind(storableJson(more))}::jsonb`;

/** What was noted of it before stays. */
export function endAttemptSql(bind: Bind, place: AttemptPlace, end: AttemptEnd): string {
  const firstTokenAt = end.firstTokenAt === null ? null : new Date(end.firstTokenAt);
  return `UPDATE attempts SET status = ${bind(end.status)}, usage = ${bind(storableJsonOrNull(end.usage))},
    error = ${bind(storableJsonOrNull(end.error))}, first_token_at = ${bind(firstTokenAt)},
    ended_at = ${bind(new Date(end.endedAt))}, ${metaAnd(bind, end.meta)} ${ofAttempt(bind, place)}`;
}

export function noteAttemptSql(bind: Bind, place: AttemptPlace, more: Record<string, unknown>): string {
  return `UPDATE attempts SET ${metaAnd(bind, more)} ${ofAttempt(bind, place)}`;
}

/** What an attempt cost may have been told before its process died; then it counts. */
export async function abandonAttemptRows(client: Queryable, runId: string, endedAt: number): Promise<CutAttempt[]> {
  const { rows } = await client.query<{
    request_id: string;
    step: number;
    purpose: string;
    usage: MetonaTokenUsage | null;
  }>(
    `WITH told AS MATERIALIZED (
       SELECT payload::jsonb AS event FROM run_events WHERE run_id = $1 AND payload ~ '^\\{"type":"usage"'
     )
     UPDATE attempts a SET status = 'abandoned', ended_at = $2, usage = (
       SELECT event->'usage' FROM told WHERE event->>'requestId' = a.meta->>'requestId' LIMIT 1
     )
     WHERE run_id = $1 AND status = 'open'
     RETURNING meta->>'requestId' AS request_id, step, purpose, usage`,
    [runId, new Date(endedAt)],
  );
  return rows
    .filter((row) => row.purpose === 'chat')
    .map(({ request_id: requestId, step, usage }) => ({ requestId, step, usage }));
}

export async function countAbandonedRows(client: Queryable, runId: string, step: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM attempts WHERE run_id = $1 AND step = $2 AND purpose = 'chat' AND status = 'abandoned'`,
    [runId, step],
  );
  return rows[0]?.n ?? 0;
}
