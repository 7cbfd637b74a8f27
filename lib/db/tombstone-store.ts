import 'server-only';
import type { Prisma, PrismaClient } from './generated/client';

type Transaction = Prisma.TransactionClient;

export async function buryRows(transaction: Transaction, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction.tombstone.createMany({ data: ids.map((id) => ({ id, userId })), skipDuplicates: true });
}

/**
 * Deletes what an owner names, and remembers that it was his: deleting it again succeeds for him and for nobody else.
 * False when it never was his.
 */
export async function deleteOnce(
  prisma: PrismaClient,
  owned: { userId: string; id: string },
  remove: (transaction: Transaction) => Promise<number>,
): Promise<boolean> {
  const removed = await prisma.$transaction(async (transaction) => {
    const count = await remove(transaction);
    if (count > 0) await buryRows(transaction, owned.userId, [owned.id]);
    return count > 0;
  });
  return removed || (await prisma.tombstone.count({ where: owned })) > 0;
}
