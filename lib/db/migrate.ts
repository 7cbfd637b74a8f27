import pg from 'pg';
import { type DatabaseConnection, pgConnection } from './connection';
import { DatabaseStartError } from './embedded/failure';
import { type Migration, readMigrations } from './migrate-folder';
import { CREATE_HISTORY, MIGRATION_LOCK, readHistory, recordMigration, requireKnown } from './migrate-history';

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

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.script);
    await recordMigration(client, migration);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseStartError(
      `The database could not be brought up to date ("${migration.name}": ${reason}). Nothing was changed.`,
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
