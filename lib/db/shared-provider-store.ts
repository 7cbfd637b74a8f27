import 'server-only';
import { Prisma, type PrismaClient } from './generated/client';
import type { SharedProviderModel } from './generated/models';
import type { ProviderConfigRecord } from './provider-config-store';

/** What borrowers of a provider are held to. */
export interface ShareTerms {
  /** None means all. */
  readonly models: readonly string[];
  readonly costCap: number | null;
  readonly currency: string;
  readonly tokenCap: number | null;
}

export interface SharedProviderRecord extends ShareTerms {
  readonly providerId: string;
  /** The administrator whose configuration and key it is. */
  readonly ownerId: string;
  readonly ownerEmail: string;
  readonly everyone: boolean;
  readonly borrowers: readonly string[];
  /** False while its owner does not administer any more. */
  readonly isLive: boolean;
  /** The owner's configuration; null once he has removed it. */
  readonly row: ProviderConfigRecord | null;
}

export interface UsageSum {
  readonly currency: string;
  readonly cost: number;
  readonly tokens: number;
}

export interface UserUsage extends UsageSum {
  readonly providerId: string;
  readonly userId: string;
  readonly email: string;
  readonly calls: number;
}

type Values = Omit<SharedProviderModel, 'providerId' | 'userId' | 'createdAt' | 'updatedAt'>;

interface TermsRow {
  readonly models: string[];
  readonly cost_cap: number | null;
  readonly currency: string;
  readonly token_cap: bigint | null;
}

const termsOf = (row: SharedProviderModel) => ({
  models: row.models,
  costCap: row.costCap,
  currency: row.currency,
  tokenCap: row.tokenCap === null ? null : Number(row.tokenCap),
});

export function createSharedProviderStore(prisma: PrismaClient) {
  return {
    /** All there are: an installation has few. */
    async list(): Promise<SharedProviderRecord[]> {
      const rows = await prisma.sharedProvider.findMany({ orderBy: [{ createdAt: 'asc' }, { providerId: 'asc' }] });
      if (rows.length === 0) return [];
      const pairs = rows.map(({ userId, providerId }) => ({ userId, providerId }));
      const [owners, configs] = await Promise.all([
        prisma.user.findMany({ where: { id: { in: rows.map((row) => row.userId) } } }),
        prisma.providerConfig.findMany({ where: { OR: pairs } }),
      ]);
      return rows.map((row) => {
        const owner = owners.find(({ id }) => id === row.userId);
        return {
          ...termsOf(row),
          providerId: row.providerId,
          ownerId: row.userId,
          ownerEmail: owner?.email ?? '',
          everyone: row.everyone,
          borrowers: row.borrowers,
          isLive: owner?.role === 'admin' && owner.disabledAt === null,
          row: configs.find((found) => found.userId === row.userId && found.providerId === row.providerId) ?? null,
        };
      });
    },

    /** As they are at this moment; null for whom it is not shared with, or not any more. */
    async terms(userId: string, providerId: string): Promise<ShareTerms | null> {
      const [row] = await prisma.$queryRaw<TermsRow[]>`
        SELECT s.models, s.cost_cap, s.currency, s.token_cap FROM shared_providers s
        JOIN users o ON o.id = s.user_id AND o.role = 'admin' AND o.disabled_at IS NULL
        JOIN users b ON b.id = ${userId} AND b.disabled_at IS NULL
        WHERE s.provider_id = ${providerId} AND s.user_id <> b.id AND (s.everyone OR b.id = ANY (s.borrowers))`;
      if (!row) return null;
      const { models, currency, cost_cap: costCap, token_cap: tokenCap } = row;
      return { models, currency, costCap, tokenCap: tokenCap === null ? null : Number(tokenCap) };
    },

    /** Who shared it first remains its owner. */
    async save(ownerId: string, providerId: string, values: Values): Promise<void> {
      await prisma.sharedProvider.upsert({
        where: { providerId },
        create: { providerId, userId: ownerId, ...values },
        update: values,
      });
    },

    async delete(providerId: string): Promise<boolean> {
      return (await prisma.sharedProvider.deleteMany({ where: { providerId } })).count > 0;
    },

    async usage(userId: string, providerId: string, month: string): Promise<UsageSum[]> {
      const rows = await prisma.sharedUsage.findMany({ where: { userId, providerId, month } });
      return rows.map(({ currency, cost, tokens }) => ({ currency, cost, tokens: Number(tokens) }));
    },

    async addUsage(userId: string, of: { providerId: string; month: string }, use: UsageSum): Promise<void> {
      const { currency, cost, tokens } = use;
      await prisma.$executeRaw`
        INSERT INTO shared_usage (user_id, provider_id, month, currency, cost, tokens, calls)
        SELECT id, ${of.providerId}, ${of.month}, ${currency}, ${cost}, ${BigInt(tokens)}, 1 FROM users WHERE id = ${userId}
        ON CONFLICT (user_id, provider_id, month, currency) DO UPDATE SET cost = shared_usage.cost + EXCLUDED.cost,
          tokens = shared_usage.tokens + EXCLUDED.tokens, calls = shared_usage.calls + 1`;
    },

    /** Sums per user, the largest first. */
    async usageByUser(month: string): Promise<UserUsage[]> {
      const rows = await prisma.$queryRaw<(Omit<UserUsage, 'tokens'> & { tokens: bigint })[]>(Prisma.sql`
        SELECT g.provider_id AS "providerId", g.user_id AS "userId", u.email, g.currency, g.cost, g.tokens, g.calls
        FROM shared_usage g JOIN users u ON u.id = g.user_id WHERE g.month = ${month}
        ORDER BY g.cost DESC, g.tokens DESC, u.email LIMIT 2000`);
      return rows.map((row) => ({ ...row, tokens: Number(row.tokens) }));
    },
  };
}
export type SharedProviderStore = ReturnType<typeof createSharedProviderStore>;
