import 'server-only';
import { z } from 'zod';
import type { CurrentUser } from '@/lib/auth/current-user';
import { emailSchema } from '@/lib/auth/email';
import { hashPassword, passwordSchema, verifyPassword } from '@/lib/auth/passwords';
import { absoluteSessionSeconds, idleSessionMs, sealSession, sessionCookieHeader } from '@/lib/auth/session-cookie';
import { hashToken } from '@/lib/crypto/tokens';
import type { AuthSessionRecord, AuthSessionStore } from '@/lib/db/auth-session-store';
import type { SignupMode, UserRecord, UserStore } from '@/lib/db/user-store';
import { forbidden, invalid, notFound } from './http/problem';

export const registrationSchema = z.strictObject({
  email: emailSchema,
  password: passwordSchema,
  name: z.string().trim().max(100).optional(),
  invite: z.string().trim().max(200).optional(),
});
export const accountChangeSchema = z.strictObject({ name: z.string().trim().max(100).nullable() });
export const passwordChangeSchema = z.strictObject({
  current_password: z.string().max(1000),
  new_password: passwordSchema,
});
export const accountDeletionSchema = z.strictObject({
  password: z.string().max(1000).optional(),
  /** The account's address, for accounts that have no password. */
  confirm: z.string().max(320).optional(),
});

export interface AccountDependencies {
  readonly users: UserStore;
  readonly authSessions: AuthSessionStore;
  readonly signup: () => Promise<SignupMode>;
  readonly publicUrl: string;
  readonly sessionSecret: () => string;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
  /** Stops what goes on for an account that is about to be deleted. */
  readonly endRuns: (userId: string) => Promise<void>;
}

type Caller = Pick<CurrentUser, 'authSessionId'>;

const toView = ({ id, email, name, role, createdAt, passwordHash }: UserRecord) => ({
  id,
  email,
  name,
  role,
  has_password: passwordHash !== null,
  created_at: createdAt.toISOString(),
});

const toSessionView = (row: AuthSessionRecord, caller: Caller) => ({
  id: row.id,
  current: row.id === caller.authSessionId,
  user_agent: row.userAgent,
  ip: row.ip,
  created_at: row.createdAt.toISOString(),
  last_seen_at: row.lastSeenAt.toISOString(),
});

export function createAccounts(dependencies: AccountDependencies) {
  const { users, authSessions, now } = dependencies;

  const find = async (userId: string): Promise<UserRecord> => {
    const user = await users.findById(userId);
    if (!user) throw notFound();
    return user;
  };

  const requirePassword = async (user: UserRecord, password: string | undefined) => {
    if (await verifyPassword(user.passwordHash, password ?? '')) return;
    throw forbidden('The current password is wrong.');
  };

  const liveAt = () => ({ now: new Date(now()), idleSince: new Date(now() - idleSessionMs) });

  /** A sign-in in place of all others; its cookie goes into the answer. */
  const restartSession = async (userId: string, request: Request): Promise<string> => {
    const id = dependencies.newId('as');
    const createdAt = new Date(now());
    const expiresAt = new Date(createdAt.getTime() + absoluteSessionSeconds * 1000);
    const userAgent = request.headers.get('user-agent')?.slice(0, 300) ?? null;
    await authSessions.deleteAll(userId);
    await authSessions.create({ id, userId, userAgent, ip: null, createdAt, expiresAt });
    return sessionCookieHeader(await sealSession(id, dependencies.sessionSecret()), dependencies.publicUrl);
  };

  return {
    /** What the registration page has to offer. */
    async signUpState(): Promise<'first' | SignupMode> {
      return (await users.count()) === 0 ? 'first' : dependencies.signup();
    },

    /** Answers alike whether the address was free or taken; only the sign-up mode and the invite may refuse. */
    async register({ email, password, name, invite }: z.output<typeof registrationSchema>): Promise<void> {
      const passwordHash = await hashPassword(password);
      const mode = await dependencies.signup();
      const outcome = await users.register(
        { id: dependencies.newId('u'), email, name: name || null, passwordHash },
        { mode, inviteHash: invite ? hashToken(invite) : null, now: new Date(now()) },
      );
      if (outcome !== 'refused') return;
      throw forbidden(mode === 'closed' ? 'Registration is closed.' : 'Registration needs a valid invite.');
    },

    get: async (userId: string) => toView(await find(userId)),

    async rename(userId: string, name: string | null) {
      await users.saveName(userId, name || null);
      return toView(await find(userId));
    },

    /** Ends every sign-in, the caller's old cookie included; a caller with a cookie gets a new one. */
    async changePassword(
      caller: CurrentUser,
      change: z.output<typeof passwordChangeSchema>,
      request: Request,
    ): Promise<{ setCookie: string | null }> {
      const user = await find(caller.id);
      await requirePassword(user, change.current_password);
      await users.savePasswordHash(user.id, await hashPassword(change.new_password));
      if (caller.authKind === 'cookie') return { setCookie: await restartSession(user.id, request) };
      await authSessions.deleteAll(user.id);
      return { setCookie: null };
    },

    async erase(userId: string, { password, confirm }: z.output<typeof accountDeletionSchema>): Promise<void> {
      const user = await find(userId);
      if (user.passwordHash !== null) await requirePassword(user, password);
      else if (confirm?.trim().toLowerCase() !== user.email) {
        throw invalid([{ path: 'confirm', message: 'Type the e-mail address of the account.' }]);
      }
      await dependencies.endRuns(userId);
      await users.erase(userId);
    },

    async listSessions(caller: CurrentUser) {
      const rows = await authSessions.list(caller.id, liveAt());
      return { items: rows.map((row) => toSessionView(row, caller)), next_cursor: null };
    },

    async endSession(userId: string, id: string): Promise<void> {
      if (!(await authSessions.delete(userId, id))) throw notFound();
    },

    endAllSessions: (userId: string): Promise<void> => authSessions.deleteAll(userId),
  };
}
