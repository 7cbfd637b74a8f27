import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Pool } from '@/lib/db/client';
import type { JobQueue, OpenJobQueue } from '@/lib/db/job-queue';
import { defineJob } from './define-job';
import { createJobs } from './service';

const job = defineJob({
  name: 'greet',
  cron: null,
  payload: z.object({ name: z.string() }),
  timeLimitSeconds: 5,
  run: async () => {},
});

/** Jobs over a queue in memory; time passes as soon as somebody sleeps. */
function setUp(open: (attempt: number, queue: JobQueue) => Promise<JobQueue>) {
  const seen = { slept: [] as number[], sent: [] as unknown[], stopped: 0, warned: [] as string[] };
  let attempts = 0;
  const queue: JobQueue = {
    send: async (...message) => {
      seen.sent.push(message);
      return true;
    },
    stop: async () => {
      seen.stopped += 1;
    },
  };
  const jobs = createJobs({
    pool: {} as Pool,
    jobs: [job],
    clock: {
      now: () => 0,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted();
        seen.slept.push(ms);
        await new Promise((resolve) => setTimeout(resolve, ms === 2_000 ? 50 : 0));
        signal?.throwIfAborted();
      },
    },
    log: { info: () => {}, warn: (_fields, message) => void seen.warned.push(message), error: () => {} },
    open: async (_options: OpenJobQueue) => {
      attempts += 1;
      return open(attempts, queue);
    },
  });
  return { jobs, seen };
}

describe('the background jobs of an instance', () => {
  it('begin after the start, and once', async () => {
    const { jobs, seen } = setUp(async (_attempt, queue) => queue);
    jobs.start();
    jobs.start();
    expect(await jobs.send(job, { name: 'early' }, 'k')).toBe(false);
    await expect.poll(() => jobs.send(job, { name: 'you' }, 'k')).toBe(true);
    expect([seen.slept, seen.sent]).toEqual([[5_000], [['greet', { name: 'you' }, 'k']]]);
  });

  it('are tried again a minute after they could not be started', async () => {
    const { jobs, seen } = setUp(async (attempt, queue) => {
      if (attempt < 3) throw new Error('permission denied for database');
      return queue;
    });
    jobs.start();
    await expect.poll(() => jobs.send(job, { name: 'you' }, 'k')).toBe(true);
    expect([seen.slept, seen.warned.length]).toEqual([[5_000, 60_000, 60_000], 2]);
  });

  it('refuse to send what the job would refuse', async () => {
    const { jobs, seen } = setUp(async (_attempt, queue) => queue);
    await expect(jobs.send(job, { name: 7 } as never, 'k')).rejects.toThrow();
    expect(seen.sent).toEqual([]);
  });

  it('stop with the process: also before they began, and also when the queue never ends', async () => {
    const early = setUp(async (_attempt, queue) => queue);
    early.jobs.start();
    await early.jobs.stop();
    expect([early.seen.stopped, await early.jobs.send(job, { name: 'x' }, 'k')]).toEqual([0, false]);
    const stuck = setUp(async (_attempt, queue) => ({ ...queue, stop: () => new Promise(() => {}) }));
    stuck.jobs.start();
    await expect.poll(() => stuck.jobs.send(job, { name: 'you' }, 'k')).toBe(true);
    await stuck.jobs.stop();
    expect(stuck.seen.slept).toContain(2_000);
  });
});
