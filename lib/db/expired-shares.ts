import 'server-only';
import type { Pool } from 'pg';

/** Each may have many files, and those many pieces. */
const batchShares = 20;

const statement = `
  WITH gone AS (
    DELETE FROM shares WHERE id IN (
      SELECT id FROM shares WHERE expires_at <= $1 LIMIT ${batchShares} FOR UPDATE SKIP LOCKED
    ) RETURNING id, user_id
  ), files AS (
    DELETE FROM share_files f USING gone g WHERE f.share_id = g.id AND f.user_id = g.user_id
    RETURNING f.content_id, f.user_id
  ), emptied AS (
    DELETE FROM workspace_chunks c USING files f WHERE c.content_id = f.content_id AND c.user_id = f.user_id
  ), buried AS (
    INSERT INTO tombstones (id, user_id) SELECT id, user_id FROM gone ON CONFLICT DO NOTHING
  )
  SELECT id FROM gone`;

/** Deletes links whose time is over, with everything they showed. */
export async function deleteExpiredShares(pool: Pool, { now, signal }: { now: number; signal: AbortSignal }) {
  for (let count = batchShares; count === batchShares && !signal.aborted; ) {
    count = (await pool.query(statement, [new Date(now)])).rows.length;
  }
}
