import 'server-only';
import type { Pool } from 'pg';
import type { ConstructorOptions, PgBoss } from 'pg-boss';
import type { Logger } from '@/lib/agent/ports';

/** A schema of its own: an operator's database may hold other applications' queues. */
export const JOB_SCHEMA = 'metona_jobs';
const POLL_SECONDS = 30;
const RETRIES = { retryLimit: 2, retryDelay: 60 };
const KEPT_SECONDS = 86_400;
const QUIET_MS = 60_000;

/** A job as the queue sees it: what it is called, when it is due, and what doing it means. */
export interface QueuedJob {
  readonly name: string;
  /** Five fields, UTC; null for a job that is only sent. */
  readonly cron: string | null;
  readonly timeLimitSeconds: number;
  /** The signal ends the job: its time is up, or the process stops. */
  readonly work: (payload: unknown, signal: AbortSignal) => Promise<void>;
}

export interface JobQueue {
  /** False when the same job with this key is waiting already. */
  send: (name: string, payload: object, key: string) => Promise<boolean>;
  /** Ends what runs here and lets others take it up; takes little longer than `limitMs`. */
  stop: (limitMs: number) => Promise<void>;
}

export interface OpenJobQueue {
  /** Tells where the database is; the queue keeps at most two connections of its own. */
  readonly pool: Pool;
  readonly log: Logger;
  readonly jobs: readonly QueuedJob[];
  readonly pollSeconds?: number;
}

/** Takes part in the jobs of this database: each is done by one instance at a time. */
export async function openJobQueue({ pool, log, jobs, pollSeconds = POLL_SECONDS }: OpenJobQueue): Promise<JobQueue> {
  const boss = await createBoss(pool, pollSeconds);
  const stopping = new AbortController();
  reportErrors(boss, log);
  const stop = async (limitMs: number) => {
    stopping.abort(new Error('the process stops'));
    await boss.stop({ graceful: true, timeout: limitMs });
  };
  try {
    await boss.start();
    const workers = new Map<string, string>();
    for (const job of jobs) {
      await prepare(boss, job);
      workers.set(job.name, await serve(boss, job, { pollSeconds, stopping: stopping.signal, log }));
    }
    await forgetSchedules(boss, jobs);
    return {
      stop,
      send: async (name, payload, key) => {
        const id = await boss.send(name, payload, { singletonKey: key });
        const worker = workers.get(name);
        if (worker !== undefined) boss.notifyWorker(worker);
        return id !== null;
      },
    };
  } catch (error) {
    await stop(0).catch(() => undefined);
    throw error;
  }
}

async function createBoss(pool: Pool, pollSeconds: number): Promise<PgBoss> {
  // Loaded when first needed: starting the app does not wait for it.
  const { PgBoss } = await import('pg-boss');
  return new PgBoss({
    ...(pool.options as ConstructorOptions),
    schema: JOB_SCHEMA,
    application_name: 'metona-jobs',
    max: 2,
    cronMonitorIntervalSeconds: pollSeconds,
    cronWorkerIntervalSeconds: pollSeconds,
    flowIntervalSeconds: 600,
    registerInstance: false,
    openTelemetry: { enabled: false },
  });
}

/** A scheduled job is waiting or running once at most; a sent one may wait once more while it runs. */
async function prepare(boss: PgBoss, job: QueuedJob): Promise<void> {
  const settings = { ...RETRIES, expireInSeconds: job.timeLimitSeconds, deleteAfterSeconds: KEPT_SECONDS };
  await boss.createQueue(job.name, { ...settings, policy: job.cron === null ? 'stately' : 'exclusive' });
  await boss.updateQueue(job.name, settings);
  // Missed while nothing ran: done once when something runs again.
  if (job.cron !== null) await boss.schedule(job.name, job.cron, {}, { missed: 'once' });
}

function serve(
  boss: PgBoss,
  job: QueuedJob,
  { pollSeconds, stopping, log }: { pollSeconds: number; stopping: AbortSignal; log: Logger },
): Promise<string> {
  return boss.work<unknown, void>(job.name, { pollingIntervalSeconds: pollSeconds }, async (taken) => {
    for (const { data, signal } of taken) {
      try {
        await job.work(data, AbortSignal.any([signal, stopping]));
      } catch (error) {
        const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
        if (!stopping.aborted) log.error({ job: job.name, reason }, 'a background job failed');
        throw error;
      }
    }
  });
}

async function forgetSchedules(boss: PgBoss, jobs: readonly QueuedJob[]): Promise<void> {
  const scheduled = new Set(jobs.filter((job) => job.cron !== null).map((job) => job.name));
  for (const { name, key } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name, key);
}

/** The queue goes on by itself after an error; while a database is away one line a minute says so. */
function reportErrors(boss: PgBoss, log: Logger): void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  boss.on('error', (error) => {
    if (Date.now() - reportedAt < QUIET_MS) return;
    reportedAt = Date.now();
    log.warn({ reason: error.message }, 'background jobs: the database did not answer as expected; going on');
  });
}
