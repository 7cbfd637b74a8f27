import 'server-only';
import { z } from 'zod';
import { tokenPrefix } from '@/lib/auth/authenticate';
import { hashToken, newToken } from '@/lib/crypto/tokens';
import type { TokenRecord, TokenStore } from '@/lib/db/token-store';
import { conflict, notFound } from './http/problem';

export const newTokenSchema = z.strictObject({ name: z.string().trim().min(1).max(100) });

export interface TokenDependencies {
  readonly tokens: TokenStore;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
}

const mostPerUser = 100;

const toView = ({ id, name, last4, createdAt, lastUsedAt }: TokenRecord) => ({
  id,
  name,
  last4,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

export function createTokens({ tokens, newId, now }: TokenDependencies) {
  return {
    async list(userId: string) {
      return { items: (await tokens.list(userId)).map(toView), next_cursor: null };
    },

    /** The only time the token itself is shown; what is kept cannot be turned back into it. */
    async create(userId: string, { name }: z.output<typeof newTokenSchema>): Promise<{ id: string; token: string }> {
      if ((await tokens.count(userId)) >= mostPerUser) throw conflict(`There are ${mostPerUser} tokens already.`);
      const token = newToken(tokenPrefix);
      const id = newId('tok');
      const row = { id, userId, name, tokenHash: hashToken(token), last4: token.slice(-4), createdAt: new Date(now()) };
      await tokens.create(row);
      return { id, token };
    },

    async delete(userId: string, id: string): Promise<void> {
      if (!(await tokens.delete(userId, id))) throw notFound();
    },
  };
}
