import 'server-only';
import { Prisma, type PrismaClient } from './generated/client';

export type Role = 'admin' | 'user';
export type SignupMode = 'open' | 'invite' | 'closed';

export interface UserRecord {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly passwordHash: string | null;
  readonly role: Role;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly passwordHash: string | null;
  readonly oauth?: { readonly id: string; readonly provider: string; readonly providerAccountId: string };
}

export interface Admission {
  readonly mode: SignupMode;
  readonly inviteHash: string | null;
  readonly now: Date;
}

/** `taken` looks like `created` to the outside; only the mode and the invite may refuse. */
export type Registration = 'created' | 'taken' | 'refused';

type Transaction = Prisma.TransactionClient;

const registrationLock = 7_205_881;
/** An account may hold hundreds of thousands of rows. */
const erasureLimits = { maxWait: 10_000, timeout: 600_000 };

const toRecord = (row: Omit<UserRecord, 'role'> & { role: string }): UserRecord => ({
  ...row,
  role: row.role === 'admin' ? 'admin' : 'user',
});

/** One registration at a time over all instances, so that exactly one account can be the first. */
export async function lockRegistration(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${registrationLock})`;
}

async function findInvite(transaction: Transaction, email: string, { inviteHash, now }: Admission) {
  if (inviteHash === null) return null;
  return transaction.invite.findFirst({
    where: { codeHash: inviteHash, usedAt: null, expiresAt: { gt: now }, OR: [{ email: null }, { email }] },
  });
}

async function register(transaction: Transaction, user: NewUser, admission: Admission): Promise<Registration> {
  await lockRegistration(transaction);
  const isFirst = (await transaction.user.findFirst({ select: { id: true } })) === null;
  const invite = isFirst ? null : await findInvite(transaction, user.email, admission);
  const isAdmitted = isFirst || admission.mode === 'open' || (admission.mode === 'invite' && invite !== null);
  if (!isAdmitted) return 'refused';
  if (await transaction.user.findUnique({ where: { email: user.email }, select: { id: true } })) return 'taken';
  const { oauth, ...fields } = user;
  await transaction.user.create({ data: { ...fields, role: isFirst ? 'admin' : 'user', createdAt: admission.now } });
  if (oauth) await transaction.oAuthAccount.create({ data: { ...oauth, userId: user.id } });
  if (invite)
    await transaction.invite.update({ where: { id: invite.id }, data: { usedBy: user.id, usedAt: admission.now } });
  return 'created';
}

/** Every table that says whose its rows are, as the database itself tells it, so that a new table cannot be forgotten. */
async function tablesOfUsers(transaction: Transaction): Promise<string[]> {
  const rows = await transaction.$queryRaw<{ name: string }[]>`
    SELECT c.table_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.column_name = 'user_id' AND c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'`;
  return rows.map((row) => row.name);
}

const quoted = (name: string): Prisma.Sql => Prisma.raw(`"${name.replaceAll('"', '""')}"`);

async function eraseUser(transaction: Transaction, userId: string): Promise<void> {
  // The runs first, as in the transactions of the runtime; then what adds to the account while it holds it is waited for.
  await transaction.$queryRaw`SELECT id FROM runs WHERE user_id = ${userId} ORDER BY id FOR UPDATE`;
  await transaction.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`;
  await transaction.$executeRaw`DELETE FROM run_events WHERE run_id IN (SELECT id FROM runs WHERE user_id = ${userId})`;
  for (const table of await tablesOfUsers(transaction)) {
    await transaction.$executeRaw`DELETE FROM ${quoted(table)} WHERE user_id = ${userId}`;
  }
  await lockRegistration(transaction);
  await transaction.invite.deleteMany({ where: { OR: [{ createdBy: userId }, { usedBy: userId }] } });
  await transaction.rateBucket.deleteMany({ where: { key: { contains: userId } } });
  await transaction.user.deleteMany({ where: { id: userId } });
  await keepAnAdmin(transaction);
}

/** Without an administrator nobody could ever be invited again; the oldest account takes over. */
async function keepAnAdmin(transaction: Transaction): Promise<void> {
  if ((await transaction.user.count({ where: { role: 'admin', disabledAt: null } })) > 0) return;
  const orderBy = [{ disabledAt: { sort: 'desc', nulls: 'first' } }, { createdAt: 'asc' }, { id: 'asc' }] as const;
  const oldest = await transaction.user.findFirst({ orderBy: [...orderBy] });
  if (oldest) await transaction.user.update({ where: { id: oldest.id }, data: { role: 'admin' } });
}

export function createUserStore(prisma: PrismaClient) {
  return {
    async findById(userId: string): Promise<UserRecord | null> {
      const row = await prisma.user.findUnique({ where: { id: userId } });
      return row && toRecord(row);
    },
    async findByEmail(email: string): Promise<UserRecord | null> {
      const row = await prisma.user.findUnique({ where: { email } });
      return row && toRecord(row);
    },
    async findByOAuth(provider: string, providerAccountId: string): Promise<UserRecord | null> {
      const key = { provider, providerAccountId };
      const account = await prisma.oAuthAccount.findUnique({
        where: { provider_providerAccountId: key },
        include: { user: true },
      });
      return account && toRecord(account.user);
    },
    register: (user: NewUser, admission: Admission): Promise<Registration> =>
      prisma.$transaction((transaction) => register(transaction, user, admission)),
    async savePasswordHash(userId: string, passwordHash: string): Promise<void> {
      await prisma.user.updateMany({ where: { id: userId }, data: { passwordHash } });
    },
    async saveName(userId: string, name: string | null): Promise<void> {
      await prisma.user.updateMany({ where: { id: userId }, data: { name } });
    },
    /** Removes the account and every row that was its, in one transaction. */
    erase: (userId: string): Promise<void> =>
      prisma.$transaction((transaction) => eraseUser(transaction, userId), erasureLimits),
    count: (): Promise<number> => prisma.user.count(),
  };
}
export type UserStore = ReturnType<typeof createUserStore>;
