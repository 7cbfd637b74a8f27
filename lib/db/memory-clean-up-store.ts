import 'server-only';
import type { MetonaMemoryItem } from '@/lib/ir';
import { Prisma, type PrismaClient } from './generated/client';
import { type CleanUpStep, planCleanUp } from './memory-clean-up';
import { archiveColumns, toItem } from './memory-rows';
import { shortFormOf } from './memory-short-form';
import { buryRows } from './tombstone-store';

/** One thing that cleaning up does, or would do. */
export interface CleanUpView {
  readonly memory: MetonaMemoryItem;
  readonly action: CleanUpStep['action'];
  readonly reason: CleanUpStep['reason'];
  readonly isSuggestion: boolean;
  readonly keeper: MetonaMemoryItem | null;
}

export interface CleanUpCount {
  readonly archived: number;
  readonly deleted: number;
}

export interface MemoryCleanUpStore {
  preview(userId: string): Promise<CleanUpView[]>;
  /** With ids only those, suggestions among them; without all that is certain. */
  run(userId: string, ids?: readonly string[]): Promise<CleanUpCount>;
  /** Users with memories, a page at a time. */
  usersAfter(userId: string, limit: number): Promise<string[]>;
  /** Gives long memories without a short form one; tells how many. */
  addShortForms(userId: string): Promise<number>;
}

const shortFormBatch = 200;

/** What the one that stays takes over from the one that goes: the higher importance, the longer life. */
async function strengthen(transaction: Prisma.TransactionClient, { row, keeper }: CleanUpStep): Promise<void> {
  if (keeper === undefined || row.status !== 'active' || keeper.status !== 'active') return;
  await transaction.$executeRaw`
    UPDATE memories SET importance = greatest(importance, ${row.importance}::float8),
      expires_at = CASE WHEN expires_at IS NULL OR ${row.expiresAt}::timestamptz IS NULL THEN NULL
        ELSE greatest(expires_at, ${row.expiresAt}::timestamptz) END
    WHERE id = ${keeper.id} AND user_id = ${keeper.userId} AND status = 'active'`;
}

/** One step, unless the memory was changed since it was planned. */
async function takeStep(transaction: Prisma.TransactionClient, step: CleanUpStep, now: number): Promise<boolean> {
  const { row, keeper, reason } = step;
  const where = { id: row.id, userId: row.userId, status: row.status, updatedAt: row.updatedAt };
  if (step.action === 'delete') {
    const { count } = await transaction.memory.deleteMany({ where });
    if (count > 0) await buryRows(transaction, row.userId, [row.id]);
    return count > 0;
  }
  if (keeper !== undefined) {
    const isThere = await transaction.$queryRaw<unknown[]>(
      Prisma.sql`SELECT id FROM memories WHERE id = ${keeper.id} AND status <> 'archived' FOR UPDATE`,
    );
    if (isThere.length === 0) return false;
  }
  const data = archiveColumns({ reason, duplicateOf: keeper?.id, now });
  const { count } = await transaction.memory.updateMany({ where, data });
  if (count === 0) return false;
  await transaction.memoryVector.deleteMany({ where: { memoryId: row.id } });
  await strengthen(transaction, step);
  return true;
}

export function createMemoryCleanUpStore(prisma: PrismaClient, now: () => number): MemoryCleanUpStore {
  const plan = async (userId: string, withSuggestions: boolean) =>
    planCleanUp(await prisma.memory.findMany({ where: { userId } }), { now: now(), withSuggestions });

  return {
    preview: async (userId) =>
      (await plan(userId, true)).map(({ row, keeper, ...step }) => ({
        memory: toItem(row),
        action: step.action,
        reason: step.reason,
        isSuggestion: step.isSuggestion,
        keeper: keeper === undefined ? null : toItem(keeper),
      })),

    async run(userId, ids) {
      const wanted = ids === undefined ? null : new Set(ids);
      const steps = (await plan(userId, wanted !== null)).filter(({ row }) => wanted === null || wanted.has(row.id));
      const done = { archived: 0, deleted: 0 };
      for (const step of steps) {
        if (!(await prisma.$transaction((transaction) => takeStep(transaction, step, now())))) continue;
        if (step.action === 'delete') done.deleted += 1;
        else done.archived += 1;
      }
      return done;
    },

    async usersAfter(userId, limit) {
      const rows = await prisma.memory.findMany({
        where: { userId: { gt: userId } },
        distinct: ['userId'],
        orderBy: { userId: 'asc' },
        take: limit,
        select: { userId: true },
      });
      return rows.map((row) => row.userId);
    },

    async addShortForms(userId) {
      const rows = await prisma.memory.findMany({
        where: { userId, summary: null, summaryDerived: false },
        take: shortFormBatch,
      });
      let added = 0;
      for (const { id, content, updatedAt } of rows) {
        const summary = shortFormOf(content);
        const where = { id, userId, summary: null, updatedAt };
        await prisma.memory.updateMany({ where, data: { summary, summaryDerived: true } });
        if (summary !== null) added += 1;
      }
      return added;
    },
  };
}
