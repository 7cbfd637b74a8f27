import 'server-only';
import type { SignupMode, UserRecord, UserStore } from '@/lib/db/user-store';
import { normaliseEmail } from './email';

/** What a provider says about the person; `email` only if it vouches for it. */
export interface OAuthIdentity {
  readonly provider: string;
  readonly providerAccountId: string;
  readonly verifiedEmail: string | null;
  readonly name: string | null;
}

export type OAuthRefusal = 'EmailNotVerified' | 'OAuthAccountNotLinked' | 'AccessDenied';
export type OAuthAdmission = { readonly user: UserRecord } | { readonly refusal: OAuthRefusal };

export interface OAuthDependencies {
  readonly users: Pick<UserStore, 'findByOAuth' | 'findByEmail' | 'findById' | 'register'>;
  readonly signup: () => Promise<SignupMode>;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
}

/**
 * The account of an identity. A new one is made only for a verified address that no account has yet: linking to an
 * existing account by the address alone would hand it to whoever controls that address at the provider.
 */
export async function admitOAuth(dependencies: OAuthDependencies, identity: OAuthIdentity): Promise<OAuthAdmission> {
  const { users } = dependencies;
  const known = await users.findByOAuth(identity.provider, identity.providerAccountId);
  if (known) return known.disabledAt ? { refusal: 'AccessDenied' } : { user: known };
  const email = normaliseEmail(identity.verifiedEmail);
  if (email === null) return { refusal: 'EmailNotVerified' };
  if (await users.findByEmail(email)) return { refusal: 'OAuthAccountNotLinked' };
  return createAccount(dependencies, { ...identity, email });
}

async function createAccount(
  { users, signup, newId, now }: OAuthDependencies,
  { email, name, provider, providerAccountId }: OAuthIdentity & { readonly email: string },
): Promise<OAuthAdmission> {
  const id = newId('u');
  const oauth = { id: newId('oa'), provider, providerAccountId };
  const admission = { mode: await signup(), inviteHash: null, now: new Date(now()) };
  const outcome = await users.register({ id, email, name, passwordHash: null, oauth }, admission);
  if (outcome === 'taken') return { refusal: 'OAuthAccountNotLinked' };
  const user = outcome === 'created' ? await users.findById(id) : null;
  return user ? { user } : { refusal: 'AccessDenied' };
}
