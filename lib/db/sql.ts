import type { Pool, PoolClient, QueryResultRow } from 'pg';

/** Whatever runs a statement: the pool, or one connection inside a transaction. */
export interface Queryable {
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: R[]; rowCount: number | null }>;
}

/**
 * The message above one of `path`. OFFSET fences it off, so that the key alone can serve it: with more conditions the
 * planner may take the index of the session and read all of it for each step. Whoever uses it asks for user and session.
 */
export const ABOVE_PATH = '(SELECT * FROM messages WHERE id = path.parent_id OFFSET 0)';

/** Thrown when COMMIT was sent and its answer never came: the work may or may not be durable. */
class UncertainCommit extends Error {
  constructor(cause: unknown) {
    super('the connection was lost while committing', { cause });
    this.name = 'UncertainCommit';
  }
}

/** Runs `work` in one transaction; a result of null rolls back. `first` goes with its beginning. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T | null>,
  first?: string,
): Promise<T | null> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(first === undefined ? 'BEGIN' : `BEGIN; ${first}`);
    const value = await work(client);
    if (value === null) {
      await client.query('ROLLBACK');
      return null;
    }
    await commit(client);
    return value;
  } catch (error) {
    broken = await rollback(client, error);
    throw error;
  } finally {
    client.release(broken);
  }
}

async function commit(client: PoolClient): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    throw isConnectionLoss(error) ? new UncertainCommit(error) : error;
  }
}

async function rollback(client: PoolClient, cause: unknown): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return cause instanceof UncertainCommit ? cause : undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('rollback failed');
  }
}

const LOSS_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
]);

/** True when the database could not be reached or went away, as opposed to refusing a statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof UncertainCommit) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (LOSS_CODES.has(code)) return true;
  return /connection terminated|timeout exceeded when trying to connect|connection timeout|not queryable|client has encountered a connection error/i.test(
    error.message,
  );
}

/** Serialization, deadlock, lock and statement time-outs, a server that is read-only for now. */
const REPEATABLE_CODES = new Set(['40001', '40P01', '55P03', '57014', '25006']);

/** True when the same statement may well succeed in a moment although the server refused it. */
export function isWorthRepeating(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REPEATABLE_CODES.has(String(error.code));
}

/** The name of the violated constraint when the error is a unique violation, else null. */
export function uniqueViolation(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
}
