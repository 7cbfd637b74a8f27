import 'server-only';
import { MetonaFailure } from '@/lib/ir';
import type { Prisma, PrismaClient } from './generated/client';
import type { SkillFileModel, SkillModel } from './generated/models';
import { deleteOnce } from './tombstone-store';

export type SkillOrigin = 'written' | 'upload' | 'plugin';

export interface StoredSkillFile {
  readonly path: string;
  readonly content: string;
}

/** A skill without what its files hold. Unix ms. */
export interface SkillRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly trusted: boolean;
  readonly origin: SkillOrigin;
  readonly pluginId: string | null;
  /** Bytes of all files. */
  readonly size: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

export interface SkillDraft {
  readonly name: string;
  readonly description: string;
  readonly size: number;
  readonly files: readonly StoredSkillFile[];
}

export interface NewSkill extends SkillDraft {
  readonly origin: SkillOrigin;
  readonly trusted: boolean;
  readonly pluginId?: string;
}

export interface SkillPatch {
  readonly enabled?: boolean | undefined;
  readonly trusted?: boolean | undefined;
  readonly draft?: SkillDraft | undefined;
}

export interface SkillStoreDependencies {
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
}

export type SkillTransaction = Prisma.TransactionClient;

const maxSkills = 100;
/** Key space of the locks that order the writes of a user. */
const LOCK_SPACE = 0x4d53;
const listed = { orderBy: { path: 'asc' }, select: { path: true, size: true } } as const;

const toRecord = (row: SkillModel & { files: Pick<SkillFileModel, 'path' | 'size'>[] }): SkillRecord => ({
  id: row.id,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  trusted: row.trusted,
  origin: row.origin as SkillOrigin,
  pluginId: row.pluginId,
  size: row.size,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
  files: row.files.map(({ path, size }) => ({ path, size })),
});

const conflict = (message: string) => new MetonaFailure({ code: 'conflict', message, retryable: false });

async function lockSkills(transaction: SkillTransaction, userId: string): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${LOCK_SPACE}::int, hashtext(${userId}))::text`;
}

async function refuseTaken(transaction: SkillTransaction, userId: string, of: { name: string; except?: string }) {
  const taken = await transaction.skill.findFirst({
    where: { userId, name: of.name, ...(of.except !== undefined && { id: { not: of.except } }) },
    select: { plugin: { select: { slug: true } } },
  });
  if (taken === null) return;
  const whose = taken.plugin ? `, from the plugin ${taken.plugin.slug}` : '';
  throw conflict(`There is already a skill named ${of.name}${whose}.`);
}

async function insertFiles(
  transaction: SkillTransaction,
  of: { userId: string; skillId: string },
  files: readonly StoredSkillFile[],
): Promise<void> {
  const rows = files.map(({ path, content }) => ({ ...of, path, content, size: Buffer.byteLength(content) }));
  await transaction.skillFile.createMany({ data: rows });
}

/** Within a transaction of the caller, so that a plugin comes with its skills or not at all. */
export async function insertSkill(
  transaction: SkillTransaction,
  of: { userId: string; id: string; at: Date },
  { files, ...skill }: NewSkill,
): Promise<void> {
  const { userId, id, at } = of;
  await lockSkills(transaction, userId);
  await refuseTaken(transaction, userId, skill);
  if ((await transaction.skill.count({ where: { userId } })) >= maxSkills)
    throw conflict(`There are ${maxSkills} skills, and there may be no more.`);
  await transaction.skill.create({ data: { ...skill, id, userId, createdAt: at, updatedAt: at } });
  await insertFiles(transaction, { userId, skillId: id }, files);
}

async function updateSkill(
  transaction: SkillTransaction,
  of: { userId: string; id: string; at: Date },
  { draft, enabled, trusted }: SkillPatch,
): Promise<boolean> {
  const { userId, id, at } = of;
  await lockSkills(transaction, userId);
  const flags = { ...(enabled !== undefined && { enabled }), ...(trusted !== undefined && { trusted }) };
  const { files, ...columns } = draft ?? { files: null };
  if (draft) await refuseTaken(transaction, userId, { name: draft.name, except: id });
  const where = { id, userId };
  const { count } = await transaction.skill.updateMany({ where, data: { ...flags, ...columns, updatedAt: at } });
  if (count === 0 || files === null) return count > 0;
  await transaction.skillFile.deleteMany({ where: { skillId: id, userId } });
  await insertFiles(transaction, { userId, skillId: id }, files);
  return true;
}

/** A skill of a plugin counts only as long as that is enabled. */
const usable = (userId: string) =>
  ({ userId, enabled: true, OR: [{ pluginId: null }, { plugin: { enabled: true } }] }) satisfies Prisma.SkillWhereInput;

/** What runs need of skills: only what is enabled. */
function createUsableSkills(prisma: PrismaClient) {
  return {
    listUsable: (userId: string): Promise<{ name: string; description: string }[]> =>
      prisma.skill.findMany({
        where: usable(userId),
        orderBy: { name: 'asc' },
        select: { name: true, description: true },
      }),

    findUsable: (userId: string, name: string) =>
      prisma.skill.findFirst({
        where: { ...usable(userId), name },
        select: { name: true, description: true, trusted: true, files: listed },
      }),

    async readUsable(userId: string, name: string, path: string): Promise<string | null> {
      const where = { userId, path, skill: { ...usable(userId), name } };
      return (await prisma.skillFile.findFirst({ where, select: { content: true } }))?.content ?? null;
    },
  };
}

/** Skills of users with their files; every statement is confined to the user. */
export function createSkillStore(prisma: PrismaClient, { newId, now }: SkillStoreDependencies) {
  const find = async (userId: string, id: string): Promise<SkillRecord | null> => {
    const row = await prisma.skill.findFirst({ where: { id, userId }, include: { files: listed } });
    return row && toRecord(row);
  };

  return {
    ...createUsableSkills(prisma),
    find,

    async list(userId: string): Promise<SkillRecord[]> {
      const rows = await prisma.skill.findMany({
        where: { userId },
        orderBy: [{ name: 'asc' }],
        include: { files: listed },
      });
      return rows.map(toRecord);
    },

    files: (userId: string, skillId: string): Promise<StoredSkillFile[]> =>
      prisma.skillFile.findMany({
        where: { skillId, userId },
        orderBy: { path: 'asc' },
        select: { path: true, content: true },
      }),

    async create(userId: string, skill: NewSkill): Promise<SkillRecord> {
      const id = newId('skill');
      const of = { userId, id, at: new Date(now()) };
      await prisma.$transaction((transaction) => insertSkill(transaction, of, skill));
      const made = await find(userId, id);
      if (made === null) throw conflict('The skill was deleted at once.');
      return made;
    },

    /** Null when there is no such skill. */
    async update(userId: string, id: string, patch: SkillPatch): Promise<SkillRecord | null> {
      const of = { userId, id, at: new Date(now()) };
      const found = await prisma.$transaction((transaction) => updateSkill(transaction, of, patch));
      return found ? await find(userId, id) : null;
    },

    /** False when no such skill was ever the user's. */
    delete: (userId: string, id: string): Promise<boolean> =>
      deleteOnce(prisma, { userId, id }, async (transaction) => {
        const { count } = await transaction.skill.deleteMany({ where: { id, userId } });
        return count;
      }),
  };
}
export type SkillStore = ReturnType<typeof createSkillStore>;
