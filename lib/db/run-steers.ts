import 'server-only';
import type { Steer } from '@/lib/agent/ports';
import type { Queryable } from './sql';
import { storableText } from './storable';

interface Place {
  readonly runId: string;
  readonly userId: string;
}

/** Keeps a message for a run and counts it on the run's row, in the transaction that holds the row. */
export async function insertSteer(client: Queryable, { runId, userId }: Place, steer: Steer): Promise<void> {
  await client.query('INSERT INTO run_steers (id, run_id, user_id, input, created_at) VALUES ($1, $2, $3, $4, $5)', [
    steer.id,
    runId,
    userId,
    storableText(steer.input),
    new Date(steer.createdAt),
  ]);
  await client.query('UPDATE runs SET pending_steers = pending_steers + 1 WHERE id = $1', [runId]);
}

/** What waits for a run, oldest first; from now on it does not. */
export async function takeSteers(client: Queryable, { runId, userId }: Place, now: number): Promise<Steer[]> {
  const { rows } = await client.query<{ id: string; input: string; created_at: Date }>(
    `WITH taken AS (
       UPDATE run_steers SET taken_at = $3 WHERE run_id = $1 AND user_id = $2 AND taken_at IS NULL RETURNING *
     ) SELECT id, input, created_at FROM taken ORDER BY created_at, id`,
    [runId, userId, new Date(now)],
  );
  await client.query('UPDATE runs SET pending_steers = 0 WHERE id = $1', [runId]);
  return rows.map((row) => ({ id: row.id, input: row.input, createdAt: row.created_at.getTime() }));
}
