import 'server-only';
import type { PrismaClient } from './generated/client';
import type { PermissionGrantModel } from './generated/models';

/** What a user has allowed for one session, as long as it holds. */
export function createGrantStore(prisma: PrismaClient) {
  return {
    async listLive(userId: string, now: number): Promise<PermissionGrantModel[]> {
      return await prisma.permissionGrant.findMany({
        where: { userId, revokedAt: null, expiresAt: { gt: new Date(now) } },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: 500,
      });
    },

    /** False when no such grant was ever the user's; revoking twice is fine. */
    async revoke(userId: string, grantId: string, now: number): Promise<boolean> {
      const where = { id: grantId, userId };
      await prisma.permissionGrant.updateMany({
        where: { ...where, revokedAt: null },
        data: { revokedAt: new Date(now) },
      });
      return (await prisma.permissionGrant.count({ where })) + (await prisma.tombstone.count({ where })) > 0;
    },
  };
}
export type GrantStore = ReturnType<typeof createGrantStore>;
