import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg, { type Client } from 'pg';
import { createRowChecksum } from '@/lib/crypto/row-checksum';
import { copyOut } from './copy-out';
import { type BackupHeader, END_OF_ROWS, type TableCounts } from './format';
import { readSequences, readShapes, type TableShape } from './tables';

interface WriteBackup {
  client: Client;
  path: string;
  header: BackupHeader;
  tables: readonly string[];
}

/** Writes everything as it is at one moment, on disk when it returns. The file must not exist yet. */
export async function writeBackup(options: WriteBackup): Promise<TableCounts> {
  const { client, path } = options;
  const counts: TableCounts = {};
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await inSnapshot(client, options.tables, (shapes) =>
    pipeline(lines(options, shapes, counts), createGzip({ level: 5 }), file),
  );
  return counts;
}

/** Runs `work` while nothing that it reads moves: neither rows nor, thanks to the locks, the tables themselves. */
export async function inSnapshot<T>(
  client: Client,
  tables: readonly string[],
  work: (shapes: TableShape[]) => Promise<T>,
): Promise<T> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const present = (await readShapes(client, tables)).map(({ name }) => pg.escapeIdentifier(name));
  if (present.length > 0) await client.query(`LOCK TABLE ${present.join(', ')} IN ACCESS SHARE MODE`);
  const result = await work(await readShapes(client, tables));
  await client.query('COMMIT');
  return result;
}

export function copyStatement({ name, columns }: TableShape): string {
  return `COPY ${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;
}

async function* lines(
  { client, header }: WriteBackup,
  shapes: TableShape[],
  counts: TableCounts,
): AsyncGenerator<Buffer> {
  const json = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);
  yield json(header);
  for (const shape of shapes) {
    yield json({ table: shape.name, columns: shape.columns });
    const checksum = createRowChecksum();
    for await (const rows of copyOut(client, `${copyStatement(shape)} TO STDOUT`)) {
      for (const row of rows) checksum.add(row);
      yield Buffer.concat(rows);
    }
    yield Buffer.from(`${END_OF_ROWS}\n`);
    counts[shape.name] = checksum.result();
  }
  yield json({ end: true, tables: counts, sequences: await readSequences(client) });
}
