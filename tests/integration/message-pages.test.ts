import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { PrismaClient } from '@/lib/db/client';
import { createMessageStore } from '@/lib/db/message-store';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'));
});
afterAll(() => database.drop());

async function longSession(sessionId: string, length: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO messages (id, session_id, user_id, parent_id, depth, role, content)
     SELECT $1 || '_' || n, $1, 'u_1', CASE WHEN n > 0 THEN $1 || '_' || (n - 1) END, n, 'user', repeat('x', 500)
     FROM generate_series(0, $2::int - 1) n`,
    [sessionId, length],
  );
}

type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** Rows of `messages` read by this connection so far, as the database itself counts them. */
async function counter(transaction: Transaction): Promise<number> {
  const [counted] = await transaction.$queryRaw<{ read: bigint }[]>`
    SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relname = 'messages'`;
  return Number(counted?.read);
}

async function rowsRead(sessionId: string, length: number): Promise<number> {
  return await database.prisma.$transaction(async (transaction) => {
    const before = await counter(transaction);
    const store = createMessageStore(transaction as PrismaClient);
    const page = await store.walkUp({ userId: 'u_1', sessionId }, `${sessionId}_${length - 1}`, 50);
    expect(page.map((message) => message.id).at(-1)).toBe(`${sessionId}_${length - 50}`);
    return (await counter(transaction)) - before;
  });
}

describe('a page of messages', () => {
  it('costs as many rows in a session of 5,000 messages as in one of 60', async () => {
    await longSession('s_short', 60);
    await longSession('s_long', 5000);
    await database.pool.query('ANALYZE messages');
    const [short, long] = [await rowsRead('s_short', 60), await rowsRead('s_long', 5000)];
    expect(short).toBeGreaterThanOrEqual(50);
    expect(long).toBe(short);
  });
});
