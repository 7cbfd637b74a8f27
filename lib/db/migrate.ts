import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type DatabaseConnection, pgConnection } from './connection';
import { DatabaseStartError } from './embedded/failure';
import { type Migration, readMigrations } from './migrate-folder';

/** Prisma's own table, so that its tools see the same history. */
const CREATE_HISTORY = `
CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

const MIGRATION_LOCK = 7_236_402;
const LOWEST_VERSION = 150_000;

export interface MigrateOptions {
  connection: DatabaseConnection;
  root: string;
  /** Runs before the first migration touches a database that already holds data. */
  beforeFirst?: (names: string[]) => Promise<void>;
}

/**
 * Brings the database to this code's schema and answers the names of what it applied. Each migration and its line in
 * the history are one transaction: a kill in the middle leaves nothing half done. Of two processes the second waits.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.root);
  const client = new pg.Client({
    ...pgConnection(options.connection),
    application_name: 'metona migrate',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await requireVersion(client);
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await applyPending(client, migrations, options.beforeFirst);
  } finally {
    await client.end();
  }
}

async function applyPending(
  client: pg.Client,
  migrations: Migration[],
  beforeFirst: MigrateOptions['beforeFirst'],
): Promise<string[]> {
  const history = await readHistory(client);
  requireKnown(history, migrations);
  const applied = new Set(history.map(({ migration_name }) => migration_name));
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const names = pending.map(({ name }) => name);
  if (pending.length === 0) return names;
  if (applied.size > 0) await beforeFirst?.(names);
  else await client.query(CREATE_HISTORY);
  for (const migration of pending) await apply(client, migration);
  return names;
}

interface HistoryRow {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

async function readHistory(client: pg.Client): Promise<HistoryRow[]> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`,
  );
  if (!rows[0]?.found) return [];
  const history = await client.query<HistoryRow>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return history.rows;
}

function requireKnown(history: HistoryRow[], migrations: Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { migration_name: name, checksum, finished_at } of history) {
    const migration = known.get(name);
    if (!migration) {
      throw new DatabaseStartError(
        `The database was used by a newer Metona (it knows the change "${name}", this version does not). Update Metona, or restore a backup from before the update.`,
      );
    }
    if (finished_at === null) {
      throw new DatabaseStartError(
        `The change "${name}" of the database was begun by another tool and not finished. Resolve it with "prisma migrate resolve", or restore a backup.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new DatabaseStartError(
        `The migration "${name}" was edited after it had been applied to this database. Restore prisma/migrations as it was.`,
      );
    }
  }
}

async function apply(client: pg.Client, { name, script, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(script);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       VALUES ($1, $2, clock_timestamp(), $3, 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseStartError(
      `The database could not be brought up to date ("${name}": ${reason}). Nothing was changed.`,
      error,
    );
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name`,
  );
  const found = rows[0];
  if (found && found.version >= LOWEST_VERSION) return;
  throw new DatabaseStartError(`DATABASE_URL points to PostgreSQL ${found?.name}. Metona needs 15 or newer.`);
}
