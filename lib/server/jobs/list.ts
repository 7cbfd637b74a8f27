import 'server-only';
import type { Logger } from '@/lib/agent/ports';
import type { Pool } from '@/lib/db/client';
import type { MemoryCleanUpStore } from '@/lib/db/memory-clean-up-store';
import type { Job } from './define-job';
import { createEventRetention } from './event-retention';
import { createExpiredRows } from './expired-rows';
import { createMemoryCleanUpJob } from './memory-clean-up';
import { createUnsentFiles } from './unsent-files';

/** What jobs may need; add what a new one asks for. */
export interface JobDependencies {
  readonly pool: Pool;
  readonly now: () => number;
  readonly log: Logger;
  readonly memoryCleanUp: MemoryCleanUpStore;
  readonly backupJob: Job;
  /** Made outside, as they are sent too. */
  readonly memoryIndexJob: Job;
  readonly knowledgeIndexJob: Job;
  readonly importJob: Job;
}

/** Every background job of the product. */
export function listJobs(dependencies: JobDependencies): readonly Job[] {
  const { log, memoryCleanUp, memoryIndexJob, knowledgeIndexJob, importJob, backupJob } = dependencies;
  return [
    createEventRetention(dependencies),
    createExpiredRows(dependencies),
    createUnsentFiles(dependencies),
    createMemoryCleanUpJob({ store: memoryCleanUp, log }),
    memoryIndexJob,
    knowledgeIndexJob,
    importJob,
    backupJob,
  ];
}
