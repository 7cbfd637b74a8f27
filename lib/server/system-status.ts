import 'server-only';
import { z } from 'zod';
import type { SystemStatusStore } from '@/lib/db/system-status-store';
import type { Backups } from './backups';
import type { Env } from './env';
import { productVersion } from './product-version';

const count = z.number().int();
const time = z.iso.datetime();

export const systemStatusSchema = z.object({
  version: z.string(),
  database: z.object({
    kind: z.enum(['bundled', 'external']),
    version: z.string(),
    /** The newest migration that was applied. */
    schema: z.string().nullable(),
    bytes: count,
    /** The largest first; rows as PostgreSQL last estimated them. */
    tables: z.array(z.object({ name: z.string(), rows: count, bytes: count })),
  }),
  instances: z.array(
    z.object({
      id: z.string(),
      version: z.string().nullable(),
      started_at: time.nullable(),
      /** Null for one that is gone and whose runs nobody has taken over yet. */
      last_seen_at: time.nullable(),
      address: z.string().nullable(),
      running_runs: count,
    }),
  ),
  runs: z.record(z.string(), count),
  event_log: z.object({ rows: count, bytes: count }),
  jobs: z.array(z.object({ name: z.string(), waiting: count, active: count, failed: count })),
  backups: z.object({
    every_hours: count,
    keep: count,
    items: z.array(
      z.object({ name: z.string(), kind: z.string(), created_at: time, bytes: count, verified: z.boolean() }),
    ),
  }),
});
export type SystemStatus = z.infer<typeof systemStatusSchema>;

interface SystemStatusDependencies {
  readonly store: SystemStatusStore;
  readonly backups: Pick<Backups, 'list'>;
  readonly env: Pick<Env, 'databaseUrl' | 'backupHours' | 'backupKeep'>;
  readonly now: () => number;
}

/** Sizes, instances and backups, for administrators: numbers and names of things, nothing that people wrote. */
export function createSystemStatus({ store, backups, env, now }: SystemStatusDependencies) {
  const describeInstances = async () => {
    const seen = new Date(now()).toISOString();
    return (await store.listInstances()).map(({ id, version, startedAt, alive, address, runningRuns }) => ({
      id,
      version,
      started_at: startedAt?.toISOString() ?? null,
      last_seen_at: alive ? seen : null,
      address,
      running_runs: runningRuns,
    }));
  };
  const describeBackups = async () => ({
    every_hours: env.backupHours,
    keep: env.backupKeep,
    items: (await backups.list()).map(({ name, kind, createdAt, bytes, verified }) => ({
      ...{ name, kind, bytes, verified },
      created_at: createdAt.toISOString(),
    })),
  });
  return {
    async read(): Promise<SystemStatus> {
      const [database, tables, runs, jobs] = await Promise.all([
        store.readDatabase(),
        store.listTables(),
        store.countRuns(),
        store.listJobs(),
      ]);
      const events = tables.find(({ name }) => name === 'run_events');
      return {
        version: productVersion(),
        database: { ...database, kind: env.databaseUrl === null ? 'bundled' : 'external', tables },
        instances: await describeInstances(),
        runs,
        event_log: { rows: events?.rows ?? 0, bytes: events?.bytes ?? 0 },
        jobs,
        backups: await describeBackups(),
      };
    },
  };
}
