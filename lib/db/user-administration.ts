import 'server-only';
import { Prisma, type PrismaClient } from './generated/client';
import { CREATION_SPACE } from './run-creation';
import { lockRegistration, type Role } from './user-store';

/** An account as administrators see it: numbers, and nothing of what its user wrote. */
export interface AdministeredUser {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly hasPassword: boolean;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  readonly sessions: number;
  readonly fileBytes: number;
}

export type Changed = 'changed' | 'last_admin' | 'unknown';

type Transaction = Prisma.TransactionClient;
type Row = Omit<AdministeredUser, 'role' | 'fileBytes'> & { readonly role: string; readonly fileBytes: bigint };

const toUser = (row: Row): AdministeredUser => ({
  ...row,
  role: row.role === 'admin' ? 'admin' : 'user',
  fileBytes: Number(row.fileBytes),
});

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (found) => `\\${found}`);

function matching(query: string): Prisma.Sql {
  if (query === '') return Prisma.sql`TRUE`;
  const pattern = `%${escapeLike(query)}%`;
  return Prisma.sql`(u.email ILIKE ${pattern} OR u.name ILIKE ${pattern})`;
}

const after = (cursor: string | null): Prisma.Sql =>
  cursor === null
    ? Prisma.sql`TRUE`
    : Prisma.sql`(u.created_at, u.id) < (SELECT c.created_at, c.id FROM users c WHERE c.id = ${cursor})`;

/** Whether somebody else could still administer if this one could not. */
async function hasOtherAdmin(transaction: Transaction, userId: string): Promise<boolean> {
  const where = { role: 'admin', disabledAt: null, id: { not: userId } };
  return (await transaction.user.count({ where })) > 0;
}

/** Changes of one account that must leave an administrator, one at a time over all instances. */
async function changeSafely(
  prisma: PrismaClient,
  userId: string,
  of: { takesAdmin: boolean; change: (transaction: Transaction) => Promise<void> },
): Promise<Changed> {
  return prisma.$transaction(async (transaction) => {
    await lockRegistration(transaction);
    const user = await transaction.user.findUnique({ where: { id: userId } });
    if (user === null) return 'unknown';
    const isAdmin = user.role === 'admin' && user.disabledAt === null;
    if (of.takesAdmin && isAdmin && !(await hasOtherAdmin(transaction, userId))) return 'last_admin';
    await of.change(transaction);
    return 'changed';
  });
}

export function createUserAdministration(prisma: PrismaClient) {
  const select = (where: Prisma.Sql, limit: number) => prisma.$queryRaw<Row[]>`
    SELECT u.id, u.email, u.name, u.role, u.password_hash IS NOT NULL AS "hasPassword", u.disabled_at AS "disabledAt",
      u.created_at AS "createdAt", u.last_sign_in_at AS "lastSignInAt",
      (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id) AS sessions,
      ((SELECT COALESCE(sum(f.size), 0) FROM workspace_files f WHERE f.user_id = u.id)
        + (SELECT COALESCE(sum(f.size), 0) FROM share_files f WHERE f.user_id = u.id))::bigint AS "fileBytes"
    FROM users u WHERE ${where} ORDER BY u.created_at DESC, u.id DESC LIMIT ${limit}`;

  return {
    async page(of: { limit: number; after: string | null; query: string }): Promise<AdministeredUser[]> {
      const rows = await select(Prisma.sql`${matching(of.query)} AND ${after(of.after)}`, of.limit);
      return rows.map(toUser);
    },

    async find(userId: string): Promise<AdministeredUser | null> {
      const [row] = await select(Prisma.sql`u.id = ${userId}`, 1);
      return row ? toUser(row) : null;
    },

    /** Who changes sides signs in anew. */
    changeRole: (userId: string, role: Role): Promise<Changed> =>
      changeSafely(prisma, userId, {
        takesAdmin: role !== 'admin',
        change: async (transaction) => {
          await transaction.user.update({ where: { id: userId }, data: { role } });
          await transaction.authSession.deleteMany({ where: { userId } });
        },
      }),

    /** Signs out everywhere; from its commit on no run of the user is created and no link opens for him. */
    disable: (userId: string, at: Date): Promise<Changed> =>
      changeSafely(prisma, userId, {
        takesAdmin: true,
        change: async (transaction) => {
          await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${CREATION_SPACE}::int, hashtext(${userId}))::text`;
          await transaction.user.update({ where: { id: userId }, data: { disabledAt: at } });
          await transaction.authSession.deleteMany({ where: { userId } });
          await transaction.passwordReset.deleteMany({ where: { userId } });
        },
      }),

    enable: (userId: string): Promise<Changed> =>
      changeSafely(prisma, userId, {
        takesAdmin: false,
        change: async (transaction) => {
          await transaction.user.update({ where: { id: userId }, data: { disabledAt: null } });
        },
      }),
  };
}
export type UserAdministration = ReturnType<typeof createUserAdministration>;
