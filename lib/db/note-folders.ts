import 'server-only';
import type { NoteFolder } from '@/lib/agent/ports';
import { folderLineOf, MetonaFailure } from '@/lib/ir';
import { Prisma, type PrismaClient } from './generated/client';
import { folderOf } from './note-rows';

type Transaction = Prisma.TransactionClient;

/** The most folders that one user may have. */
const mostFolders = 1000;

const conflict = (message: string) => new MetonaFailure({ code: 'conflict', message, retryable: false });

/** Remembers a folder and those around it, so that they stay when their last note leaves. */
export async function keepFolders(transaction: Transaction, userId: string, folder: string): Promise<void> {
  const line = folderLineOf(folder);
  if (line.length === 0) return;
  const known = await transaction.noteFolder.count({ where: { userId, path: { in: line } } });
  if (known === line.length) return;
  if ((await transaction.noteFolder.count({ where: { userId } })) + line.length - known > mostFolders) {
    throw conflict(`There are ${mostFolders} folders, and there may be no more.`);
  }
  await transaction.noteFolder.createMany({ data: line.map((path) => ({ userId, path })), skipDuplicates: true });
}

/** Rows of a folder and of what lies in it. */
const within = (column: 'path' | 'folder', folder: string) => {
  const name = Prisma.raw(column);
  return Prisma.sql`(${name} = ${folder} OR starts_with(${name}, ${`${folder}/`}))`;
};

/** The path of such a row once its folder is another one; `''` when that is none. */
const moved = (column: 'path' | 'folder', from: string, to: string) => {
  const name = Prisma.raw(column);
  if (to === '') return Prisma.sql`substr(${name}, length(${from}::text) + 2)`;
  return Prisma.sql`${to}::text || substr(${name}, length(${from}::text) + 1)`;
};

interface Shift {
  readonly userId: string;
  readonly from: string;
  readonly to: string;
}

/** Gives a folder with all that is in it another place; folders that meet become one. */
async function shiftTree(transaction: Transaction, { userId, from, to }: Shift): Promise<void> {
  const target = moved('path', from, to);
  const paths = await transaction.$queryRaw<{ path: string }[]>(Prisma.sql`
    SELECT DISTINCT ${target} AS path FROM note_folders WHERE user_id = ${userId} AND ${within('path', from)}
    UNION SELECT DISTINCT ${moved('folder', from, to)} FROM notes WHERE user_id = ${userId} AND ${within('folder', from)}`);
  for (const { path } of paths) folderOf(path);
  await transaction.$executeRaw(
    Prisma.sql`DELETE FROM note_folders WHERE user_id = ${userId} AND ${within('path', from)}`,
  );
  await transaction.noteFolder.createMany({
    data: paths.filter(({ path }) => path !== '').map(({ path }) => ({ userId, path })),
    skipDuplicates: true,
  });
  await transaction.$executeRaw(Prisma.sql`
    UPDATE notes SET folder = ${moved('folder', from, to)} WHERE user_id = ${userId} AND ${within('folder', from)}`);
}

const parentOf = (folder: string) => folder.slice(0, Math.max(0, folder.lastIndexOf('/')));

async function exists(transaction: Transaction, userId: string, folder: string): Promise<boolean> {
  const [found] = await transaction.$queryRaw<unknown[]>(Prisma.sql`
    SELECT 1 FROM note_folders WHERE user_id = ${userId} AND ${within('path', folder)}
    UNION SELECT 1 FROM notes WHERE user_id = ${userId} AND ${within('folder', folder)} LIMIT 1`);
  return found !== undefined;
}

/** Folders are changed one after the other by one user, or two of them could make one place of two. */
const lockFolders = (transaction: Transaction, userId: string) =>
  transaction.$queryRaw`SELECT 1 FROM (SELECT pg_advisory_xact_lock(hashtextextended(${`folders ${userId}`}, 0))) AS held`;

export function createNoteFolders(prisma: PrismaClient) {
  return {
    list: (userId: string) =>
      prisma.$queryRaw<NoteFolder[]>(Prisma.sql`
        SELECT path, sum(held)::int AS notes FROM (
          SELECT path, 0 AS held FROM note_folders WHERE user_id = ${userId}
          UNION ALL SELECT folder, count(*)::int FROM notes WHERE user_id = ${userId} GROUP BY folder
        ) AS found GROUP BY path ORDER BY path COLLATE "C"`),

    /** Gives back its spelling; an existing one is no mistake. */
    async create(userId: string, given: string): Promise<string> {
      const folder = folderOf(given);
      if (folder === '') folderOf('.');
      await prisma.$transaction((transaction) => keepFolders(transaction, userId, folder));
      return folder;
    },

    /** Null when there is no such folder. Rejects with `conflict` when the place is taken or inside the folder itself. */
    async rename(userId: string, given: { from: string; to: string }): Promise<string | null> {
      const [from, to] = [folderOf(given.from), folderOf(given.to)];
      if (to === '' || from === '') folderOf('.');
      return await prisma.$transaction(async (transaction) => {
        await lockFolders(transaction, userId);
        if (!(await exists(transaction, userId, from))) return null;
        if (to === from) return to;
        if (to.startsWith(`${from}/`)) throw conflict('A folder cannot be moved into itself.');
        if (await exists(transaction, userId, to)) throw conflict('There is a folder with this name already.');
        await keepFolders(transaction, userId, parentOf(to));
        await shiftTree(transaction, { userId, from, to });
        return to;
      });
    },

    /** What is in it moves to the folder around it: no note is ever deleted with its folder. False when there is none. */
    async remove(userId: string, given: string): Promise<boolean> {
      const from = folderOf(given);
      return await prisma.$transaction(async (transaction) => {
        await lockFolders(transaction, userId);
        if (from === '' || !(await exists(transaction, userId, from))) return false;
        await shiftTree(transaction, { userId, from, to: parentOf(from) });
        return true;
      });
    },
  };
}
export type NoteFolders = ReturnType<typeof createNoteFolders>;
