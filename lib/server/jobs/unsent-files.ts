import 'server-only';
import { z } from 'zod';
import type { Pool } from '@/lib/db/client';
import { deleteUnsentFiles } from '@/lib/db/unsent-files';
import { defineJob } from './define-job';

const keptMs = 86_400_000;

/** Uploads that no message took along within a day: the page that held them is gone. */
export function createUnsentFiles({ pool, now }: { pool: Pool; now: () => number }) {
  return defineJob({
    name: 'unsent-files',
    cron: '41 * * * *',
    payload: z.object({}),
    timeLimitSeconds: 300,
    run: async (_payload, { signal }) => {
      await deleteUnsentFiles(pool, { before: now() - keptMs, signal });
    },
  });
}
