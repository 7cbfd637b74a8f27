import 'server-only';
import { Prisma, type PrismaClient } from './generated/client';
import { archiveColumns } from './memory-rows';
import { buryRows } from './tombstone-store';
import { deleteFrozenFiles } from './workspace-copies';

type Transaction = Prisma.TransactionClient;

async function deleteRuns(transaction: Transaction, userId: string, sessionId: string): Promise<void> {
  const runs = await transaction.run.findMany({ where: { sessionId, userId }, select: { id: true } });
  const where = { runId: { in: runs.map(({ id }) => id) } };
  await transaction.toolResult.deleteMany({ where });
  await transaction.toolCall.deleteMany({ where });
  await transaction.permissionRequest.deleteMany({ where });
  await transaction.attempt.deleteMany({ where });
  await transaction.runSteer.deleteMany({ where });
  await transaction.runEvent.deleteMany({ where });
  await transaction.run.deleteMany({ where: { sessionId, userId } });
}

async function deleteSharesAndGrants(transaction: Transaction, userId: string, sessionId: string): Promise<void> {
  const where = { sessionId, userId };
  const shares = await transaction.share.findMany({ where, select: { id: true } });
  const grants = await transaction.permissionGrant.findMany({ where, select: { id: true } });
  await buryRows(
    transaction,
    userId,
    [...shares, ...grants].map(({ id }) => id),
  );
  await deleteFrozenFiles(
    transaction,
    userId,
    shares.map(({ id }) => id),
  );
  await transaction.share.deleteMany({ where });
  await transaction.permissionGrant.deleteMany({ where });
}

async function deleteFiles(transaction: Transaction, userId: string, sessionId: string): Promise<void> {
  const where = { sessionId, userId };
  const files = await transaction.workspaceFile.findMany({ where, select: { id: true, contentId: true } });
  const contentId = { in: files.map((file) => file.contentId) };
  await transaction.workspaceChunk.deleteMany({ where: { contentId, userId } });
  await transaction.workspaceFile.deleteMany({ where });
  const ids = files.map(({ id }) => id);
  await buryRows(transaction, userId, ids);
}

/**
 * Deletes a session with all that belongs to it; tasks and memories stay, without their source, memories
 * kept for the work in it in the archive. The locks of the runs come first, as in the transactions of the runtime; a run created meanwhile is seen
 * after the session's own lock was waited for.
 */
export async function deleteSessionRows(prisma: PrismaClient, userId: string, sessionId: string): Promise<boolean> {
  const removed = await prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw(
      Prisma.sql`SELECT id FROM runs WHERE session_id = ${sessionId} AND user_id = ${userId} ORDER BY id FOR UPDATE`,
    );
    const { count } = await transaction.session.deleteMany({ where: { id: sessionId, userId } });
    if (count === 0) return false;
    await deleteRuns(transaction, userId, sessionId);
    await deleteSharesAndGrants(transaction, userId, sessionId);
    await deleteFiles(transaction, userId, sessionId);
    await transaction.message.deleteMany({ where: { sessionId, userId } });
    await transaction.memory.updateMany({
      where: { sessionId, userId, type: 'working', status: { not: 'archived' } },
      data: archiveColumns({ reason: 'session_deleted', now: Date.now() }),
    });
    await transaction.task.updateMany({ where: { sessionId, userId }, data: { sessionId: null } });
    await transaction.memory.updateMany({
      where: { sessionId, userId },
      data: { sessionId: null, sourceMessageId: null },
    });
    await buryRows(transaction, userId, [sessionId]);
    return true;
  });
  return removed || (await prisma.tombstone.count({ where: { id: sessionId, userId } })) > 0;
}
