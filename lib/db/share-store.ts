import 'server-only';
import type { Prisma, PrismaClient } from './generated/client';
import type { ShareModel } from './generated/models';
import { deleteOnce } from './tombstone-store';
import { deleteFrozenFiles, type FrozenFile, freezeFiles } from './workspace-copies';
import { transactionLimits } from './workspace-rows';

export type { ShareModel } from './generated/models';

import type { UserLimit } from './user-limit';

export interface NewShare {
  readonly id: string;
  readonly sessionId: string;
  readonly tokenHash: string;
  readonly last4: string;
  readonly label: string | null;
  readonly include: ShareInclude;
  readonly passphraseHash: string | null;
  readonly title: string;
  readonly language: string;
  readonly snapshot: unknown;
  /** Of which readers get copies as they are now. */
  readonly files: readonly FrozenFile[];
  readonly headMessageId: string;
  readonly at: number;
  readonly expiresAt: number | null;
}

export interface ShareInclude {
  readonly thinking: boolean;
  readonly tools: boolean;
  readonly files: boolean;
  /** Whether what looks like a secret is shown as well. */
  readonly secrets: boolean;
}

export type ShareChange = Partial<Omit<NewShare, 'id' | 'sessionId' | 'at'> & { readonly publishedAt: number }>;

/** With what its owner is told of the conversation beside it. */
export type ShareRecord = ShareModel & { readonly sessionTitle: string | null; readonly hasNewer: boolean };

const json = (value: unknown) => value as Prisma.InputJsonValue;
const time = (at: number | null) => (at === null ? null : new Date(at));

export interface ShareStoreDependencies {
  readonly maxUserBytes: UserLimit;
  readonly now: () => number;
}

/** Links and what they show. One whose time is over is absent for everybody, its owner included. */
export function createShareStore(prisma: PrismaClient, { maxUserBytes, now }: ShareStoreDependencies) {
  const withTitles = async (userId: string, rows: ShareModel[]): Promise<ShareRecord[]> => {
    const sessions = await prisma.session.findMany({
      where: { userId, id: { in: [...new Set(rows.map((row) => row.sessionId))] } },
      select: { id: true, title: true, headMessageId: true },
    });
    const found = new Map(sessions.map((session) => [session.id, session]));
    return rows.map((row) => {
      const session = found.get(row.sessionId);
      const hasNewer = session?.headMessageId != null && session.headMessageId !== row.headMessageId;
      return { ...row, sessionTitle: session?.title ?? null, hasNewer };
    });
  };

  const isLive = () => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: new Date(now()) } }] });

  const find = async (userId: string, shareId: string): Promise<ShareRecord | null> => {
    const row = await prisma.share.findFirst({ where: { id: shareId, userId, ...isLive() } });
    return row && ((await withTitles(userId, [row]))[0] ?? null);
  };

  return {
    async list(userId: string, sessionId?: string): Promise<ShareRecord[]> {
      const where = { userId, ...(sessionId !== undefined && { sessionId }), ...isLive() };
      const rows = await prisma.share.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 500 });
      return await withTitles(userId, rows);
    },

    find,

    /** Whoever holds the token is the public; an expired share is absent, and one of a disabled account. */
    async findByTokenHash(tokenHash: string): Promise<ShareModel | null> {
      const row = await prisma.share.findUnique({ where: { tokenHash, ...isLive() } });
      if (row === null) return null;
      const isDisabled = (await prisma.user.count({ where: { id: row.userId, disabledAt: { not: null } } })) > 0;
      return isDisabled ? null : row;
    },

    async create(userId: string, share: NewShare): Promise<void> {
      const { at, expiresAt, snapshot, include, files, ...rest } = share;
      await prisma.$transaction(async (transaction) => {
        await transaction.share.create({
          data: {
            ...rest,
            userId,
            snapshot: json(snapshot),
            include: json(include),
            createdAt: new Date(at),
            publishedAt: new Date(at),
            expiresAt: time(expiresAt),
          },
        });
        if (files.length > 0) await freezeFiles(transaction, { userId, shareId: share.id, maxUserBytes }, files);
      }, transactionLimits);
    },

    async update(userId: string, shareId: string, change: ShareChange): Promise<ShareRecord | null> {
      const { publishedAt, expiresAt, snapshot, include, files, ...rest } = change;
      const data = {
        ...rest,
        ...(snapshot !== undefined && { snapshot: json(snapshot) }),
        ...(include !== undefined && { include: json(include) }),
        ...(publishedAt !== undefined && { publishedAt: new Date(publishedAt) }),
        ...(expiresAt !== undefined && { expiresAt: time(expiresAt) }),
      };
      if (Object.keys(data).length > 0) {
        await prisma.$transaction(async (transaction) => {
          const { count } = await transaction.share.updateMany({ where: { id: shareId, userId }, data });
          if (count > 0 && files) await freezeFiles(transaction, { userId, shareId, maxUserBytes }, files);
        }, transactionLimits);
      }
      return await find(userId, shareId);
    },

    async countView(shareId: string): Promise<void> {
      await prisma.share.updateMany({ where: { id: shareId }, data: { views: { increment: 1 } } });
    },

    /** False when no such share was ever the user's. */
    delete: (userId: string, shareId: string): Promise<boolean> =>
      deleteOnce(prisma, { userId, id: shareId }, async (transaction) => {
        await deleteFrozenFiles(transaction, userId, [shareId]);
        const { count } = await transaction.share.deleteMany({ where: { id: shareId, userId } });
        return count;
      }),
  };
}
export type ShareStore = ReturnType<typeof createShareStore>;
