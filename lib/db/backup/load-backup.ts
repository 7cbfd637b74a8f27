import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import { createRowChecksum } from '@/lib/crypto/row-checksum';
import { errorCode } from '../embedded/failure';
import { type Migration, readMigrations } from '../migrate-folder';
import { CREATE_HISTORY, MIGRATION_LOCK, recordMigration } from '../migrate-history';
import { copyIn } from './copy-in';
import { copyOut } from './copy-out';
import { BackupError } from './failure';
import type { BackupHeader, TableCounts } from './format';
import { type BackupReader, readBackup } from './read-backup';
import { readShapes } from './tables';
import { copyStatement } from './write-backup';

interface LoadBackup {
  /** Connected to a database without tables of ours. */
  client: Client;
  path: string;
  root: string;
}

/**
 * Fills an empty database from a backup, in one transaction: the schema as it was, then the rows. What arrived is read
 * back and compared by number and checksum with what was written, and only then kept.
 */
export function loadBackup({ client, path, root }: LoadBackup): Promise<TableCounts> {
  return readBackup(path, async (reader) => {
    const migrations = chooseMigrations(reader.header, await readMigrations(root));
    await client.query('BEGIN');
    await client.query('SET LOCAL synchronous_commit = on');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query(CREATE_HISTORY);
    for (const migration of migrations) {
      await client.query(migration.script);
      await recordMigration(client, migration);
    }
    const read = await loadSections(client, reader).catch((error: unknown) => {
      throw isRefusedContent(error) ? new BackupError(`${path} is damaged: ${String(error)}.`, error) : error;
    });
    const { tables, sequences } = reader.end();
    const arrived = await countTables(client, Object.keys(tables));
    if (!isDeepStrictEqual(read, tables) || !isDeepStrictEqual(arrived, tables)) {
      throw new BackupError(`${path} is damaged: what it holds is not what was written into it.`);
    }
    for (const { name, value } of sequences)
      await client.query('SELECT setval($1::regclass, $2)', [`"${name}"`, value]);
    await client.query('COMMIT');
    return arrived;
  });
}

/** The schema the backup was made with; refuses what this code does not know. */
function chooseMigrations(header: BackupHeader, migrations: Migration[]): Migration[] {
  return header.migrations.map(({ name, checksum }) => {
    const found = migrations.find((migration) => migration.name === name && migration.checksum === checksum);
    if (found) return found;
    throw new BackupError(
      `The backup was made by a newer Metona (it knows the change "${name}", this version does not). Update Metona, then restore it.`,
    );
  });
}

async function loadSections(client: Client, reader: BackupReader): Promise<TableCounts> {
  const counts: TableCounts = {};
  for await (const { shape, rows } of reader.sections) {
    const checksum = createRowChecksum();
    await copyIn(client, `${copyStatement(shape)} FROM STDIN`, inBatches(rows, checksum.add));
    counts[shape.name] = checksum.result();
  }
  return counts;
}

/** Names the schema does not know, values a column does not take: not what was written. */
function isRefusedContent(error: unknown): boolean {
  return /^(22|23|42)/.test(errorCode(error) ?? '');
}

const BATCH_BYTES = 65_536;

async function* inBatches(rows: AsyncIterable<Buffer>, look: (row: Buffer) => void): AsyncGenerator<Buffer> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for await (const row of rows) {
    look(row);
    batch.push(row);
    bytes += row.length;
    if (bytes < BATCH_BYTES) continue;
    yield Buffer.concat(batch);
    batch = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(batch);
}

async function countTables(client: Client, names: string[]): Promise<TableCounts> {
  const counts: TableCounts = {};
  for (const shape of await readShapes(client, names)) {
    const checksum = createRowChecksum();
    for await (const rows of copyOut(client, `${copyStatement(shape)} TO STDOUT`)) {
      for (const row of rows) checksum.add(row);
    }
    counts[shape.name] = checksum.result();
  }
  return counts;
}
