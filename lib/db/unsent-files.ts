import 'server-only';
import type { Pool } from 'pg';

/** A file has up to 80 pieces. */
const batchFiles = 20;

/** A message that takes one along meanwhile holds its lock, and keeps it. */
const statement = `
  WITH gone AS (
    DELETE FROM workspace_files WHERE id IN (
      SELECT id FROM workspace_files WHERE session_id IS NULL AND created_at <= $1
      ORDER BY created_at LIMIT ${batchFiles} FOR UPDATE SKIP LOCKED
    ) RETURNING id, user_id, content_id
  ), emptied AS (
    DELETE FROM workspace_chunks c USING gone g WHERE c.content_id = g.content_id AND c.user_id = g.user_id
  ), buried AS (
    INSERT INTO tombstones (id, user_id) SELECT id, user_id FROM gone ON CONFLICT DO NOTHING
  )
  SELECT id FROM gone`;

/** Deletes uploads that belong to no conversation and are that old. */
export async function deleteUnsentFiles(pool: Pool, { before, signal }: { before: number; signal: AbortSignal }) {
  for (let count = batchFiles; count === batchFiles && !signal.aborted; ) {
    count = (await pool.query(statement, [new Date(before)])).rows.length;
  }
}
