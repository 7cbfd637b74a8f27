import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createExpiredRows } from '@/lib/server/jobs/expired-rows';
import { createTestDatabase, type TestDatabase } from '../support/database';

const DAY = 86_400_000;
const never = new AbortController().signal;

describe('rows whose time is over', () => {
  let database: TestDatabase;
  const now = Date.now();
  const at = (offset: number) => new Date(now + offset);
  beforeAll(async () => {
    database = await createTestDatabase(inject('testServer'));
    await database.prisma.user.create({ data: { id: 'u1', email: 'a@example.org' } });
  });
  afterAll(() => database.drop());

  const sessions = async () =>
    (await database.prisma.authSession.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);
  const work = (signal = never) => createExpiredRows({ pool: database.pool, now: () => now }).work({}, signal);

  it('are deleted by a job, and no others', async () => {
    const session = (id: string, expires: number, seen: number) => ({
      id,
      userId: 'u1',
      expiresAt: at(expires),
      lastSeenAt: at(seen),
    });
    await database.prisma.authSession.createMany({
      data: [session('expired', -1, -1), session('idle', DAY, -8 * DAY), session('live', DAY, -6 * DAY)],
    });
    const grant = (id: string, expires: number) => ({
      ...{ id, userId: 'u1', sessionId: 's', toolName: 't', toolIdentity: 'i' },
      expiresAt: at(expires),
    });
    await database.prisma.permissionGrant.createMany({
      data: [grant('long gone', -31 * DAY), grant('just ended', -DAY), grant('live', DAY)],
    });
    await database.prisma.rateBucket.createMany({
      data: Array.from({ length: 7_000 }, (_, index) => ({
        ...{ key: `key ${index}`, count: 1, windowStart: at(-DAY) },
        expiresAt: at(index < 6_999 ? -1 : DAY),
      })),
    });
    await work();
    expect(await sessions()).toEqual(['live']);
    expect(await database.prisma.rateBucket.findMany({ select: { key: true } })).toEqual([{ key: 'key 6999' }]);
    const grants = await database.prisma.permissionGrant.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
    expect(grants.map(({ id }) => id)).toEqual(['just ended', 'live']);
    await work();
    expect(await sessions()).toEqual(['live']);
  });

  it('wait for the next round when the process stops', async () => {
    await database.prisma.authSession.create({ data: { id: 'late', userId: 'u1', expiresAt: at(-1) } });
    await work(AbortSignal.abort());
    expect(await sessions()).toContain('late');
  });
});
