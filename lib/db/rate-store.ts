import 'server-only';
import type { Prisma, PrismaClient } from './generated/client';
import { type Bucket, countTry, type RatePolicy, type RateVerdict } from './rate-policy';

type Transaction = Prisma.TransactionClient;

async function lockBucket(transaction: Transaction, key: string): Promise<Bucket | null> {
  // Two first tries at once must count as two, so the lock is on the name, not on a row that may not exist.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
  const row = await transaction.rateBucket.findUnique({ where: { key } });
  return row && { count: row.count, since: row.windowStart.getTime(), expiresAt: row.expiresAt.getTime() };
}

async function save(transaction: Transaction, key: string, bucket: Bucket): Promise<void> {
  const fields = { count: bucket.count, windowStart: new Date(bucket.since), expiresAt: new Date(bucket.expiresAt) };
  await transaction.rateBucket.upsert({ where: { key }, create: { key, ...fields }, update: fields });
}

/** Counters shared by all instances. A try is counted before it is made, so that parallel tries cannot slip through. */
export function createRateStore(prisma: PrismaClient, now: () => number) {
  return {
    consume: (key: string, policy: RatePolicy): Promise<RateVerdict> =>
      prisma.$transaction(async (transaction) => {
        const { verdict, bucket } = countTry(await lockBucket(transaction, key), policy, now());
        if (verdict.allowed) await save(transaction, key, bucket);
        return verdict;
      }),
    /** Takes one counted try back, because it turned out not to be one. */
    async giveBack(key: string): Promise<void> {
      await prisma.rateBucket.updateMany({ where: { key, count: { gt: 0 } }, data: { count: { decrement: 1 } } });
    },
    async reset(key: string): Promise<void> {
      await prisma.rateBucket.deleteMany({ where: { key } });
    },
    async deleteExpired(): Promise<void> {
      await prisma.rateBucket.deleteMany({ where: { expiresAt: { lte: new Date(now()) } } });
    },
  };
}
export type RateStore = ReturnType<typeof createRateStore>;
