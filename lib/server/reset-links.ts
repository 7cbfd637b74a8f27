import 'server-only';
import { z } from 'zod';
import { hashPassword, passwordSchema } from '@/lib/auth/passwords';
import { hashToken, newToken } from '@/lib/crypto/tokens';
import type { PasswordResetStore } from '@/lib/db/password-reset-store';
import { forbidden } from './http/problem';

const lifeMs = 24 * 3_600_000;

export const resetBody = z.strictObject({ token: z.string().max(200), password: passwordSchema });
export const resetLinkSchema = z.object({ url: z.string(), expires_at: z.string() });

interface ResetLinkDependencies {
  readonly resets: PasswordResetStore;
  readonly publicUrl: string;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
}

/** Links with which somebody who cannot sign in chooses a new password: good once, for a day. */
export function createResetLinks({ resets, publicUrl, newId, now }: ResetLinkDependencies) {
  return {
    async create(userId: string, createdBy: string | null): Promise<z.infer<typeof resetLinkSchema>> {
      const token = newToken('rst_');
      const createdAt = new Date(now());
      const expiresAt = new Date(createdAt.getTime() + lifeMs);
      await resets.create({ id: newId('rs'), userId, tokenHash: hashToken(token), createdBy, expiresAt, createdAt });
      return { url: `${publicUrl}/reset/${token}`, expires_at: expiresAt.toISOString() };
    },

    isOpen: (token: string): Promise<boolean> => resets.isOpen(hashToken(token), new Date(now())),

    /** Refuses used, expired, replaced and made-up links in the same words. */
    async redeem({ token, password }: z.output<typeof resetBody>): Promise<void> {
      const passwordHash = await hashPassword(password);
      if (await resets.redeem({ tokenHash: hashToken(token), passwordHash, now: new Date(now()) })) return;
      throw forbidden('This link is not valid any more. Ask for a new one.');
    },
  };
}
export type ResetLinks = ReturnType<typeof createResetLinks>;
