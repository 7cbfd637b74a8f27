import 'server-only';
import type { PrismaClient } from './generated/client';
import { deleteOnce } from './tombstone-store';

export interface AuthSessionRecord {
  readonly id: string;
  readonly userAgent: string | null;
  readonly ip: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

export interface NewAuthSession {
  readonly id: string;
  readonly userId: string;
  readonly userAgent: string | null;
  readonly ip: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Whose sign-in it is. A row is returned only while neither it nor its user has ended. */
export interface SignedInRow {
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly seenAt: Date;
}

export function createAuthSessionStore(prisma: PrismaClient) {
  return {
    async create({ createdAt, ...session }: NewAuthSession): Promise<void> {
      await prisma.$transaction([
        prisma.authSession.create({ data: { ...session, createdAt, lastSeenAt: createdAt } }),
        prisma.user.updateMany({ where: { id: session.userId }, data: { lastSignInAt: createdAt } }),
      ]);
    },
    /** One statement, as it runs before every request. */
    async findLive(id: string, at: { now: Date; idleSince: Date }): Promise<SignedInRow | null> {
      const rows = await prisma.$queryRaw<SignedInRow[]>`
        SELECT u.id AS "userId", u.email, u.name, u.role, s.last_seen_at AS "seenAt"
        FROM auth_sessions s JOIN users u ON u.id = s.user_id
        WHERE s.id = ${id} AND s.expires_at > ${at.now} AND s.last_seen_at > ${at.idleSince} AND u.disabled_at IS NULL`;
      return rows[0] ?? null;
    },
    async touch(id: string, now: Date): Promise<void> {
      await prisma.authSession.updateMany({ where: { id }, data: { lastSeenAt: now } });
    },
    async list(userId: string, at: { now: Date; idleSince: Date }): Promise<AuthSessionRecord[]> {
      return prisma.authSession.findMany({
        where: { userId, expiresAt: { gt: at.now }, lastSeenAt: { gt: at.idleSince } },
        orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
        select: { id: true, userAgent: true, ip: true, createdAt: true, lastSeenAt: true },
      });
    },
    /** True also when it was the user's and is gone already. */
    delete: (userId: string, id: string): Promise<boolean> =>
      deleteOnce(prisma, { userId, id }, async (transaction) => {
        const { count } = await transaction.authSession.deleteMany({ where: { id, userId } });
        return count;
      }),
    /** By the id alone, which only the cookie's owner has. */
    async end(id: string): Promise<void> {
      await prisma.authSession.deleteMany({ where: { id } });
    },
    async deleteAll(userId: string): Promise<void> {
      await prisma.authSession.deleteMany({ where: { userId } });
    },
    async deleteExpired(at: { now: Date; idleSince: Date }): Promise<void> {
      await prisma.authSession.deleteMany({
        where: { OR: [{ expiresAt: { lte: at.now } }, { lastSeenAt: { lte: at.idleSince } }] },
      });
    },
  };
}
export type AuthSessionStore = ReturnType<typeof createAuthSessionStore>;
