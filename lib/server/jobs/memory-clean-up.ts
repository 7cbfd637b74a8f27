import 'server-only';
import { z } from 'zod';
import type { Logger } from '@/lib/agent/ports';
import type { MemoryCleanUpStore } from '@/lib/db/memory-clean-up-store';
import { defineJob } from './define-job';

const pageOfUsers = 100;

/** Calls `visit` for every user who has memories, one after the other. */
export async function visitUsers(
  store: Pick<MemoryCleanUpStore, 'usersAfter'>,
  signal: AbortSignal,
  visit: (userId: string) => Promise<void>,
): Promise<void> {
  for (let last = ''; !signal.aborted; ) {
    const users = await store.usersAfter(last, pageOfUsers);
    for (const userId of users) {
      if (signal.aborted) return;
      await visit(userId);
    }
    const next = users.at(-1);
    if (next === undefined) return;
    last = next;
  }
}

/** Memories that ran out, faded or say the same twice go to the archive; what lay there expired for long is deleted. */
export function createMemoryCleanUpJob({ store, log }: { store: MemoryCleanUpStore; log: Logger }) {
  return defineJob({
    name: 'memory-clean-up',
    cron: '40 3 * * *',
    payload: z.object({}),
    timeLimitSeconds: 600,
    run: (_payload, { signal }) =>
      visitUsers(store, signal, async (userId) => {
        await store.addShortForms(userId);
        const { archived, deleted } = await store.run(userId);
        if (archived + deleted > 0) log.info({ userId, archived, deleted }, 'memories were cleaned up');
      }),
  });
}
