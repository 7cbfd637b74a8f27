import 'server-only';
import type { Pool } from '@/lib/db/client';
import type { Job } from './define-job';
import { createEventRetention } from './event-retention';
import { createExpiredRows } from './expired-rows';

/** What jobs may need; add what a new one asks for. */
export interface JobDependencies {
  readonly pool: Pool;
  readonly now: () => number;
}

/** Every background job of the product. */
export function listJobs(dependencies: JobDependencies): readonly Job[] {
  return [createEventRetention(dependencies), createExpiredRows(dependencies)];
}
