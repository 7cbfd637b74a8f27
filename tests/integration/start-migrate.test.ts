import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrate } from '@/lib/db/migrate';
import { openSchemaEngine } from '@/lib/db/migrate-engine';
import { readMigrations } from '@/lib/db/migrate-folder';
import { createTestDatabase, emptyDatabase, type TestDatabase } from '@/tests/support/database';

const root = fileURLToPath(new URL('../..', import.meta.url));
let database: TestDatabase;
let copy: string;

beforeEach(async () => {
  database = await createTestDatabase(inject('testServer'));
  copy = mkdtempSync(join(tmpdir(), 'metona-migrate-'));
  cpSync(join(root, 'prisma'), join(copy, 'prisma'), { recursive: true });
});

afterEach(async () => {
  await database.drop();
  rmSync(copy, { recursive: true });
});

function addMigration(name: string, script: string): void {
  const folder = join(copy, 'prisma', 'migrations', name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'migration.sql'), script);
}

const migrateCopy = () => migrate({ connection: database.connection, root: copy });

describe('migrations', () => {
  it('situation 69: apply what is new, once, also for two processes at the same moment', async () => {
    addMigration('29990101000000_more', 'CREATE TABLE more (id int)');
    const applied = await Promise.all([migrateCopy(), migrateCopy()]);
    expect(applied.flat()).toEqual(['29990101000000_more']);
    expect(await migrateCopy()).toEqual([]);
    await expect(database.pool.query('SELECT * FROM more')).resolves.toMatchObject({ rowCount: 0 });
  });

  it('situation 69: of several processes on an empty database one makes the schema, and all find it', async () => {
    const empty = await emptyDatabase(inject('testServer'));
    const all = await Promise.all([1, 2, 3, 4].map(() => migrate({ connection: empty.connection, root })));
    const made = all.filter((names) => names.length > 0);
    expect(made).toHaveLength(1);
    expect(made.flat()).toEqual((await readMigrations(root)).map(({ name }) => name));
    await empty.drop();
  });

  it('leave nothing of one that fails', async () => {
    addMigration('29990101000000_broken', 'CREATE TABLE half (id int); SELECT nonsense();');
    await expect(migrateCopy()).rejects.toThrow(/29990101000000_broken.*Nothing was changed/s);
    const { rows } = await database.pool.query("SELECT to_regclass('half') AS found");
    expect(rows).toEqual([{ found: null }]);
    rmSync(join(copy, 'prisma', 'migrations', '29990101000000_broken'), { recursive: true });
    expect(await migrateCopy()).toEqual([]);
  });

  it('refuse a database that a newer version has used', async () => {
    addMigration('29990101000000_more', 'CREATE TABLE more (id int)');
    await migrateCopy();
    await expect(migrate({ connection: database.connection, root })).rejects.toThrow(/newer Metona/);
  });

  it('refuse a migration that was edited after it had been applied', async () => {
    addMigration('29990101000000_more', 'CREATE TABLE more (id int)');
    await migrateCopy();
    writeFileSync(join(copy, 'prisma/migrations/29990101000000_more/migration.sql'), 'CREATE TABLE other (id int)');
    await expect(migrateCopy()).rejects.toThrow(/was edited/);
  });

  it("keep a history that Prisma's own engine reads as up to date", async () => {
    const schema = await readFile(join(root, 'prisma', 'schema.prisma'), 'utf8');
    addMigration('29990101000000_more', 'CREATE TABLE more (id int)');
    const engine = await openSchemaEngine(schema, database.connection);
    const list = async () => ({
      baseDir: join(copy, 'prisma', 'migrations'),
      lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
      shadowDbInitScript: '',
      migrationDirectories: await Promise.all(
        (await names()).map(async (path) => ({
          path,
          migrationFile: {
            path: 'migration.sql',
            content: { tag: 'ok' as const, value: await script(path) },
          },
        })),
      ),
    });
    const filters = { externalTables: [], externalEnums: [] };
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: await list(), filters });
    expect(appliedMigrationNames).toEqual(['29990101000000_more']);
    expect(await migrateCopy()).toEqual([]);
  });
});

const script = (name: string) => readFile(join(copy, 'prisma', 'migrations', name, 'migration.sql'), 'utf8');

async function names(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>('SELECT migration_name AS name FROM _prisma_migrations');
  return [...rows.map(({ name }) => name), '29990101000000_more'].sort();
}
