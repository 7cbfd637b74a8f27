import 'server-only';
import { hashToken } from '@/lib/crypto/tokens';
import type { AuthSessionStore } from '@/lib/db/auth-session-store';
import type { TokenStore } from '@/lib/db/token-store';
import type { CurrentUser } from './current-user';
import { authCookies, idleSessionMs, openSession, readCookie } from './session-cookie';

export interface AuthenticationDependencies {
  readonly authSessions: Pick<AuthSessionStore, 'findLive' | 'touch'>;
  readonly tokens: Pick<TokenStore, 'findOwner' | 'touch'>;
  readonly publicUrl: string;
  readonly now: () => number;
  /** Read when needed: secrets exist only once the start has come that far. */
  readonly sessionSecret: () => string;
}

export type Authenticate = (headers: Pick<Headers, 'get'>) => Promise<CurrentUser | null>;

export const tokenPrefix = 'mtn_';
const touchEveryMs = 60_000;

interface Owner {
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
}

const toUser = ({ userId, email, name, role }: Owner): Omit<CurrentUser, 'authKind' | 'authSessionId'> => ({
  id: userId,
  email,
  name,
  role: role === 'admin' ? 'admin' : 'user',
});

/** When someone was last seen is worth one write a minute and never worth failing a request. */
function touch(last: Date | null, now: number, write: () => Promise<void>): void {
  if (last === null || now - last.getTime() >= touchEveryMs) write().catch(() => undefined);
}

/** Makes the one function that tells who a request comes from; null when nobody, or nobody any more. */
export function createAuthenticate(dependencies: AuthenticationDependencies): Authenticate {
  const { authSessions, tokens, publicUrl, sessionSecret } = dependencies;
  const cookieName = authCookies(publicUrl).sessionToken.name;

  const byToken = async (token: string): Promise<CurrentUser | null> => {
    if (!token.startsWith(tokenPrefix) || token.length > 100) return null;
    const row = await tokens.findOwner(hashToken(token));
    if (!row) return null;
    const now = dependencies.now();
    touch(row.usedAt, now, () => tokens.touch(row.tokenId, new Date(now)));
    return { ...toUser(row), authKind: 'bearer', authSessionId: null };
  };

  const byCookie = async (value: string): Promise<CurrentUser | null> => {
    const id = await openSession(value, sessionSecret());
    if (id === null) return null;
    const now = dependencies.now();
    const row = await authSessions.findLive(id, { now: new Date(now), idleSince: new Date(now - idleSessionMs) });
    if (!row) return null;
    touch(row.seenAt, now, () => authSessions.touch(id, new Date(now)));
    return { ...toUser(row), authKind: 'cookie', authSessionId: id };
  };

  return async (headers) => {
    const authorization = headers.get('authorization');
    // Who sends a token means it: a wrong one does not fall back to the cookie.
    if (authorization !== null) return byToken(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '');
    const cookie = readCookie(headers.get('cookie'), cookieName);
    return cookie === null ? null : byCookie(cookie);
  };
}
