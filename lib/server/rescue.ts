import 'server-only';
import { normaliseEmail } from '@/lib/auth/email';
import { hashPassword, passwordSchema } from '@/lib/auth/passwords';
import { newId } from '@/lib/crypto/tokens';
import { createAuthSessionStore } from '@/lib/db/auth-session-store';
import { openDatabase } from '@/lib/db/client';
import type { DatabaseConnection } from '@/lib/db/connection';
import { createPasswordResetStore } from '@/lib/db/password-reset-store';
import { createUserAdministration } from '@/lib/db/user-administration';
import { createUserStore } from '@/lib/db/user-store';
import { createResetLinks } from './reset-links';

const few = { prisma: 2, hot: 1 };
const many = 500;

interface Rescue {
  readonly connection: DatabaseConnection;
  readonly publicUrl: string;
}

/** What somebody at the server may do for those who are locked out; every refusal is a sentence. */
export function openRescue({ connection, publicUrl }: Rescue) {
  const database = openDatabase({ connection, poolSize: few });
  const users = createUserStore(database.prisma);
  const administration = createUserAdministration(database.prisma);
  const resets = createPasswordResetStore(database.prisma);
  const mint = (prefix: string) => newId(`${prefix}_`);
  const links = createResetLinks({ resets, publicUrl, newId: mint, now: Date.now });

  const find = async (text: string) => {
    const email = normaliseEmail(text);
    const user = email === null ? null : await users.findByEmail(email);
    if (user === null) throw new Error(`There is no account with the address ${text}.`);
    return user;
  };

  return {
    /** The newest accounts first. */
    list: () => administration.page({ limit: many, after: null, query: '' }),

    /** Makes an account an administrator's, and enables it. */
    async makeAdmin(text: string): Promise<void> {
      const { id } = await find(text);
      await administration.enable(id);
      await administration.changeRole(id, 'admin');
    },

    /** A link that is good once, for a day. */
    async resetLink(text: string): Promise<{ url: string; expires_at: string }> {
      const user = await find(text);
      if (user.disabledAt !== null) throw new Error(`The account ${user.email} is disabled: enable it first.`);
      return links.create(user.id, null);
    },

    /** Sets a password at once and ends every sign-in. */
    async setPassword(text: string, password: string): Promise<void> {
      const user = await find(text);
      const checked = passwordSchema.safeParse(password);
      if (!checked.success) throw new Error(checked.error.issues.map(({ message }) => message).join('\n'));
      await users.savePasswordHash(user.id, await hashPassword(checked.data));
      await createAuthSessionStore(database.prisma).deleteAll(user.id);
    },

    close: () => database.close(),
  };
}
