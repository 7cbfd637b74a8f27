import 'server-only';
import { z } from 'zod';
import type { KnowledgeSources } from '@/lib/db/knowledge-sources';
import type { Knowledge } from '../knowledge';
import { defineJob } from './define-job';

/** Short, since a job whose process was killed is taken up again only when its time is up. */
const timeLimitSeconds = 120;
/** Then it makes room for other users and goes on when its turn comes again. */
const turnMs = 100_000;
/** Of a round over all users, so that one with ten thousand notes does not keep out those after him. */
const shareMs = 20_000;
const pageOfUsers = 50;

export interface KnowledgeIndexJobDependencies {
  readonly sources: Pick<KnowledgeSources, 'usersWithPending'>;
  readonly update: Knowledge['update'];
  readonly request: Knowledge['request'];
  readonly shareMs?: number;
}

/** Brings the index up to date: of one user who changed something, or by schedule of all for whom it is behind. */
export function createKnowledgeIndexJob(dependencies: KnowledgeIndexJobDependencies) {
  const { sources, update, request, shareMs: share = shareMs } = dependencies;
  const updateAll = async (signal: AbortSignal) => {
    for (let last: string | undefined = ''; last !== undefined && !signal.aborted; ) {
      const users: string[] = await sources.usersWithPending(last, pageOfUsers);
      for (const userId of users) {
        if (!signal.aborted) await update(userId, AbortSignal.any([signal, AbortSignal.timeout(share)]));
      }
      last = users.at(-1);
    }
  };
  return defineJob({
    name: 'knowledge-index',
    cron: '*/2 * * * *',
    payload: z.object({ userId: z.string().optional() }),
    timeLimitSeconds,
    run: async ({ userId }, context) => {
      const turn = AbortSignal.timeout(turnMs);
      const signal = AbortSignal.any([context.signal, turn]);
      if (userId === undefined) return await updateAll(signal);
      await update(userId, signal);
      if (turn.aborted) request(userId);
    },
  });
}
