import 'server-only';
import { Prisma, type PrismaClient } from './generated/client';
import type { ProviderConfigModel } from './generated/models';
import { deleteOnce } from './tombstone-store';

export interface ProviderHealth {
  readonly ok: boolean;
  readonly checked_at: string;
  readonly latency_ms: number | null;
  readonly error_code: string | null;
}

export interface ProviderConfigValues {
  readonly kind: string;
  readonly displayName: string | null;
  readonly baseUrl: string | null;
  readonly enabled: boolean;
  readonly defaultModel: string | null;
  readonly keyCipher: string | null;
  readonly keyLast4: string | null;
  readonly keyOrigin: string | null;
}

export type ProviderConfigRecord = ProviderConfigModel;

export function createProviderConfigStore(prisma: PrismaClient) {
  const idOf = (userId: string, providerId: string) => ({ userId_providerId: { userId, providerId } });

  return {
    async list(userId: string): Promise<ProviderConfigRecord[]> {
      return await prisma.providerConfig.findMany({
        where: { userId },
        orderBy: [{ createdAt: 'asc' }, { providerId: 'asc' }],
      });
    },

    async find(userId: string, providerId: string): Promise<ProviderConfigRecord | null> {
      return await prisma.providerConfig.findUnique({ where: idOf(userId, providerId) });
    },

    /** What was known about the health of another address or key says nothing about these. */
    async save(userId: string, providerId: string, values: ProviderConfigValues): Promise<ProviderConfigRecord> {
      return await prisma.providerConfig.upsert({
        where: idOf(userId, providerId),
        create: { userId, providerId, ...values },
        update: { ...values, health: Prisma.DbNull },
      });
    },

    async saveHealth(userId: string, providerId: string, health: ProviderHealth): Promise<void> {
      await prisma.providerConfig.updateMany({ where: { userId, providerId }, data: { health: { ...health } } });
    },

    async countCustom(userId: string): Promise<number> {
      return await prisma.providerConfig.count({ where: { userId, kind: 'custom' } });
    },

    /** False when no such configuration was ever the user's. */
    delete: (userId: string, providerId: string): Promise<boolean> =>
      deleteOnce(prisma, { userId, id: providerId }, async (transaction) => {
        const { count } = await transaction.providerConfig.deleteMany({ where: { userId, providerId } });
        return count;
      }),
  };
}
export type ProviderConfigStore = ReturnType<typeof createProviderConfigStore>;
