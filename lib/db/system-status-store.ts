import 'server-only';
import type { Pool } from 'pg';
import { INSTANCE_LOCK_SPACE } from './instance-lock';
import { parseInstanceName } from './instance-name';
import { JOB_SCHEMA } from './job-queue';

export interface TableSize {
  name: string;
  /** As PostgreSQL last estimated them. */
  rows: number;
  bytes: number;
}

export interface Instance {
  id: string;
  version: string | null;
  startedAt: Date | null;
  /** False for one that is gone and whose runs nobody has taken over yet. */
  alive: boolean;
  address: string | null;
  runningRuns: number;
}

export interface JobDepth {
  name: string;
  waiting: number;
  active: number;
  failed: number;
}

export interface SystemStatusStore {
  readDatabase: () => Promise<{ bytes: number; version: string; schema: string | null }>;
  listTables: () => Promise<TableSize[]>;
  countRuns: () => Promise<Record<string, number>>;
  listInstances: () => Promise<Instance[]>;
  listJobs: () => Promise<JobDepth[]>;
}

/** What an operator wants to know, read from PostgreSQL's own books: nothing here reads whole tables of content. */
export function createSystemStatusStore(pool: Pool): SystemStatusStore {
  return {
    readDatabase: async () => {
      const { rows } = await pool.query<{ bytes: string; version: string; schema: string | null }>(
        `SELECT pg_database_size(current_database())::text AS bytes, current_setting('server_version') AS version,
                (SELECT max(migration_name) FROM _prisma_migrations WHERE finished_at IS NOT NULL) AS schema`,
      );
      const { bytes = '0', version = '', schema = null } = rows[0] ?? {};
      return { bytes: Number(bytes), version, schema };
    },
    listTables: async () => {
      const { rows } = await pool.query<{ name: string; rows: string; bytes: string }>(
        `SELECT relname::text AS name, n_live_tup::text AS rows, pg_total_relation_size(relid)::text AS bytes
           FROM pg_stat_user_tables WHERE schemaname = current_schema()
          ORDER BY pg_total_relation_size(relid) DESC, relname`,
      );
      return rows.map((row) => ({ name: row.name, rows: Number(row.rows), bytes: Number(row.bytes) }));
    },
    countRuns: async () => {
      const { rows } = await pool.query<{ status: string; runs: number }>(
        'SELECT status, count(*)::int AS runs FROM runs GROUP BY status',
      );
      return Object.fromEntries(rows.map(({ status, runs }) => [status, runs]));
    },
    listInstances: () => listInstances(pool),
    listJobs: () => listJobs(pool),
  };
}

async function listInstances(pool: Pool): Promise<Instance[]> {
  const held = await pool.query<{ name: string; address: string | null }>(
    `SELECT a.application_name AS name, host(a.client_addr) AS address
       FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
      WHERE a.datname = current_database() AND l.locktype = 'advisory' AND l.granted AND l.classid::bigint = $1
      ORDER BY a.backend_start`,
    [INSTANCE_LOCK_SPACE],
  );
  const owners = await pool.query<{ owner: string; runs: number }>(
    `SELECT owner, count(*)::int AS runs FROM runs WHERE status = 'running' AND owner IS NOT NULL GROUP BY owner`,
  );
  const runs = new Map(owners.rows.map(({ owner, runs: count }) => [owner, count]));
  const living: Instance[] = held.rows.flatMap(({ name, address }) => {
    const found = parseInstanceName(name);
    if (found === null) return [];
    const { owner, version, startedAt } = found;
    return [{ id: owner, version, startedAt, alive: true, address, runningRuns: runs.get(owner) ?? 0 }];
  });
  const gone = owners.rows.filter(({ owner }) => !living.some(({ id }) => id === owner));
  return [
    ...living,
    ...gone.map(({ owner, runs: runningRuns }) => ({
      ...{ id: owner, version: null, startedAt: null, alive: false, address: null },
      runningRuns,
    })),
  ];
}

/** None before the first start of the jobs has made their schema. */
async function listJobs(pool: Pool): Promise<JobDepth[]> {
  const made = await pool.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    `${JOB_SCHEMA}.job`,
  ]);
  if (!made.rows[0]?.found) return [];
  const { rows } = await pool.query<JobDepth>(
    `SELECT name, count(*) FILTER (WHERE state IN ('created', 'retry'))::int AS waiting,
            count(*) FILTER (WHERE state = 'active')::int AS active,
            count(*) FILTER (WHERE state = 'failed')::int AS failed
       FROM ${JOB_SCHEMA}.job WHERE name NOT LIKE '\\_\\_%' GROUP BY name ORDER BY name`,
  );
  return rows;
}
