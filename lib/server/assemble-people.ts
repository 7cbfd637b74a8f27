import 'server-only';
import { createAuthenticate } from '@/lib/auth/authenticate';
import { createSignInLimits } from '@/lib/auth/sign-in-limits';
import { createAuthSessionStore } from '@/lib/db/auth-session-store';
import type { PrismaClient } from '@/lib/db/client';
import { createInviteStore } from '@/lib/db/invite-store';
import { createPasswordResetStore } from '@/lib/db/password-reset-store';
import { createRateStore } from '@/lib/db/rate-store';
import { createSiteStore } from '@/lib/db/site-store';
import { createTokenStore } from '@/lib/db/token-store';
import { createUserAdministration } from '@/lib/db/user-administration';
import { createUserStore } from '@/lib/db/user-store';
import { createAccounts } from './accounts';
import { createAdmin } from './admin';
import type { Env } from './env';
import { createPeople } from './people';
import { createResetLinks } from './reset-links';
import { createSiteSettings } from './site-settings';
import { createTokens } from './tokens';

interface PeopleFoundation {
  readonly database: PrismaClient;
  readonly env: Env;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
  readonly sessionSecret: () => string;
  /** Stops whatever goes on for a user. */
  readonly endRuns: (userId: string) => Promise<void>;
}

/** Who may come in, and what is done with accounts. */
export function assemblePeople({ database, env, newId, now, sessionSecret, endRuns }: PeopleFoundation) {
  const { url: publicUrl } = env;
  const users = createUserStore(database);
  const authSessions = createAuthSessionStore(database);
  const tokens = createTokenStore(database);
  const invites = createInviteStore(database);
  const rates = createRateStore(database, now);
  const site = createSiteSettings({ store: createSiteStore(database), env });
  const resetLinks = createResetLinks({ resets: createPasswordResetStore(database), publicUrl, newId, now });
  const administration = createUserAdministration(database);
  const signingIn = { signup: site.signup, publicUrl, sessionSecret, newId, now };
  return {
    users,
    authSessions,
    tokens,
    invites,
    rates,
    site,
    resetLinks,
    people: createPeople({ administration, users, site, resetLinks, endRuns, now }),
    accounts: createAccounts({ ...signingIn, users, authSessions, endRuns }),
    accessTokens: createTokens({ tokens, newId, now }),
    admin: createAdmin({ invites, publicUrl, newId, now }),
    signInLimits: createSignInLimits(rates),
    authenticate: createAuthenticate({ authSessions, tokens, publicUrl, now, sessionSecret }),
  };
}
