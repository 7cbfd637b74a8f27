import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createKeptConnection } from '@/lib/db/kept-connection';
import { createTestDatabase, type TestDatabase } from '../support/database';

describe('a connection kept for windows', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(inject('testServer'));
  });
  afterAll(() => database.drop());
  const backend = 'SELECT pg_backend_pid() AS pid';

  it('waits for nobody once it is there, and goes back when nothing more comes', async () => {
    const { pool } = database;
    const connection = createKeptConnection(pool);
    const first = await connection.query<{ pid: number }>(backend);
    const others = await Promise.all(Array.from({ length: (pool.options.max ?? 0) - 1 }, () => pool.connect()));
    const queued = pool.connect();
    const next = await connection.query<{ pid: number }>(backend);
    expect(next.rows).toEqual(first.rows);
    const last = await queued;
    expect((await last.query<{ pid: number }>(backend)).rows).toEqual(first.rows);
    for (const client of [...others, last]) client.release();
  });

  it('is another one after it broke, and still serves when a statement was refused', async () => {
    const { pool } = database;
    const connection = createKeptConnection(pool);
    const [first] = (await connection.query<{ pid: number }>(backend)).rows;
    await expect(connection.query('SELECT 1 / 0')).rejects.toThrow('division by zero');
    expect((await connection.query<{ pid: number }>(backend)).rows[0]).toEqual(first);
    await expect(connection.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(/terminat/);
    const [second] = (await connection.query<{ pid: number }>(backend)).rows;
    expect(second?.pid).not.toBe(first?.pid);
  });
});
