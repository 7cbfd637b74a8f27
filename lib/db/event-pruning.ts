import 'server-only';
import type { Pool } from 'pg';

/** Runs per statement: a long answer has thousands of rows, so this is a short transaction even then. */
const BATCH_RUNS = 20;
/** What an answer is made of while it comes; the messages hold the whole. */
const PIECES = '^\\{"type":"(text_delta|reasoning_delta|tool_call_delta|tool_progress)"';

// Of several that prune at once each takes other runs.
const PRUNE = `
  WITH due AS (
    SELECT id FROM runs WHERE events_pruned_at IS NULL AND finished_at < $1 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM run_events e USING due WHERE e.run_id = due.id AND e.payload ~ $3 RETURNING 1
  ), marked AS (
    UPDATE runs SET events_pruned_at = now() FROM due WHERE runs.id = due.id RETURNING 1
  )
  SELECT (SELECT count(*)::int FROM marked) AS runs, (SELECT count(*)::int FROM gone) AS events`;

export interface PruneRound {
  readonly endedBefore: number;
  readonly maxRuns: number;
  readonly signal: AbortSignal;
}

/** Removes the pieces of answers from the logs of runs that have ended; every other event stays. */
export async function pruneEvents(pool: Pool, round: PruneRound): Promise<{ runs: number; events: number }> {
  const done = { runs: 0, events: 0 };
  while (done.runs < round.maxRuns && !round.signal.aborted) {
    const limit = Math.min(BATCH_RUNS, round.maxRuns - done.runs);
    const values = [new Date(round.endedBefore), limit, PIECES];
    const { rows } = await pool.query<{ runs: number; events: number }>(PRUNE, values);
    const batch = rows[0] ?? { runs: 0, events: 0 };
    done.runs += batch.runs;
    done.events += batch.events;
    if (batch.runs < limit) break;
  }
  return done;
}
