import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { DatabaseConnection } from '../connection';
import { makeFolder } from '../embedded/layout';
import { readMigrations } from '../migrate-folder';
import { readHistory, requireKnown } from '../migrate-history';
import { backupName, listBackups, partialName, pruneBackups, removePartial, syncFolder } from './backup-folder';
import { translateFailure } from './failure';
import { type BackupHeader, type BackupKind, FORMAT, FORMAT_VERSION, type TableCounts } from './format';
import { loadBackup } from './load-backup';
import { withClient } from './open-client';
import { readHeader } from './read-backup';
import { withScratch } from './scratch';
import { readActivity, tablesOf } from './tables';
import { writeBackup } from './write-backup';

export interface CreateBackup {
  connection: DatabaseConnection;
  /** Where `prisma/migrations` lies. */
  root: string;
  folder: string;
  kind: BackupKind;
  /** How many of this kind stay. */
  keep: number;
  now: () => number;
  /** Makes none when the newest one shows the same database unchanged. */
  onlyWhenChanged?: boolean;
}

export interface CreatedBackup {
  path: string;
  verified: boolean;
  counts: TableCounts;
}

/** One at a time on a database: they share the names of what they leave behind. */
const BACKUP_LOCK = 7_236_403;

/**
 * Backs the database up into one file while it is in use, restores that file into a scratch database and compares, and
 * only then gives it its name. Null when nothing has changed. Whatever fails leaves no file behind.
 */
export function createBackup(options: CreateBackup): Promise<CreatedBackup | null> {
  return withClient(options.connection, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [BACKUP_LOCK]);
    const migrations = await readMigrations(options.root);
    const history = await readHistory(client);
    requireKnown(history, migrations);
    const applied = migrations.filter(({ name }) => history.some((row) => row.migration_name === name));
    const tables = tablesOf(applied);
    const header = await describeDatabase(client, tables);
    if (options.onlyWhenChanged && (await isUnchanged(options.folder, header))) return null;
    const createdAt = new Date(options.now());
    return store(
      options,
      { client, createdAt, tables },
      {
        ...header,
        format: FORMAT,
        version: FORMAT_VERSION,
        kind: options.kind,
        createdAt: createdAt.toISOString(),
        migrations: applied.map(({ name, checksum }) => ({ name, checksum })),
      },
    );
  });
}

type Description = Pick<BackupHeader, 'postgres' | 'database' | 'activity'>;

async function describeDatabase(client: Client, tables: string[]): Promise<Description> {
  const { rows } = await client.query<{ postgres: string; database: string }>(
    `SELECT current_setting('server_version') AS postgres, oid || ' ' || datname AS database
       FROM pg_database WHERE datname = current_database()`,
  );
  const { postgres = '', database = '' } = rows[0] ?? {};
  // Read before the rows are: a change in between makes the next backup one too many, never one too few.
  return { postgres, database, activity: await readActivity(client, tables) };
}

async function isUnchanged(folder: string, { database, activity }: Description): Promise<boolean> {
  const newest = (await listBackups(folder))[0];
  const header = newest && (await readHeader(join(folder, newest.name)).catch(() => undefined));
  return header !== undefined && header.database === database && header.activity === activity;
}

interface Source {
  client: Client;
  createdAt: Date;
  tables: string[];
}

async function store(options: CreateBackup, source: Source, header: BackupHeader): Promise<CreatedBackup> {
  const { folder, connection, root, kind } = options;
  const { client, createdAt } = source;
  const partial = join(folder, partialName(backupName({ createdAt, kind, verified: false })));
  try {
    await makeFolder(folder);
    await removePartial(folder);
    const counts = await writeBackup({ client, path: partial, header, tables: source.tables });
    const restored = await withScratch(client, connection, (scratch) =>
      loadBackup({ client: scratch, path: partial, root }),
    );
    const verified = restored !== null;
    const path = join(folder, backupName({ createdAt, kind, verified }));
    await rename(partial, path);
    await syncFolder(folder);
    await pruneBackups(folder, options.keep);
    return { path, verified, counts };
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw translateFailure(folder, error);
  }
}
