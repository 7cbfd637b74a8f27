import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import type { Logger } from '@/lib/agent/ports';
import { openDatabase } from '@/lib/db/client';
import { type JobQueue, openJobQueue } from '@/lib/db/job-queue';
import { defineJob, type Job } from '@/lib/server/jobs/define-job';
import { createTestDatabase, type TestDatabase } from '../support/database';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

describe('background jobs', () => {
  let database: TestDatabase;
  let opened: JobQueue[] = [];
  beforeAll(async () => {
    database = await createTestDatabase(inject('testServer'));
  });
  afterEach(async () => {
    await Promise.all(opened.map((queue) => queue.stop(1_000)));
    opened = [];
  });
  afterAll(() => database.drop());

  const open = async (jobs: readonly Job[], log: Logger = silent): Promise<JobQueue> => {
    const queue = await openJobQueue({ pool: database.pool, log, jobs, pollSeconds: 1 });
    opened.push(queue);
    return queue;
  };
  const connections = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'metona-jobs' AND datname = current_database()`,
    );
    return rows.map(({ pid }) => pid);
  };
  /** A job that is only sent and notes what it was given. */
  const noting = (name: string) => {
    const done: string[] = [];
    const payload = z.object({ word: z.string() });
    const job = defineJob({
      name,
      cron: null,
      payload,
      timeLimitSeconds: 5,
      run: async ({ word }) => void done.push(word),
    });
    return { job, done };
  };

  it('are done by one of several instances, once for each time they are due', async () => {
    let done = 0;
    const scheduled = defineJob({
      name: 'each-minute',
      cron: '* * * * *',
      payload: z.object({}),
      timeLimitSeconds: 5,
      run: async () => {
        done += 1;
      },
    });
    const minute = () => Math.floor(Date.now() / 60_000);
    const begun = minute();
    await Promise.all([open([scheduled]), open([scheduled]), open([scheduled])]);
    await expect.poll(() => done, { timeout: 15_000, interval: 50 }).toBeGreaterThan(0);
    // Every instance has looked at least once more by then.
    const { job, done: noted } = noting('later');
    await (await open([scheduled, job])).send(job.name, { word: 'x' }, 'x');
    await expect.poll(() => noted, { timeout: 10_000 }).toEqual(['x']);
    await Promise.all(opened.map((queue) => queue.stop(1_000)));
    const { rows } = await database.pool.query(`SELECT state FROM metona_jobs.job WHERE name = 'each-minute'`);
    expect(rows.length).toBeLessThanOrEqual(minute() - begun + 1);
    expect(done).toBeLessThanOrEqual(rows.length);
  });

  it('that were sent run at once with what they were given, on two connections at most', async () => {
    const { job, done } = noting('sent');
    const queue = await open([job]);
    expect(await queue.send(job.name, { word: 'a' }, 'a')).toBe(true);
    expect(await queue.send(job.name, { word: 'b' }, 'b')).toBe(true);
    await expect.poll(() => [...done].sort(), { timeout: 10_000 }).toEqual(['a', 'b']);
    expect((await connections()).length).toBeLessThanOrEqual(2);
  });

  it('go on after the database has cut every connection', async () => {
    const { job, done } = noting('surviving');
    const queue = await open([job]);
    for (const pid of await connections()) await database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
    await expect
      .poll(() => queue.send(job.name, { word: 'still here' }, 'x').catch(() => false), { timeout: 10_000 })
      .toBe(true);
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['still here']);
  });

  it('end when their time is up and are tried again later', async () => {
    const reasons: unknown[] = [];
    const endless = defineJob({
      name: 'endless',
      cron: null,
      payload: z.object({}),
      timeLimitSeconds: 1,
      run: (_payload, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            reject(signal.reason);
          });
        }),
    });
    const queue = await open([endless]);
    await queue.send(endless.name, {}, 'x');
    await expect.poll(() => reasons.length, { timeout: 10_000 }).toBe(1);
    const state = async () => {
      const { rows } = await database.pool.query(`SELECT state FROM metona_jobs.job WHERE name = 'endless'`);
      return rows.map((row) => row.state);
    };
    await expect.poll(state, { timeout: 10_000 }).toEqual(['retry']);
  });

  it('are told when the process stops, and left for others', async () => {
    let begun = false;
    const patient = defineJob({
      name: 'patient',
      cron: null,
      payload: z.object({}),
      timeLimitSeconds: 60,
      run: (_payload, { signal }) =>
        new Promise((_resolve, reject) => {
          begun = true;
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    const queue = await open([patient]);
    await queue.send(patient.name, {}, 'x');
    await expect.poll(() => begun, { timeout: 10_000 }).toBe(true);
    const startedAt = Date.now();
    await queue.stop(1_000);
    expect(Date.now() - startedAt).toBeLessThan(3_000);
    const { rows } = await database.pool.query(`SELECT state FROM metona_jobs.job WHERE name = 'patient'`);
    expect(rows).toEqual([{ state: 'retry' }]);
  });

  it('do not run with a payload that does not fit', async () => {
    const { job, done } = noting('strict');
    const failed: unknown[] = [];
    const queue = await open([job], { ...silent, error: (fields: unknown) => void failed.push(fields) });
    await queue.send(job.name, { word: 7 }, 'x');
    const settled = async () => {
      const { rows } = await database.pool.query(`SELECT state, output FROM metona_jobs.job WHERE name = 'strict'`);
      return rows[0]?.state;
    };
    await expect.poll(settled, { timeout: 10_000 }).toBe('retry');
    expect(done).toEqual([]);
    expect(failed).toEqual([{ job: 'strict', reason: expect.stringContaining('word') }]);
  });

  it('that are no longer part of the product are no longer due', async () => {
    const { job } = noting('kept');
    const old = defineJob({
      name: 'old',
      cron: '0 0 * * *',
      payload: z.object({}),
      timeLimitSeconds: 5,
      run: async () => {},
    });
    await (await open([job, old])).stop(1_000);
    await open([job]);
    const { rows } = await database.pool.query('SELECT name FROM metona_jobs.schedule');
    expect(rows).toEqual([]);
  });

  it('cannot be opened while the database is away, and say so', async () => {
    const away = openDatabase({ connection: { host: '/nonexistent', port: 1, user: 'x', database: 'x' } });
    await expect(openJobQueue({ pool: away.pool, log: silent, jobs: [] })).rejects.toThrow();
    await away.close();
  });
});
