import 'server-only';
import { z } from 'zod';
import type { Pool } from '@/lib/db/client';
import { pruneEvents } from '@/lib/db/event-pruning';
import { defineJob } from './define-job';

/** The pieces of an answer serve those who watch; an hour after its end everybody has read the whole. */
const KEPT_MS = 3_600_000;
const ROUND_RUNS = 2_000;

export function createEventRetention({ pool, now }: { pool: Pool; now: () => number }) {
  return defineJob({
    name: 'event-retention',
    cron: '*/10 * * * *',
    payload: z.object({}),
    timeLimitSeconds: 300,
    run: async (_payload, { signal }) => {
      await pruneEvents(pool, { endedBefore: now() - KEPT_MS, maxRuns: ROUND_RUNS, signal });
    },
  });
}
