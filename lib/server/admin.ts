import 'server-only';
import { z } from 'zod';
import { emailSchema } from '@/lib/auth/email';
import { hashToken, newToken } from '@/lib/crypto/tokens';
import type { InviteRecord, InviteStore } from '@/lib/db/invite-store';
import { notFound } from './http/problem';

const daySeconds = 24 * 3600;

export const newInviteSchema = z
  .strictObject({
    email: emailSchema.optional(),
    expires_in: z
      .number()
      .int()
      .min(60)
      .max(365 * daySeconds)
      .default(7 * daySeconds),
  })
  .default({ expires_in: 7 * daySeconds });

export interface AdminDependencies {
  readonly invites: InviteStore;
  readonly publicUrl: string;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
}

const toInviteView = ({ id, email, expiresAt, usedAt, createdAt }: InviteRecord) => ({
  id,
  email,
  expires_at: expiresAt.toISOString(),
  used_at: usedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});

export function createAdmin({ invites, publicUrl, newId, now }: AdminDependencies) {
  return {
    async listInvites() {
      return { items: (await invites.list()).map(toInviteView), next_cursor: null };
    },

    /** The code is in the link and in the answer once; what is kept is its hash. */
    async createInvite(adminId: string, { email, expires_in }: z.output<typeof newInviteSchema>) {
      const code = newToken('inv_');
      const createdAt = new Date(now());
      const expiresAt = new Date(createdAt.getTime() + expires_in * 1000);
      const invite = { id: newId('in'), email: email ?? null, expiresAt, createdAt };
      await invites.create({ ...invite, codeHash: hashToken(code), createdBy: adminId });
      return { ...toInviteView({ ...invite, usedAt: null }), code, url: `${publicUrl}/register?invite=${code}` };
    },

    async deleteInvite(adminId: string, id: string): Promise<void> {
      if (!(await invites.delete(adminId, id))) throw notFound();
    },
  };
}
