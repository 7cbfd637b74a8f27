import 'server-only';
import type { UserRecord, UserStore } from '@/lib/db/user-store';
import { normaliseEmail } from './email';
import { hashPassword, isOutdatedHash, verifyPassword } from './passwords';

type Users = Pick<UserStore, 'findByEmail' | 'savePasswordHash'>;

/** The account behind an address and its password; null tells neither which of both was wrong nor whether it exists. */
export async function checkCredentials(
  users: Users,
  credentials: { readonly email: unknown; readonly password: unknown },
): Promise<UserRecord | null> {
  const email = normaliseEmail(credentials.email);
  const password = typeof credentials.password === 'string' ? credentials.password.slice(0, 257) : '';
  const user = email === null ? null : await users.findByEmail(email);
  const matches = await verifyPassword(user?.passwordHash ?? null, password);
  if (!user || !matches || user.disabledAt) return null;
  if (user.passwordHash && isOutdatedHash(user.passwordHash)) {
    await users.savePasswordHash(user.id, await hashPassword(password));
  }
  return user;
}
