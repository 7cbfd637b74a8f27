import 'server-only';
import { z } from 'zod';
import type { MemoryCleanUpStore } from '@/lib/db/memory-clean-up-store';
import type { MemoryIndex } from '../memory-index';
import { defineJob } from './define-job';
import { visitUsers } from './memory-clean-up';

export interface MemoryIndexJobDependencies {
  readonly store: Pick<MemoryCleanUpStore, 'usersAfter'>;
  readonly index: Pick<MemoryIndex, 'update'>;
}

/** Makes the vectors that are missing: of one user whose memories changed, or by schedule of all. */
export function createMemoryIndexJob({ store, index }: MemoryIndexJobDependencies) {
  return defineJob({
    name: 'memory-index',
    cron: '*/15 * * * *',
    payload: z.object({ userId: z.string().optional() }),
    timeLimitSeconds: 600,
    run: ({ userId }, { signal }) =>
      userId === undefined
        ? visitUsers(store, signal, (each) => index.update(each, signal))
        : index.update(userId, signal),
  });
}
