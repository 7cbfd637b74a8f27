import type { AttemptEnd, CutAttempt, NewAttempt, RunRecord } from '@/lib/agent/ports';
import type { MetonaTokenUsage } from '@/lib/ir';
import type { Queryable } from './sql';
import { storableJson, storableJsonOrNull } from './storable';

/** Model attempts of one run, written in a transaction that holds its row. */
export async function insertAttemptRow(client: Queryable, run: RunRecord, attempt: NewAttempt): Promise<void> {
  await client.query(
    `INSERT INTO attempts (id, run_id, user_id, step, attempt, purpose, provider_id, model, meta, started_at)
     VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10)`,
    [
      attempt.id,
      run.id,
      run.userId,
      attempt.step,
      attempt.attempt,
      attempt.purpose ?? 'chat',
      attempt.provider.provider,
      attempt.provider.model,
      storableJson({ requestId: attempt.requestId, sent: attempt.sent }),
      new Date(attempt.startedAt),
    ],
  );
}

/** What was noted of it before stays. */
export async function endAttemptRow(client: Queryable, place: { runId: string; id: string }, end: AttemptEnd) {
  await client.query(
    `UPDATE attempts SET status = $3, usage = $4, error = $5, first_token_at = $6, ended_at = $7, meta = COALESCE(meta, '{}') || $8::jsonb
     WHERE id = $2 AND run_id = $1`,
    [
      place.runId,
      place.id,
      end.status,
      storableJsonOrNull(end.usage),
      storableJsonOrNull(end.error),
      end.firstTokenAt === null ? null : new Date(end.firstTokenAt),
      new Date(end.endedAt),
      storableJson(end.meta),
    ],
  );
}

export async function noteAttemptRow(
  client: Queryable,
  place: { runId: string; id: string },
  more: Record<string, unknown>,
): Promise<void> {
  await client.query(`UPDATE attempts SET meta = COALESCE(meta, '{}') || $3::jsonb WHERE id = $2 AND run_id = $1`, [
    place.runId,
    place.id,
    storableJson(more),
  ]);
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
