import 'server-only';
import type { PrismaClient } from './generated/client';

export interface NewPasswordReset {
  readonly id: string;
  readonly userId: string;
  readonly tokenHash: string;
  /** Null when it was made on the server itself. */
  readonly createdBy: string | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** Links with which users choose a new password; a user has one at most, the newest. */
export function createPasswordResetStore(prisma: PrismaClient) {
  return {
    async create(reset: NewPasswordReset): Promise<void> {
      const { userId } = reset;
      await prisma.$transaction([
        prisma.passwordReset.deleteMany({ where: { userId } }),
        prisma.passwordReset.create({ data: reset }),
      ]);
    },

    async isOpen(tokenHash: string, now: Date): Promise<boolean> {
      return (await prisma.passwordReset.count({ where: { tokenHash, expiresAt: { gt: now } } })) > 0;
    },

    /** Uses a link up: the new password stands and every sign-in has ended. False when there is no such link any more. */
    redeem: (of: { tokenHash: string; passwordHash: string; now: Date }): Promise<boolean> =>
      prisma.$transaction(async (transaction) => {
        const { tokenHash, passwordHash, now } = of;
        const found = await transaction.passwordReset.findFirst({ where: { tokenHash, expiresAt: { gt: now } } });
        if (found === null) return false;
        const { count } = await transaction.passwordReset.deleteMany({ where: { id: found.id } });
        if (count === 0) return false;
        const { userId } = found;
        const changed = await transaction.user.updateMany({
          where: { id: userId, disabledAt: null },
          data: { passwordHash },
        });
        await transaction.authSession.deleteMany({ where: { userId } });
        return changed.count > 0;
      }),
  };
}
export type PasswordResetStore = ReturnType<typeof createPasswordResetStore>;
