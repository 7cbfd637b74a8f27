import 'server-only';
import { z } from 'zod';
import type { AdministeredUser, Changed, UserAdministration } from '@/lib/db/user-administration';
import type { UserStore } from '@/lib/db/user-store';
import { assertNever } from '@/lib/ir/assert-never';
import { conflict, invalid, notFound } from './http/problem';
import type { ResetLinks } from './reset-links';
import { isoOf } from './session-view';
import { type SiteSettings, type UserCapsView, userCapsBody, userCapsSchema } from './site-settings';

export const userPageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(100).optional(),
  q: z.string().trim().max(200).optional(),
});
export const userChangeSchema = z.strictObject({
  role: z.enum(['admin', 'user']).optional(),
  disabled: z.boolean().optional(),
  caps: userCapsBody.optional(),
});
export const userDeletionSchema = z.strictObject({
  /** The account's address. */
  confirm: z.string().max(320),
});

export const personSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(['admin', 'user']),
  has_password: z.boolean(),
  disabled: z.boolean(),
  created_at: z.string(),
  last_sign_in_at: z.string().nullable(),
  sessions: z.number().int(),
  file_bytes: z.number().int(),
  /** Where they differ from everyone's. */
  caps: userCapsSchema,
});
type Person = z.infer<typeof personSchema>;

interface PeopleDependencies {
  readonly administration: UserAdministration;
  readonly users: Pick<UserStore, 'erase'>;
  readonly site: Pick<SiteSettings, 'userCaps' | 'saveUserCaps'>;
  readonly resetLinks: ResetLinks;
  readonly endRuns: (userId: string) => Promise<void>;
  readonly now: () => number;
}

/** What administrators do with accounts; of what people wrote they see no more than how much it is. */
export function createPeople({ administration, users, site, resetLinks, endRuns, now }: PeopleDependencies) {
  const toPerson = (user: AdministeredUser, capsOf: (userId: string) => UserCapsView): Person => ({
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    has_password: user.hasPassword,
    disabled: user.disabledAt !== null,
    created_at: isoOf(user.createdAt.getTime()),
    last_sign_in_at: user.lastSignInAt === null ? null : isoOf(user.lastSignInAt.getTime()),
    sessions: user.sessions,
    file_bytes: user.fileBytes,
    caps: capsOf(user.id),
  });

  const find = async (userId: string): Promise<AdministeredUser> => {
    const user = await administration.find(userId);
    if (user === null) throw notFound();
    return user;
  };

  const settle = (changed: Changed): void => {
    switch (changed) {
      case 'changed':
        return;
      case 'unknown':
        throw notFound();
      case 'last_admin':
        throw conflict('This is the last administrator; make somebody else one first.');
      default:
        assertNever(changed);
    }
  };

  const setDisabled = async (userId: string, disabled: boolean): Promise<void> => {
    settle(await (disabled ? administration.disable(userId, new Date(now())) : administration.enable(userId)));
    if (disabled) await endRuns(userId);
  };

  return {
    async listUsers({ limit, cursor, q }: z.output<typeof userPageSchema>) {
      const [rows, capsOf] = await Promise.all([
        administration.page({ limit: limit + 1, after: cursor ?? null, query: q ?? '' }),
        site.userCaps(),
      ]);
      const shown = rows.slice(0, limit);
      const items = shown.map((user) => toPerson(user, capsOf));
      return { items, next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
    },

    async changeUser(adminId: string, userId: string, change: z.output<typeof userChangeSchema>): Promise<Person> {
      await find(userId);
      if (change.disabled === true && userId === adminId) throw conflict('You cannot disable your own account.');
      if (change.role !== undefined) settle(await administration.changeRole(userId, change.role));
      if (change.disabled !== undefined) await setDisabled(userId, change.disabled);
      if (change.caps !== undefined) await site.saveUserCaps(userId, change.caps);
      return toPerson(await find(userId), await site.userCaps());
    },

    /** As deleting one's own account; who administers deletes his own there. */
    async deleteUser(adminId: string, userId: string, confirm: string): Promise<void> {
      const user = await find(userId);
      if (userId === adminId) throw conflict('Delete your own account on its own page.');
      if (confirm.trim().toLowerCase() !== user.email)
        throw invalid([{ path: 'confirm', message: 'Type the e-mail address of the account.' }]);
      await endRuns(userId);
      await users.erase(userId);
    },

    /** The link is in the answer and nowhere else: what is kept is its hash. */
    async createResetLink(adminId: string, userId: string) {
      const user = await find(userId);
      if (user.disabledAt !== null) throw conflict('This account is disabled; enable it first.');
      return resetLinks.create(userId, adminId);
    },
  };
}
