import 'server-only';
import type { SignedInRow } from './auth-session-store';
import type { PrismaClient } from './generated/client';
import { deleteOnce } from './tombstone-store';

export interface TokenRecord {
  readonly id: string;
  readonly name: string;
  readonly last4: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface NewTokenRow {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly tokenHash: string;
  readonly last4: string;
  readonly createdAt: Date;
}

export interface TokenOwnerRow extends Omit<SignedInRow, 'seenAt'> {
  readonly tokenId: string;
  readonly usedAt: Date | null;
}

export function createTokenStore(prisma: PrismaClient) {
  return {
    async create(token: NewTokenRow): Promise<void> {
      await prisma.apiToken.create({ data: token });
    },
    async findOwner(tokenHash: string): Promise<TokenOwnerRow | null> {
      const rows = await prisma.$queryRaw<TokenOwnerRow[]>`
        SELECT t.id AS "tokenId", t.last_used_at AS "usedAt", u.id AS "userId", u.email, u.name, u.role
        FROM api_tokens t JOIN users u ON u.id = t.user_id
        WHERE t.token_hash = ${tokenHash} AND u.disabled_at IS NULL`;
      return rows[0] ?? null;
    },
    async touch(id: string, now: Date): Promise<void> {
      await prisma.apiToken.updateMany({ where: { id }, data: { lastUsedAt: now } });
    },
    count: (userId: string): Promise<number> => prisma.apiToken.count({ where: { userId } }),
    list: (userId: string): Promise<TokenRecord[]> =>
      prisma.apiToken.findMany({
        where: { userId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        select: { id: true, name: true, last4: true, createdAt: true, lastUsedAt: true },
      }),
    /** True also when it was the user's and is gone already. */
    delete: (userId: string, id: string): Promise<boolean> =>
      deleteOnce(prisma, { userId, id }, async (transaction) => {
        const { count } = await transaction.apiToken.deleteMany({ where: { id, userId } });
        return count;
      }),
  };
}
export type TokenStore = ReturnType<typeof createTokenStore>;
