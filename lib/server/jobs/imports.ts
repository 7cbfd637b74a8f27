import 'server-only';
import { z } from 'zod';
import type { ImportWork } from '../import/import-work';
import { defineJob } from './define-job';

const timeLimitSeconds = 120;
/** Then others have their turn. */
const turnMs = 100_000;
const receivingMs = 6 * 3_600_000;
const keptMs = 30 * 86_400_000;

interface ImportJobDependencies {
  readonly importWork: ImportWork;
  readonly requestImport: (importId: string) => Promise<unknown>;
  readonly now: () => number;
}

/** Takes in a large file that was sent, or by schedule all that wait. */
export function createImportJob({ importWork, requestImport, now }: ImportJobDependencies) {
  const workOnAll = async (signal: AbortSignal) => {
    await importWork.deleteOld({ receiving: now() - receivingMs, finished: now() - keptMs });
    for (const id of await importWork.waiting()) if (!signal.aborted) await importWork.work(id, signal);
  };
  return defineJob({
    name: 'imports',
    cron: '*/2 * * * *',
    payload: z.object({ importId: z.string().optional() }),
    timeLimitSeconds,
    run: async ({ importId }, context) => {
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(turnMs)]);
      if (importId === undefined) return await workOnAll(signal);
      if (!(await importWork.work(importId, signal)) && !context.signal.aborted) await requestImport(importId);
    },
  });
}
