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
  readonly settings: Readonly<Record<string, unknown>> | null;
}

export type ProviderConfigRecord = ProviderConfigModel;

const toJson = (value: Readonly<Record<string, unknown>> | null) =>
  value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject);

/** Which protocol is spoken, where a provider has two. */
const modeOf = (settings: unknown): unknown => (settings as { mode?: unknown } | null)?.mode;

/** Whether what was known about the health no longer says anything. */
function isElsewhere(row: ProviderConfigRecord | null, values: ProviderConfigValues): boolean {
  if (row === null || row.baseUrl !== values.baseUrl || row.keyCipher !== values.keyCipher) return true;
  return modeOf(row.settings) !== modeOf(values.settings);
}

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
      const where = idOf(userId, providerId);
      const data = { ...values, settings: toJson(values.settings) };
      const isStale = isElsewhere(await prisma.providerConfig.findUnique({ where }), values);
      return await prisma.providerConfig.upsert({
        where,
        create: { userId, providerId, ...data },
        update: { ...data, ...(isStale && { health: Prisma.DbNull }) },
      });
    },

    /** Nothing happens where there is no configuration. */
    async saveSettings(
      userId: string,
      providerId: string,
      settings: Readonly<Record<string, unknown>> | null,
    ): Promise<void> {
      await prisma.providerConfig.updateMany({
        where: { userId, providerId },
        data: { settings: toJson(settings) },
      });
    },

    /** Runs that were sent to a provider since a time, and when the newest of them was. */
    async countRuns(userId: string, providerId: string, since: number): Promise<{ count: number; last: Date | null }> {
      const { _count, _max } = await prisma.run.aggregate({
        where: { userId, providerId, createdAt: { gte: new Date(since) } },
        _count: true,
        _max: { createdAt: true },
      });
      return { count: _count, last: _max.createdAt };
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
