import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createEnvelope } from '@/lib/crypto/envelope';
import { createKeyRing } from '@/lib/crypto/key-ring';
import { loadOrCreateSecrets } from '@/lib/crypto/secrets-file';
import { type EmbeddedDatabase, startEmbedded } from '@/lib/db/embedded';
import { migrate } from '@/lib/db/migrate';
import { createTestDatabase, emptyDatabase } from '@/tests/support/database';
import { cleanUp, root } from '@/tests/support/embedded-driver';

const binding = { userId: 'u_1', providerId: 'deepseek', origin: 'https://api.deepseek.com', field: 'key' };
let home: string;
let running: EmbeddedDatabase[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'metona-commands-'));
  running = [];
});

afterEach(async () => {
  for (const database of running) await database.stop();
  await cleanUp(home);
});

/** What the command printed, or the sentence it failed with. */
async function command(name: string, args: string[], environment: Record<string, string>): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', INIT_CWD: home, ...environment, NODE_ENV: 'test' as const };
  const done = promisify(execFile)(process.execPath, [join(root, 'scripts', `${name}.mjs`), ...args], {
    env,
    cwd: root,
  });
  const { stdout } = await done.catch((error: { stderr: string }) => {
    throw new Error(error.stderr);
  });
  return stdout;
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, root, log: () => undefined });
  running.push(database);
  return database;
}

async function stop(database: EmbeddedDatabase): Promise<void> {
  running.splice(running.indexOf(database), 1);
  expect(await database.stop()).toBe('stopped');
}

async function query(connection: object, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function envelopeOf(dataDir: string) {
  const secrets = await loadOrCreateSecrets(dataDir, { secret: null, encryptionKey: null, sampleValues: [] });
  return createEnvelope(createKeyRing(secrets.encryptionKeys));
}

/** An account, a key sealed with the secrets of `dataDir`, and a note. */
async function fill(connection: object, dataDir: string): Promise<void> {
  const cipher = (await envelopeOf(dataDir)).seal('sk-a-key-of-the-provider', binding);
  await query(connection, `INSERT INTO users (id, email) VALUES ('u_1', 'a@example.com')`);
  await query(
    connection,
    `INSERT INTO provider_configs (user_id, provider_id, kind, key_cipher, updated_at)
     VALUES ('u_1', 'deepseek', 'builtin', $1, now())`,
    [cipher],
  );
  await note(connection, 'before');
}

async function note(connection: object, content: string): Promise<void> {
  const text = `INSERT INTO notes (id, user_id, title, content, search_text) VALUES ($1, 'u_1', 't', $1, '')`;
  await query(connection, text, [content]);
}

const fileIn = (said: string) => /\S+\.backup\.gz/.exec(said)?.[0] ?? '';

const notes = async (connection: object) =>
  (await query(connection, 'SELECT content FROM notes ORDER BY 1')).map(({ content }) => content);

describe('the commands of the database', () => {
  it('back up while Metona runs, and restore beside the data that is there', async () => {
    const dataDir = join(home, 'data');
    const environment = { METONA_DATA_DIR: dataDir };
    await expect(command('db-backup', [], environment)).rejects.toThrow(/There is no database in .*data yet/);
    const first = await start(dataDir);
    await migrate({ connection: first.connection, root });
    await fill(first.connection, dataDir);
    const said = await command('db-backup', [], environment);
    expect(said).toContain('Verified');
    const file = fileIn(said);
    await note(first.connection, 'after');
    await expect(command('db-restore', [file], environment)).rejects.toThrow(
      /A Metona is running.*nothing was changed/,
    );
    await stop(first);

    await expect(command('db-restore', [join(home, 'none.gz')], environment)).rejects.toThrow(
      /cannot be read: it does not exist/,
    );
    const again = await start(dataDir);
    await query(again.connection, 'CREATE DATABASE metona_restore_of_a_killed_one');
    await stop(again);
    const restored = await command('db-restore', [file], environment);
    const [kept = ''] = /metona_before_\d+/.exec(restored) ?? [];
    const second = await start(dataDir);
    expect(await migrate({ connection: second.connection, root })).toEqual([]);
    expect(await notes(second.connection)).toEqual(['before']);
    const left = `SELECT 1 FROM pg_database WHERE datname LIKE 'metona_restore_%' OR datname LIKE 'metona_scratch_%'`;
    expect(await query(second.connection, left)).toEqual([]);
    expect(await notes({ ...second.connection, database: kept })).toEqual(['after', 'before']);
    await stop(second);

    expect(await command('db-restore', ['--kept'], environment)).toBe(`${kept}\n`);
    await command('db-restore', ['--back', kept], environment);
    const third = await start(dataDir);
    expect(await notes(third.connection)).toEqual(['after', 'before']);
    await stop(third);
    const [other = ''] = /metona_before_\d+/.exec(await command('db-restore', ['--kept'], environment)) ?? [];
    await command('db-restore', ['--remove', other], environment);
    expect(await command('db-restore', ['--kept'], environment)).toContain('No restore');
  });

  it('situation 115: restored on another machine with the key file, the keys of providers work', async () => {
    const source = await createTestDatabase(inject('testServer'));
    const here = join(home, 'here');
    const there = join(home, 'there');
    await fill(source.connection, here);
    const file = fileIn(await command('db-backup', [], { METONA_DATA_DIR: here, DATABASE_URL: source.url }));
    await source.drop();
    const said = await command('db-restore', [file], { METONA_DATA_DIR: there });
    expect(said).toContain('put the secrets.json that belongs to this backup');
    expect(said).not.toContain('metona_before_');
    copyFileSync(join(here, 'secrets.json'), join(there, 'secrets.json'));
    const second = await start(there);
    const [row] = await query(second.connection, 'SELECT key_cipher FROM provider_configs');
    expect((await envelopeOf(there)).open(String(row?.key_cipher), binding)).toBe('sk-a-key-of-the-provider');
    await stop(second);
  });

  it('export to SQL that another PostgreSQL takes, where Metona goes on', async () => {
    const source = await createTestDatabase(inject('testServer'));
    await fill(source.connection, home);
    await note(source.connection, `it's "quoted" \\N \\. \n\t 中文 :name $1`);
    await query(source.connection, `INSERT INTO sessions (id, user_id, title) VALUES ('s_1', 'u_1', NULL)`);
    const said = await command('db-export', ['moved.sql'], { METONA_DATA_DIR: home, DATABASE_URL: source.url });
    expect(said).toContain(join(home, 'moved.sql'));
    const target = await emptyDatabase(inject('testServer'));
    await query(target.connection, readFileSync(join(home, 'moved.sql'), 'utf8'));
    expect(await migrate({ connection: target.connection, root })).toEqual([]);
    for (const table of ['notes', 'users', 'provider_configs', 'sessions', '_prisma_migrations']) {
      const rows = `SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY 1`;
      expect(await query(target.connection, rows)).toEqual(await query(source.connection, rows));
    }
    await target.drop();
    await source.drop();
  });

  it('restore into the database of DATABASE_URL only while it is empty', async () => {
    const source = await createTestDatabase(inject('testServer'));
    await fill(source.connection, home);
    const file = fileIn(await command('db-backup', [], { METONA_DATA_DIR: home, DATABASE_URL: source.url }));
    const target = await emptyDatabase(inject('testServer'));
    const environment = { METONA_DATA_DIR: join(home, 'other'), DATABASE_URL: target.url };
    expect(await command('db-restore', [file], environment)).toContain('Restored into the database of DATABASE_URL');
    expect(await migrate({ connection: target.connection, root })).toEqual([]);
    expect(await notes(target.connection)).toEqual(['before']);
    await expect(command('db-restore', [file], environment)).rejects.toThrow(/is not empty.*never overwrites/);
    await target.drop();
    await source.drop();
  });
});
