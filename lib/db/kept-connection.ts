import 'server-only';
import type { Pool, PoolClient } from 'pg';
import { isConnectionLoss, type Queryable } from './sql';

/** Longer than the pause between two statements of a stream, no longer than a pool that ends may be made to wait. */
const KEPT_MS = 200;

/**
 * One connection of the pool for statements that follow each other closely and must not queue behind the transactions of
 * others. It goes back after a moment without a statement, and at once when it breaks.
 */
export function createKeptConnection(pool: Pool): Queryable {
  let kept: Promise<PoolClient> | null = null;
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  const giveBack = (taken: Promise<PoolClient>, broken?: Error) => {
    if (kept !== taken) return;
    kept = null;
    clearTimeout(timer);
    taken.then(
      (client) => client.release(broken),
      () => undefined,
    );
  };
  return {
    async query(text, values) {
      clearTimeout(timer);
      running += 1;
      kept ??= pool.connect();
      const taken = kept;
      try {
        return await (await taken).query(text, values);
      } catch (error) {
        if (error instanceof Error && isConnectionLoss(error)) giveBack(taken, error);
        throw error;
      } finally {
        running -= 1;
        if (running === 0) timer = setTimeout(() => giveBack(taken), KEPT_MS).unref();
      }
    },
  };
}
