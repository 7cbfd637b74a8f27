import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import pg, { type Client } from 'pg';
import type { DatabaseConnection } from '../connection';
import { type Migration, readMigrations } from '../migrate-folder';
import { CREATE_HISTORY, readHistory, requireKnown } from '../migrate-history';
import { partialName } from './backup-folder';
import { copyOut } from './copy-out';
import { parseCopyRow } from './copy-row';
import { translateFailure } from './failure';
import { withClient } from './open-client';
import { readSequences, readShapes, type TableShape, tablesOf } from './tables';
import { copyStatement, inSnapshot } from './write-backup';

interface ExportSql {
  connection: DatabaseConnection;
  root: string;
  path: string;
}

/** Rows of one statement: few enough for any server, many enough to be quick. */
const STATEMENT_CHARACTERS = 262_144;

/**
 * Writes everything as plain SQL that `psql -f` loads into an empty database of PostgreSQL 15 or newer: the schema, the
 * rows and the history of migrations, in one transaction.
 */
export async function exportSql({ connection, root, path }: ExportSql): Promise<void> {
  const partial = partialName(path);
  await withClient(connection, async (client) => {
    const migrations = await readMigrations(root);
    const history = await readHistory(client);
    requireKnown(history, migrations);
    const applied = migrations.filter(({ name }) => history.some((row) => row.migration_name === name));
    const file = createWriteStream(partial, { flags: 'w', mode: 0o600, flush: true });
    try {
      await inSnapshot(client, tablesOf(applied), (shapes) => pipeline(statements(client, applied, shapes), file));
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true }).catch(() => undefined);
      throw translateFailure(path, error);
    }
  });
}

async function* statements(client: Client, migrations: Migration[], shapes: TableShape[]): AsyncGenerator<string> {
  yield '-- Metona. Load it into an empty database: psql -v ON_ERROR_STOP=1 -d <database> -f <this file>\n';
  yield "SET client_encoding = 'UTF8';\nSET standard_conforming_strings = on;\nSET datestyle = 'ISO, YMD';\nBEGIN;\n";
  for (const { name, script } of migrations) yield `\n-- ${name}\n${script.trimEnd()}\n`;
  yield `${CREATE_HISTORY};\n`;
  const [history] = await readShapes(client, ['_prisma_migrations']);
  for (const shape of history ? [history, ...shapes] : shapes) yield* insertions(client, shape);
  for (const { name, value } of await readSequences(client)) {
    yield `SELECT setval(${pg.escapeLiteral(pg.escapeIdentifier(name))}, ${value});\n`;
  }
  yield 'COMMIT;\n';
}

async function* insertions(client: Client, shape: TableShape): AsyncGenerator<string> {
  const target = `INSERT INTO ${copyStatement(shape).replace(/^COPY /, '')} VALUES\n`;
  let statement = '';
  for await (const rows of copyOut(client, `${copyStatement(shape)} TO STDOUT`)) {
    for (const row of rows) {
      statement += `${statement === '' ? target : ',\n'}(${parseCopyRow(row.toString('utf8')).map(literal).join(', ')})`;
      if (statement.length < STATEMENT_CHARACTERS) continue;
      yield `${statement};\n`;
      statement = '';
    }
  }
  if (statement !== '') yield `${statement};\n`;
}

/** Backslashes stand for themselves: the file switches standard strings on. */
function literal(value: string | null): string {
  return value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`;
}
