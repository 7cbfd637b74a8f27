import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { listBackups } from '@/lib/db/backup/backup-folder';
import { backupBeforeMigration } from '@/lib/db/backup/before-migration';
import { type CreateBackup, createBackup } from '@/lib/db/backup/create-backup';
import { loadBackup } from '@/lib/db/backup/load-backup';
import { readShapes, tablesOf } from '@/lib/db/backup/tables';
import type { DatabaseConnection } from '@/lib/db/connection';
import { migrate } from '@/lib/db/migrate';
import { readMigrations } from '@/lib/db/migrate-folder';
import { createTestDatabase, emptyDatabase, type TestDatabase } from '@/tests/support/database';
import { root } from '@/tests/support/embedded-driver';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase(inject('testServer'));
  folder = mkdtempSync(join(tmpdir(), 'metona-backup-'));
});

afterEach(async () => {
  await database.drop();
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const back = (options: Partial<CreateBackup> = {}) =>
  createBackup({
    connection: database.connection,
    root,
    folder: join(folder, 'backups'),
    kind: 'manual',
    keep: 3,
    now: Date.now,
    ...options,
  });

const text = 'tab\there, line\nfeed, \\. backslash \\N, 中文 🙂, "quotes" and \'these\'';

async function fill(): Promise<void> {
  await database.prisma.user.create({ data: { id: 'u_1', email: 'a@example.com' } });
  await database.prisma.apiToken.create({
    data: { id: 't_1', userId: 'u_1', name: text, tokenHash: 'h', last4: '1234' },
  });
  await database.prisma.session.create({ data: { id: 's_1', userId: 'u_1' } });
  await database.pool.query(
    `INSERT INTO messages (id, session_id, user_id, role, content, tool_calls)
     SELECT 'm_' || i, 's_1', 'u_1', 'user', $1 || i, '[{"a": null}]' FROM generate_series(1, 500) AS i`,
    [text],
  );
}

/** Every row of the given table of another database as JSON. */
async function rowsOf(connection: object, table: string): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT to_jsonb(t)::text AS row FROM ${table} t ORDER BY 1`);
    return rows.map(({ row }) => row);
  } finally {
    await client.end();
  }
}

async function restoreElsewhere(path: string, code = root): Promise<{ connection: object; drop: () => Promise<void> }> {
  const target = await emptyDatabase(inject('testServer'));
  const client = new pg.Client(target.connection);
  await client.connect();
  try {
    await loadBackup({ client, path, root: code });
  } catch (error) {
    await client.end();
    await target.drop();
    throw error;
  }
  await client.end();
  return target;
}

describe('a backup', () => {
  it('knows every table that the migrations make, and no other', async () => {
    const client = new pg.Client(database.connection as object);
    await client.connect();
    const { rows } = await client.query(
      `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    );
    const names = tablesOf(await readMigrations(root));
    const shapes = await readShapes(client, names);
    await client.end();
    expect(names).toEqual(
      rows
        .map(({ name }) => name)
        .filter((name) => name !== '_prisma_migrations')
        .sort(),
    );
    expect(shapes.map(({ name }) => name).sort()).toEqual(names);
    expect(shapes.findIndex(({ name }) => name === 'users')).toBeLessThan(
      shapes.findIndex(({ name }) => name === 'api_tokens'),
    );
  });

  it('holds every row as it was, is for its owner only, and leaves no scratch database', async () => {
    await fill();
    const backup = await back();
    expect(backup).toMatchObject({ verified: true, counts: { users: { rows: 1 }, messages: { rows: 500 } } });
    expect(statSync(backup!.path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'backups')).mode & 0o777).toBe(0o700);
    const target = await restoreElsewhere(backup!.path);
    for (const table of ['users', 'api_tokens', 'messages']) {
      expect(await rowsOf(target.connection, table)).toEqual(await rowsOf(database.connection, table));
    }
    await target.drop();
    const { rows } = await database.pool.query("SELECT 1 FROM pg_database WHERE datname LIKE 'metona_scratch_%'");
    expect(rows).toEqual([]);
  });

  it('situation 115: taken under load, holds everything acknowledged before it began, and fits together', async () => {
    await fill();
    let going = true;
    let acknowledged = 0;
    const writing = (async () => {
      for (let i = 0; going; i += 1) {
        await database.pool.query(
          `WITH s AS (INSERT INTO sessions (id, user_id) VALUES ($1, 'u_1'))
           INSERT INTO messages (id, session_id, user_id, role, content) VALUES ($2, $1, 'u_1', 'user', 'x')`,
          [`load_s_${i}`, `load_m_${i}`],
        );
        acknowledged = i;
      }
    })();
    await expect.poll(() => acknowledged).toBeGreaterThan(20);
    const before = acknowledged;
    const backup = await back();
    going = false;
    await writing;
    expect(acknowledged).toBeGreaterThan(before);
    const target = await restoreElsewhere(backup!.path);
    const messages = await rowsOf(target.connection, 'messages');
    const sessions = await rowsOf(target.connection, 'sessions');
    await target.drop();
    expect(messages.length - 500).toBe(sessions.length - 1);
    expect(messages.length).toBeGreaterThan(500 + before);
  });

  it('is not made again while nothing has changed, and the oldest of a kind go', async () => {
    await fill();
    const changes = () => database.pool.query('SELECT pg_stat_force_next_flush()');
    await changes();
    await back({ kind: 'hourly', keep: 2 });
    await expect.poll(() => back({ kind: 'hourly', keep: 2, onlyWhenChanged: true }), { timeout: 30_000 }).toBeNull();
    await database.prisma.note.create({ data: { id: 'n_1', userId: 'u_1', title: 't', content: 'c', searchText: '' } });
    await expect
      .poll(() => back({ kind: 'hourly', keep: 2, onlyWhenChanged: true }), { timeout: 30_000 })
      .toMatchObject({ counts: { notes: { rows: 1 } } });
    await back({ kind: 'before-migration', keep: 2 });
    await back({ kind: 'hourly', keep: 2 });
    const kinds = (await listBackups(join(folder, 'backups'))).map(({ kind }) => kind);
    expect(kinds).toEqual(['hourly', 'before-migration', 'hourly']);
  });

  it('situation 111: on a full or forbidden disk fails with a sentence, and no half file stays', async () => {
    await fill();
    writeFileSync(join(folder, 'backups'), 'a file where the folder should be');
    await expect(back()).rejects.toThrow(/backups cannot be written: .*is a file, not a folder/);
    await expect(back({ folder: '/dev/full/backups' })).rejects.toThrow(/is a file, not a folder/);
    expect(readdirSync(folder)).toEqual(['backups']);
    await expect(database.pool.query('SELECT 1')).resolves.toMatchObject({ rowCount: 1 });
  });

  it('that was damaged or cut is refused, and nothing of it arrives', async () => {
    await fill();
    const { path } = (await back())!;
    const whole = readFileSync(path);
    const content = gunzipSync(whole).toString('utf8');
    const spoiled: Record<string, Buffer> = {
      cut: whole.subarray(0, whole.length - 40),
      'no end': gzipSync(content.slice(0, content.lastIndexOf('{"end"'))),
      'one row changed': gzipSync(content.replace('m_77\t', 'm_x77\t')),
      'no backup at all': Buffer.from('hello'),
    };
    const target = await emptyDatabase(inject('testServer'));
    for (const bytes of Object.values(spoiled)) {
      writeFileSync(path, bytes);
      const client = new pg.Client(target.connection);
      await client.connect();
      await expect(loadBackup({ client, path, root })).rejects.toThrow(/damaged/);
      await client.end();
    }
    await expect(rowsOf(target.connection, 'users')).rejects.toThrow(/does not exist/);
    await target.drop();
  });

  it('of a newer version is refused', async () => {
    const { path } = (await back())!;
    const content = gunzipSync(readFileSync(path)).toString('utf8');
    writeFileSync(path, gzipSync(content.replace(/"name":"\w+"/, '"name":"29990101000000_more"')));
    await expect(restoreElsewhere(path)).rejects.toThrow(/newer Metona \(it knows the change "29990101000000_more"/);
    writeFileSync(path, gzipSync(content.replace('"version":1', '"version":2')));
    await expect(restoreElsewhere(path)).rejects.toThrow(/written by a newer Metona/);
  });

  it('comes before a migration touches data, and without it the migration does not begin', async () => {
    const copy = join(folder, 'code');
    cpSync(join(root, 'prisma'), join(copy, 'prisma'), { recursive: true });
    const addMigration = (name: string, script: string) => {
      mkdirSync(join(copy, 'prisma/migrations', name));
      writeFileSync(join(copy, 'prisma/migrations', name, 'migration.sql'), script);
    };
    const backups = join(folder, 'backups');
    const options = { connection: database.connection, root: copy, folder: backups, keep: 2, now: Date.now };
    const migrateCopy = () =>
      migrate({
        connection: database.connection,
        root: copy,
        beforeFirst: async () => void (await backupBeforeMigration(options)),
      });
    addMigration('29990101000000_more', 'CREATE TABLE "more" (id int)');
    await migrateCopy();
    expect(await listBackups(backups)).toEqual([]);
    await fill();
    addMigration('29990102000000_less', 'DROP TABLE "messages"');
    writeFileSync(backups, 'in the way');
    await expect(migrateCopy()).rejects.toThrow(/backup before that failed.*Nothing was changed/);
    expect((await database.pool.query('SELECT count(*)::int AS n FROM messages')).rows).toEqual([{ n: 500 }]);
    rmSync(backups);
    await migrateCopy();
    const [backup] = await listBackups(backups);
    expect(backup).toMatchObject({ kind: 'before-migration', verified: true });
    const target = await restoreElsewhere(join(backups, backup!.name), copy);
    expect(await rowsOf(target.connection, 'messages')).toHaveLength(500);
    expect(await migrate({ connection: target.connection as DatabaseConnection, root: copy })).toEqual([
      '29990102000000_less',
    ]);
    await target.drop();
  });
});
