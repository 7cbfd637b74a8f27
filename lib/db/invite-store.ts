import 'server-only';
import type { PrismaClient } from './generated/client';
import { deleteOnce } from './tombstone-store';

export interface InviteRecord {
  readonly id: string;
  readonly email: string | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly createdAt: Date;
}

export interface NewInvite {
  readonly id: string;
  readonly codeHash: string;
  readonly createdBy: string;
  readonly email: string | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** Invites belong to the installation: every administrator sees and withdraws all of them. */
export function createInviteStore(prisma: PrismaClient) {
  return {
    async create(invite: NewInvite): Promise<void> {
      await prisma.invite.create({ data: invite });
    },
    list: (): Promise<InviteRecord[]> =>
      prisma.invite.findMany({
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: 200,
        select: { id: true, email: true, expiresAt: true, usedAt: true, createdAt: true },
      }),
    /** True also when this administrator has withdrawn it already. */
    delete: (adminId: string, id: string): Promise<boolean> =>
      deleteOnce(prisma, { userId: adminId, id }, async (transaction) => {
        const { count } = await transaction.invite.deleteMany({ where: { id } });
        return count;
      }),
  };
}
export type InviteStore = ReturnType<typeof createInviteStore>;
