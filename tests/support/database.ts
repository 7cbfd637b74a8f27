import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Database, openDatabase } from '@/lib/db/client';
import type { DatabaseConnection } from '@/lib/db/connection';
import { startEmbedded } from '@/lib/db/embedded';
import { migrate } from '@/lib/db/migrate';
import { keepAsSpare, prepareSpares, takeSpare } from './spare-databases';
import type { TestServer } from './test-server';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TEMPLATE = 'metona_template';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
    /** A URL of the migrated template, for what takes only URLs; do not write into it. */
    databaseUrl: string;
  }
}

interface Project {
  provide: {
    (key: 'testServer', value: TestServer): void;
    (key: 'databaseUrl', value: string): void;
  };
}

/** Global setup: one bundled server for the whole run, and in it a template that has been migrated once. */
export default async function setup(project: Project): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'metona-test-'));
  const embedded = await startEmbedded({ dataDir, root, log: () => undefined });
  const { host, port, user } = embedded.connection;
  // Nothing of it has to outlive the machine; what has to outlive a kill is tested on servers of their own.
  for (const setting of ['fsync', 'full_page_writes']) {
    await administer({ host, port, user }, `ALTER SYSTEM SET ${setting} = off`);
  }
  await administer({ host, port, user }, 'SELECT pg_reload_conf()');
  await administer({ host, port, user }, `CREATE DATABASE ${TEMPLATE}`);
  await migrate({ connection: { host, port, user, database: TEMPLATE }, root });
  await prepareSpares({ host, port, user }, TEMPLATE);
  project.provide('testServer', { host, port, user });
  project.provide('databaseUrl', databaseUrl({ host, port, user }, TEMPLATE));
  return async () => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

export function databaseUrl({ host, port, user }: TestServer, database: string): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

export interface TestDatabase extends Database {
  connection: DatabaseConnection;
  url: string;
  /** Closes the connections and gives the database up: what was in it is gone. */
  drop: () => Promise<void>;
}

/** A database of its own, migrated and empty: `createTestDatabase(inject('testServer'))`. */
export async function createTestDatabase(server: TestServer): Promise<TestDatabase> {
  const database = (await takeSpare(server)) ?? (await copyTemplate(server));
  const connection = { ...server, database };
  const opened = openDatabase({ connection, poolSize: { prisma: 5, hot: 6 } });
  return {
    ...opened,
    connection,
    url: databaseUrl(server, database),
    drop: async () => {
      await opened.close();
      const kept = await keepAsSpare(server, database).catch(() => false);
      if (!kept) await administer(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    },
  };
}

async function copyTemplate(server: TestServer): Promise<string> {
  const database = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${database} TEMPLATE ${TEMPLATE}`);
  return database;
}

/** A database without any table. */
export async function emptyDatabase(
  server: TestServer,
): Promise<{ connection: TestServer & { database: string }; url: string; drop: () => Promise<void> }> {
  const database = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${database} TEMPLATE template0`);
  return {
    connection: { ...server, database },
    url: databaseUrl(server, database),
    drop: () => administer(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
  };
}

async function administer(server: TestServer, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
