import 'server-only';
import type { Prisma, PrismaClient } from './generated/client';
import type { WorkspaceFileModel } from './generated/models';
import { limitOf, type UserLimit } from './user-limit';
import { changedMeanwhile, lockWorkspace, readChunks, requireRoom, transactionLimits } from './workspace-rows';

type Transaction = Prisma.TransactionClient;

/** A file as a share will show it: which one it is, what it held when it was chosen, and the names of the copy. */
export interface FrozenFile {
  /** Of the copy; what readers are given. */
  readonly id: string;
  readonly contentId: string;
  readonly fileId: string;
  readonly sha256: string;
  readonly path: string;
  readonly size: number;
}

interface SharedFileRecord {
  readonly id: string;
  readonly path: string;
  readonly mediaType: string;
  readonly size: number;
}

interface Content {
  readonly userId: string;
  readonly contentId: string;
}

async function copyChunks(transaction: Transaction, from: Content & { size: number; path: string }, to: Content) {
  await transaction.$executeRaw`
    INSERT INTO workspace_chunks (content_id, position, user_id, bytes)
    SELECT ${to.contentId}, position, ${to.userId}, bytes FROM workspace_chunks
    WHERE content_id = ${from.contentId} AND user_id = ${from.userId}`;
  const [copied] = await transaction.$queryRaw<{ bytes: number }[]>`
    SELECT coalesce(sum(octet_length(bytes)), 0)::int AS bytes FROM workspace_chunks
    WHERE content_id = ${to.contentId} AND user_id = ${to.userId}`;
  if (copied?.bytes !== from.size) throw changedMeanwhile(from.path);
}

export async function deleteFrozenFiles(transaction: Transaction, userId: string, shareIds: readonly string[]) {
  const where = { userId, shareId: { in: [...shareIds] } };
  const rows = await transaction.shareFile.findMany({ where, select: { contentId: true } });
  const contentId = { in: rows.map((row) => row.contentId) };
  await transaction.workspaceChunk.deleteMany({ where: { userId, contentId } });
  await transaction.shareFile.deleteMany({ where });
}

/** Gives a share exactly these files, as they are at this moment; rejects when one has changed since it was chosen. */
export async function freezeFiles(
  transaction: Transaction,
  of: { userId: string; shareId: string; maxUserBytes: UserLimit },
  files: readonly FrozenFile[],
): Promise<void> {
  const { userId, shareId, maxUserBytes } = of;
  await lockWorkspace(transaction, userId);
  await deleteFrozenFiles(transaction, userId, [shareId]);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const most = await limitOf(maxUserBytes, userId);
  const more = { bytes, files: files.length, for: 'the files of this link', maxUserBytes: most };
  await requireRoom(transaction, userId, more);
  for (const { id, contentId, fileId, sha256, path } of files) {
    const row = await transaction.workspaceFile.findFirst({ where: { id: fileId, userId, sha256 } });
    if (row === null) throw changedMeanwhile(path);
    await copyChunks(transaction, row, { userId, contentId });
    const { mediaType, size } = row;
    await transaction.shareFile.create({ data: { id, shareId, userId, path: row.path, mediaType, size, contentId } });
  }
}

export interface WorkspaceCopyDependencies {
  readonly newId: (prefix: string) => string;
  readonly maxUserBytes: UserLimit;
}

interface SessionCopy {
  readonly userId: string;
  readonly from: string;
  readonly to: string;
  /** The copy of each message that came along. */
  readonly messages: ReadonlyMap<string, string>;
}

/** Files as they go from one place to another: into the copy of a conversation, and to those who read a share. */
export function createWorkspaceCopies(prisma: PrismaClient, { newId, maxUserBytes }: WorkspaceCopyDependencies) {
  const copyFile = async (transaction: Transaction, row: WorkspaceFileModel, of: SessionCopy) => {
    const contentId = newId('content');
    await copyChunks(transaction, row, { userId: of.userId, contentId });
    const messageId = row.messageId === null ? null : (of.messages.get(row.messageId) ?? null);
    await transaction.workspaceFile.create({
      data: { ...row, id: newId('file'), sessionId: of.to, messageId, contentId },
    });
  };

  return {
    /** All files but those that came with a message which stays behind. */
    copySession: (of: SessionCopy): Promise<void> =>
      prisma.$transaction(async (transaction) => {
        const { userId } = of;
        await lockWorkspace(transaction, userId);
        const rows = await transaction.workspaceFile.findMany({
          where: {
            userId,
            sessionId: of.from,
            OR: [{ messageId: null }, { messageId: { in: [...of.messages.keys()] } }],
          },
        });
        const bytes = rows.reduce((sum, row) => sum + row.size, 0);
        const most = await limitOf(maxUserBytes, userId);
        const more = { bytes, files: rows.length, for: 'the files of this conversation', maxUserBytes: most };
        await requireRoom(transaction, userId, more);
        for (const row of rows) await copyFile(transaction, row, of);
      }, transactionLimits),

    async openShared(
      shareId: string,
      fileId: string,
    ): Promise<(SharedFileRecord & { chunks: AsyncIterable<Uint8Array> }) | null> {
      const row = await prisma.shareFile.findFirst({ where: { id: fileId, shareId } });
      return row && { ...row, chunks: readChunks(prisma, row) };
    },
  };
}
export type WorkspaceCopies = ReturnType<typeof createWorkspaceCopies>;
