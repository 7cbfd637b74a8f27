import 'server-only';
import type { PrismaClient } from './generated/client';
import type { PermissionGrantModel } from './generated/models';

type ListedGrant = PermissionGrantModel & { readonly sessionTitle: string | null };

/** What a user has allowed for one session, as long as it holds. */
export function createGrantStore(prisma: PrismaClient) {
  return {
    async listLive(userId: string, now: number): Promise<ListedGrant[]> {
      const grants = await prisma.permissionGrant.findMany({
        where: { userId, revokedAt: null, expiresAt: { gt: new Date(now) } },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: 500,
      });
      const sessions = await prisma.session.findMany({
        where: { userId, id: { in: grants.map((grant) => grant.sessionId) } },
        select: { id: true, title: true },
      });
      const titles = new Map(sessions.map(({ id, title }) => [id, title]));
      return grants.map((grant) => ({ ...grant, sessionTitle: titles.get(grant.sessionId) ?? null }));
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
