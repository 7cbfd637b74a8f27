import 'server-only';
import type { AuthOptions } from 'next-auth';
import type { CredentialsConfig } from 'next-auth/providers/credentials';
import type { AuthSessionStore, SignedInRow } from '@/lib/db/auth-session-store';
import type { UserRecord, UserStore } from '@/lib/db/user-store';
import { admitOAuth, type OAuthDependencies } from './admit-oauth';
import { checkCredentials } from './check-credentials';
import { isEmailVerified, type OAuthClients, type OAuthProfile, oauthProviders } from './oauth-providers';
import { absoluteSessionSeconds, authCookies, idleSessionMs } from './session-cookie';

export interface SignInDependencies extends OAuthDependencies {
  readonly users: UserStore;
  readonly authSessions: AuthSessionStore;
  readonly publicUrl: string;
  readonly secret: string;
  readonly oauth: OAuthClients;
  readonly report: (code: string) => void;
}

/** One request's part in a sign-in: where it comes from, and what became of it. */
export interface SignInRequest {
  readonly userAgent: string | null;
  readonly ip: string | null;
  /** Filled while the request is served. */
  outcome: 'untried' | 'failed' | 'signed_in';
}

const safeName = /^[\w-]{1,40}$/;

/** Only paths and addresses of our own survive; everything else leads to the front page. */
export function ownUrl(url: string, baseUrl: string): string {
  if (!URL.canParse(url, baseUrl)) return baseUrl;
  const target = new URL(url, baseUrl);
  return target.origin === new URL(baseUrl).origin ? target.href : baseUrl;
}

function credentials(dependencies: SignInDependencies, request: SignInRequest): CredentialsConfig {
  const authorize = async (given: Record<string, unknown> | undefined): Promise<UserRecord | null> => {
    request.outcome = 'failed';
    const user = await checkCredentials(dependencies.users, { email: given?.email, password: given?.password });
    if (user) request.outcome = 'signed_in';
    return user;
  };
  const fields = { email: { type: 'email' }, password: { type: 'password' } };
  return { id: 'credentials', name: 'Password', type: 'credentials', credentials: fields, authorize };
}

async function startSession(dependencies: SignInDependencies, userId: string, request: SignInRequest): Promise<string> {
  const id = dependencies.newId('as');
  const createdAt = new Date(dependencies.now());
  const expiresAt = new Date(createdAt.getTime() + absoluteSessionSeconds * 1000);
  const { userAgent, ip } = request;
  await dependencies.authSessions.create({ id, userId, userAgent, ip, createdAt, expiresAt });
  return id;
}

/** The options for one request. The cookie holds an opaque id; what it stands for is asked of the database every time. */
export function nextAuthOptions(dependencies: SignInDependencies, request: SignInRequest): AuthOptions {
  const { authSessions, publicUrl, report } = dependencies;
  let admitted: UserRecord | null = null;
  let live: SignedInRow | null = null;
  const login = (error: string) => `${publicUrl}/login?error=${encodeURIComponent(error)}`;
  const log = (code: string) => report(safeName.test(code) ? code : 'UNKNOWN');
  return {
    secret: dependencies.secret,
    session: { strategy: 'jwt', maxAge: absoluteSessionSeconds },
    useSecureCookies: publicUrl.startsWith('https://'),
    cookies: { ...authCookies(publicUrl) },
    pages: { signIn: '/login', signOut: '/login', error: '/login', newUser: '/' },
    providers: [credentials(dependencies, request), ...oauthProviders(dependencies.oauth)],
    // The library's own lines would carry addresses, tokens and stacks.
    logger: { error: log, warn: () => undefined, debug: () => undefined },
    callbacks: {
      redirect: ({ url, baseUrl }) => ownUrl(url, baseUrl),
      async signIn({ account, profile, user }) {
        if (account?.type !== 'oauth') return true;
        const found = await admitOAuth(dependencies, {
          provider: account.provider,
          providerAccountId: account.providerAccountId,
          verifiedEmail: isEmailVerified(profile as OAuthProfile | undefined) ? (user.email ?? null) : null,
          name: user.name ?? null,
        });
        if ('refusal' in found) return login(found.refusal);
        admitted = found.user;
        return true;
      },
      async jwt({ token, user, account }) {
        if (user) {
          const userId = account?.type === 'oauth' ? admitted?.id : user.id;
          if (userId === undefined) throw new Error('signed in without an account');
          return { sid: await startSession(dependencies, userId, request) };
        }
        const now = dependencies.now();
        const at = { now: new Date(now), idleSince: new Date(now - idleSessionMs) };
        live = typeof token.sid === 'string' ? await authSessions.findLive(token.sid, at) : null;
        if (!live) throw new Error('the sign-in has ended');
        return { sid: token.sid };
      },
      session: ({ session }) => ({
        expires: session.expires,
        user: { name: live?.name ?? null, email: live?.email ?? '' },
      }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === 'string') await authSessions.end(token.sid);
      },
    },
  };
}
