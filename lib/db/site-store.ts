import 'server-only';
import { Prisma, type PrismaClient } from './generated/client';
import type { UserCapModel } from './generated/models';

export type UserCaps = Omit<UserCapModel, 'userId'>;

export interface SiteRecord {
  readonly settings: ReadonlyMap<string, unknown>;
  /** Of users for whom something differs. */
  readonly caps: ReadonlyMap<string, UserCaps>;
}

/** What administrators decided for the installation and for single users; little, so that it is read as a whole. */
export function createSiteStore(prisma: PrismaClient) {
  return {
    async load(): Promise<SiteRecord> {
      const [settings, caps] = await Promise.all([prisma.siteSetting.findMany(), prisma.userCap.findMany()]);
      return {
        settings: new Map(settings.map(({ key, value }) => [key, value])),
        caps: new Map(caps.map(({ userId, ...found }) => [userId, found])),
      };
    },

    /** Null takes a decision back. */
    async save(changes: Readonly<Record<string, string | number | null>>): Promise<void> {
      await prisma.$transaction(
        Object.entries(changes).map(([key, value]) =>
          value === null
            ? prisma.siteSetting.deleteMany({ where: { key } })
            : prisma.siteSetting.upsert({ where: { key }, create: { key, value }, update: { value } }),
        ),
      );
    },

    /** Nothing happens for a user who is gone. */
    async saveCaps(userId: string, caps: Partial<UserCaps>): Promise<void> {
      await prisma.$transaction(async (transaction) => {
        const held = await transaction.$queryRaw<unknown[]>(
          Prisma.sql`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`,
        );
        if (held.length === 0) return;
        await transaction.userCap.upsert({ where: { userId }, create: { userId, ...caps }, update: caps });
      });
    },
  };
}
export type SiteStore = ReturnType<typeof createSiteStore>;
