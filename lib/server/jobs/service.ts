import 'server-only';
import type { Clock, Logger } from '@/lib/agent/ports';
import type { Pool } from '@/lib/db/client';
import { type JobQueue, openJobQueue } from '@/lib/db/job-queue';
import type { Job } from './define-job';

/** A start belongs to the person who waits for the page. */
const FIRST_TRY_MS = 5_000;
const NEXT_TRY_MS = 60_000;
const STOP_LIMIT_MS = 1_500;

export interface JobsOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: readonly Job[];
  readonly open?: typeof openJobQueue;
}

export interface Jobs {
  /** Returns at once; the jobs begin a little later, and whatever happens to them the app goes on. */
  start: () => void;
  /** Has a job done soon, by any instance. False when it waits already under this key, or when jobs are not up (yet). */
  send: <Payload extends object>(job: Job<Payload>, payload: Payload, key: string) => Promise<boolean>;
  /** Never rejects and takes two seconds at most. */
  stop: () => Promise<void>;
}

export function createJobs({ pool, clock, log, jobs, open = openJobQueue }: JobsOptions): Jobs {
  const stopping = new AbortController();
  let queue: JobQueue | null = null;
  let opening: Promise<void> | null = null;

  const openPatiently = async () => {
    for (let pause = FIRST_TRY_MS; ; pause = NEXT_TRY_MS) {
      await clock.sleep(pause, stopping.signal);
      try {
        queue = await open({ pool, log, jobs });
        return;
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'background jobs could not be started; trying again in a minute');
      }
    }
  };
  return {
    start: () => {
      opening ??= openPatiently().catch(() => undefined);
    },
    send: async (job, payload, key) => {
      job.check(payload);
      if (queue === null) return false;
      try {
        return await queue.send(job.name, payload, key);
      } catch (error) {
        log.warn({ job: job.name, reason: reasonOf(error) }, 'a background job was not accepted');
        return false;
      }
    },
    stop: async () => {
      stopping.abort();
      const ended = async () => {
        await opening;
        await queue?.stop(STOP_LIMIT_MS);
      };
      const limit = new AbortController();
      const late = clock.sleep(STOP_LIMIT_MS + 500, limit.signal).catch(() => undefined);
      await Promise.race([ended().catch(() => undefined), late]);
      limit.abort();
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
