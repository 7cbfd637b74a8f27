import 'server-only';
import type { Pool } from 'pg';

const BATCH_ROWS = 5_000;
/** A grant that has ended is of no use, but whoever looks for it soon after should still be told so. */
const GRANT_KEPT_MS = 30 * 86_400_000;

export interface ExpiredRows {
  readonly now: number;
  /** Sign-ins that nobody has used since. */
  readonly idleSince: number;
  readonly signal: AbortSignal;
}

/** Deletes rows whose time is over and which nothing else would ever touch again. */
export async function deleteExpiredRows(pool: Pool, { now, idleSince, signal }: ExpiredRows): Promise<number> {
  const kinds: readonly (readonly [table: string, condition: string, values: readonly Date[]])[] = [
    ['auth_sessions', 'expires_at <= $1 OR last_seen_at <= $2', [new Date(now), new Date(idleSince)]],
    ['password_resets', 'expires_at <= $1', [new Date(now)]],
    ['rate_buckets', 'expires_at <= $1', [new Date(now)]],
    ['permission_grants', 'expires_at <= $1', [new Date(now - GRANT_KEPT_MS)]],
  ];
  let deleted = 0;
  for (const [table, condition, values] of kinds) {
    const statement = `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH_ROWS})`;
    for (let count = BATCH_ROWS; count === BATCH_ROWS && !signal.aborted; deleted += count) {
      count = (await pool.query(statement, [...values])).rowCount ?? 0;
    }
  }
  return deleted;
}
