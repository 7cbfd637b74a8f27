import 'server-only';
import { decode, encode } from 'next-auth/jwt';

export const absoluteSessionSeconds = 30 * 24 * 3600;
export const idleSessionMs = 7 * 24 * 3600 * 1000;

interface CookieDefinition {
  readonly name: string;
  readonly options: { httpOnly: true; sameSite: 'lax'; path: '/'; secure: boolean; maxAge?: number };
}

export interface AuthCookies {
  readonly sessionToken: CookieDefinition;
  readonly callbackUrl: CookieDefinition;
  readonly csrfToken: CookieDefinition;
  readonly pkceCodeVerifier: CookieDefinition;
  readonly state: CookieDefinition;
  readonly nonce: CookieDefinition;
}

/** The sign-in cookies by explicit names; on https they are bound to the host and never sent in the clear. */
export function authCookies(publicUrl: string): AuthCookies {
  const secure = publicUrl.startsWith('https://');
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  const define = (name: string, maxAge?: number): CookieDefinition => ({
    name: `${secure ? '__Host-' : ''}metona.${name}`,
    options: { ...options, ...(maxAge !== undefined && { maxAge }) },
  });
  return {
    sessionToken: define('session-token'),
    callbackUrl: define('callback-url'),
    csrfToken: define('csrf-token'),
    pkceCodeVerifier: define('pkce', 900),
    state: define('state', 900),
    nonce: define('nonce', 900),
  };
}

/** The value of one cookie; null when it is missing or sent twice. */
export function readCookie(header: string | null, name: string): string | null {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The cookie's value for a sign-in: encrypted, and nothing in it but the opaque id of the row. */
export function sealSession(authSessionId: string, secret: string): Promise<string> {
  return encode({ token: { sid: authSessionId }, secret, maxAge: absoluteSessionSeconds });
}

/** The id in a cookie's value; null for whatever we did not seal ourselves. */
export async function openSession(value: string, secret: string): Promise<string | null> {
  try {
    const token = await decode({ token: value, secret });
    return typeof token?.sid === 'string' ? token.sid : null;
  } catch {
    return null;
  }
}

/** A `Set-Cookie` header that replaces the session cookie. */
export function sessionCookieHeader(value: string, publicUrl: string): string {
  const { name, options } = authCookies(publicUrl).sessionToken;
  const secure = options.secure ? '; Secure' : '';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${absoluteSessionSeconds}${secure}`;
}
