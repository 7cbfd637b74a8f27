import pg, { type Client } from 'pg';
import type { DatabaseConnection } from '../connection';
import { BackupError } from './failure';
import { loadBackup } from './load-backup';
import { onDatabase, withClient } from './open-client';
import { readHeader } from './read-backup';

interface Restore {
  connection: DatabaseConnection;
  path: string;
  root: string;
}

async function holdsTables(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm') LIMIT 1`,
  );
  return Boolean(rowCount);
}

/** Into an operator's database, which has to be empty: nothing there is ever overwritten. */
export function restoreIntoEmpty({ connection, path, root }: Restore): Promise<void> {
  return withClient(connection, async (client) => {
    if (await holdsTables(client)) {
      throw new BackupError(
        'The database of DATABASE_URL is not empty, and a restore never overwrites anything. Create a new database, set DATABASE_URL to it, and restore again.',
      );
    }
    await loadBackup({ client, path, root });
  });
}

const KEPT_PREFIX = 'metona_before_';
const FRESH_PREFIX = 'metona_restore_';

/**
 * Into a new database of Metona's own server, which then takes the place of the present one; answers the name under
 * which that one is kept, or null when it was empty. The caller holds the server alone.
 */
export async function restoreBeside({ connection, path, root }: Restore, now: number): Promise<string | null> {
  await readHeader(path);
  // What a killed restore left half filled.
  for (const name of await listDatabases(connection, FRESH_PREFIX)) await dropDatabase(connection, name);
  const fresh = `${FRESH_PREFIX}${stamp(now)}`;
  const administration = onDatabase(connection, 'postgres');
  await withClient(administration, (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(fresh)}`));
  try {
    await withClient(onDatabase(connection, fresh), (client) => loadBackup({ client, path, root }));
  } catch (error) {
    await dropDatabase(connection, fresh);
    throw error;
  }
  const isWorthKeeping = await withClient(connection, holdsTables);
  const kept = await swapDatabase(connection, fresh, now);
  if (isWorthKeeping) return kept;
  await dropDatabase(connection, kept);
  return null;
}

/** Puts a database in the place of the present one, in one step; answers the name that one has now. */
export async function swapDatabase(connection: DatabaseConnection, replacement: string, now: number): Promise<string> {
  const present = await withClient(connection, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT current_database()::text AS name');
    return rows[0]?.name ?? '';
  });
  const kept = `${KEPT_PREFIX}${stamp(now)}`;
  const rename = (from: string, to: string) =>
    `ALTER DATABASE ${pg.escapeIdentifier(from)} RENAME TO ${pg.escapeIdentifier(to)}`;
  await withClient(onDatabase(connection, 'postgres'), async (client) => {
    await client.query('BEGIN');
    await client.query(rename(present, kept));
    await client.query(rename(replacement, present));
    await client.query('COMMIT');
  });
  return kept;
}

/** The databases that restores have put aside, oldest first. */
export function listKept(connection: DatabaseConnection): Promise<string[]> {
  return listDatabases(connection, KEPT_PREFIX);
}

function listDatabases(connection: DatabaseConnection, prefix: string): Promise<string[]> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT datname::text AS name FROM pg_database WHERE starts_with(datname::text, $1) ORDER BY 1',
      [prefix],
    );
    return rows.map(({ name }) => name);
  });
}

export async function dropDatabase(connection: DatabaseConnection, name: string): Promise<void> {
  await withClient(onDatabase(connection, 'postgres'), (client) =>
    client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`),
  );
}

function stamp(now: number): string {
  return new Date(now).toISOString().replace(/\D/g, '').slice(0, 17);
}
