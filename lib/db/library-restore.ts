import 'server-only';
import { hashArgs } from '@/lib/crypto/canonical-json';
import type { MetonaMemoryItem, MetonaTaskPriority, MetonaTaskStatus } from '@/lib/ir';
import type { Prisma, PrismaClient } from './generated/client';
import { memoryTextColumns } from './memory-rows';
import { refuseWhenFull } from './memory-store';
import { type NoteText, writeBlocks } from './note-blocks';
import { keepFolders } from './note-folders';
import { folderOf, textColumns } from './note-rows';
import { holdOwner } from './session-store';
import { taskColumns } from './task-store';
import { limitOf, type UserLimit } from './user-limit';

/** Times are Unix ms; `id` is the one it had where it comes from. */
interface Restored {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface RestoredNote extends Restored {
  readonly title: string;
  readonly content: string;
  readonly folder: string;
}

export interface RestoredTask extends Restored {
  readonly title: string;
  readonly detail: string;
  readonly status: MetonaTaskStatus;
  readonly priority: MetonaTaskPriority;
  readonly dueOn: string | null;
  readonly completedAt: number | null;
  readonly sessionId: string | null;
}

export interface RestoredMemory extends Restored {
  readonly type: MetonaMemoryItem['type'];
  readonly content: string;
  /** Null for one that is made of the content. */
  readonly summary: string | null;
  readonly source: MetonaMemoryItem['source'];
  readonly importance: number;
  readonly status: NonNullable<MetonaMemoryItem['status']>;
  readonly sessionId: string | null;
  readonly expiresAt: number | null;
  readonly archivedAt: number | null;
  readonly archivedReason: MetonaMemoryItem['archivedReason'] | null;
}

type Outcome = 'imported' | 'there';
type Prefix = 'note' | 'task' | 'mem';

/** The same thing gets the same id in the same account, whenever it comes: so it comes once. */
const restoredId = (prefix: Prefix, userId: string, id: string) => `${prefix}_${hashArgs({ userId, id }).slice(0, 32)}`;

const timesOf = ({ createdAt, updatedAt }: Restored) => ({
  createdAt: new Date(createdAt),
  updatedAt: new Date(updatedAt),
});
const dateOrNull = (at: number | null) => (at === null ? null : new Date(at));

export interface LibraryRestoreDependencies {
  readonly noteText: Pick<NoteText, 'build'>;
  /** The most that one user may have, the archive included. */
  readonly maxMemories: UserLimit;
}

/** Writes what an account holds beside its conversations into another one, or back into the same. */
export function createLibraryRestore(prisma: PrismaClient, { noteText, maxMemories }: LibraryRestoreDependencies) {
  /** Still under its own id, or here from an earlier import. */
  const withNew = (
    of: { userId: string; prefix: Prefix; id: string },
    count: (transaction: Prisma.TransactionClient, ids: string[]) => Promise<number>,
    insert: (transaction: Prisma.TransactionClient, id: string) => Promise<unknown>,
  ): Promise<Outcome> =>
    prisma.$transaction(async (transaction) => {
      const { userId } = of;
      const id = restoredId(of.prefix, userId, of.id);
      await holdOwner(transaction, userId);
      await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${id}, 0))::text`;
      if ((await count(transaction, [of.id, id])) > 0) return 'there';
      await insert(transaction, id);
      return 'imported';
    });

  return {
    folders: (userId: string, paths: readonly string[]): Promise<void> =>
      prisma.$transaction(async (transaction) => {
        for (const path of paths) await keepFolders(transaction, userId, folderOf(path));
      }),

    note(userId: string, note: RestoredNote): Promise<Outcome> {
      const [said, folder] = [textColumns(note), folderOf(note.folder)];
      return withNew(
        { userId, prefix: 'note', id: note.id },
        (transaction, ids) => transaction.note.count({ where: { userId, id: { in: ids } } }),
        async (transaction, id) => {
          await keepFolders(transaction, userId, folder);
          const data = { id, userId, ...said, folder, blockRevision: 1, ...timesOf(note) };
          await writeBlocks(transaction, await transaction.note.create({ data }), noteText.build(said.content, []));
        },
      );
    },

    task(userId: string, task: RestoredTask): Promise<Outcome> {
      const { id: _id, sessionId, createdAt: _createdAt, updatedAt, ...content } = task;
      return withNew(
        { userId, prefix: 'task', id: task.id },
        (transaction, ids) => transaction.task.count({ where: { userId, id: { in: ids } } }),
        (transaction, id) =>
          transaction.task.create({
            data: { id, userId, sessionId, ...taskColumns(content, updatedAt), ...timesOf(task) },
          }),
      );
    },

    async memory(userId: string, memory: RestoredMemory): Promise<Outcome> {
      const most = await limitOf(maxMemories, userId);
      const { type, content, summary, source, importance, status, sessionId, archivedReason } = memory;
      const dates = { expiresAt: dateOrNull(memory.expiresAt), archivedAt: dateOrNull(memory.archivedAt) };
      const words = memoryTextColumns(content, summary);
      return await withNew(
        { userId, prefix: 'mem', id: memory.id },
        (transaction, ids) => {
          const same = { type, searchText: words.searchText, status };
          return transaction.memory.count({ where: { userId, OR: [{ id: { in: ids } }, same] } });
        },
        async (transaction, id) => {
          await refuseWhenFull(transaction, userId, most);
          const kept = { type, source, importance, status, sessionId, archivedReason: archivedReason ?? null };
          await transaction.memory.create({ data: { id, userId, ...kept, ...words, ...dates, ...timesOf(memory) } });
        },
      );
    },
  };
}
export type LibraryRestore = ReturnType<typeof createLibraryRestore>;
