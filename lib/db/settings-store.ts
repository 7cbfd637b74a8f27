import 'server-only';
import { Prisma, type PrismaClient } from './generated/client';

export interface StoredSetting {
  readonly value: unknown;
  /** Ciphertext; never sent out. */
  readonly secret: string | null;
}

export interface SettingChange {
  readonly key: string;
  /** Null clears. */
  readonly setting: StoredSetting | null;
}

/** Flat keys per user; what a key means and how its value looks is known above. */
export function createSettingsStore(prisma: PrismaClient) {
  return {
    async load(userId: string): Promise<Map<string, StoredSetting>> {
      const rows = await prisma.appConfig.findMany({ where: { userId } });
      return new Map(rows.map((row) => [row.key, { value: row.value, secret: row.secret }]));
    },

    async save(userId: string, changes: readonly SettingChange[]): Promise<void> {
      if (changes.length === 0) return;
      await prisma.$transaction(
        changes.map(({ key, setting }) => {
          if (setting === null) return prisma.appConfig.deleteMany({ where: { userId, key } });
          const value = setting.value === null ? Prisma.DbNull : (setting.value as Prisma.InputJsonValue);
          const data = { value, secret: setting.secret };
          return prisma.appConfig.upsert({
            where: { userId_key: { userId, key } },
            create: { userId, key, ...data },
            update: data,
          });
        }),
      );
    },
  };
}
export type SettingsStore = ReturnType<typeof createSettingsStore>;
