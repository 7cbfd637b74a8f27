import 'server-only';
import { z } from 'zod';
import { idleSessionMs } from '@/lib/auth/session-cookie';
import type { Pool } from '@/lib/db/client';
import { deleteExpiredRows } from '@/lib/db/expired-rows';
import { deleteExpiredShares } from '@/lib/db/expired-shares';
import { defineJob } from './define-job';

/** Sign-ins, counters of failed tries, grants and links that have ended. */
export function createExpiredRows({ pool, now }: { pool: Pool; now: () => number }) {
  return defineJob({
    name: 'expired-rows',
    cron: '23 * * * *',
    payload: z.object({}),
    timeLimitSeconds: 300,
    run: async (_payload, { signal }) => {
      await deleteExpiredRows(pool, { now: now(), idleSince: now() - idleSessionMs, signal });
      await deleteExpiredShares(pool, { now: now(), signal });
    },
  });
}
