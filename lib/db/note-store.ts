import 'server-only';
import type { NoteHit, NoteIndexSource, NotePageRequest, NoteStore } from '@/lib/agent/ports';
import { Prisma, type PrismaClient } from './generated/client';
import { writeBlocks } from './note-blocks';
import { changeNote, type NoteWriting, readNoteWithBlocks } from './note-changes';
import { createNoteFolders, keepFolders, type NoteFolders } from './note-folders';
import { folderOf, summaryColumns, textColumns, toRecord, toSummary } from './note-rows';
import { decodePlace, toPage } from './page-cursor';
import { searchQueryOf, snippetOf } from './search-text';
import { deleteOnce } from './tombstone-store';

export interface RecordDependencies {
  readonly newId: (prefix: 'note' | 'mem') => string;
  readonly now: () => number;
}

interface NoteDependencies extends RecordDependencies {
  readonly text: NoteWriting['text'];
}

interface HitRow {
  id: string;
  title: string;
  content: string;
  folder: string;
  revision: number;
  updated_at: Date;
}

export interface FullNoteStore extends NoteStore, NoteIndexSource {
  readonly tree: NoteFolders;
}

async function listNotes(prisma: PrismaClient, userId: string, { limit, before, folder }: NotePageRequest) {
  const place = before === undefined ? null : decodePlace(before);
  if (before !== undefined && place === null) return { items: [], nextCursor: null };
  const rows = await prisma.note.findMany({
    where: {
      userId,
      ...(folder !== undefined && { folder: folderOf(folder) }),
      ...(place && {
        OR: [{ updatedAt: { lt: new Date(place.at) } }, { updatedAt: new Date(place.at), id: { lt: place.id } }],
      }),
    },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    select: summaryColumns,
  });
  return toPage(rows, limit, { item: toSummary, place: (row) => ({ at: row.updatedAt.getTime(), id: row.id }) });
}

async function searchNotes(prisma: PrismaClient, userId: string, of: { query: string; limit: number }) {
  const wanted = searchQueryOf(of.query);
  if (wanted === null) return [];
  const rows = await prisma.$queryRaw<HitRow[]>(Prisma.sql`
    SELECT id, title, content, folder, revision, updated_at FROM notes
    WHERE user_id = ${userId} AND to_tsvector('simple', search_text) @@ to_tsquery('simple', ${wanted})
    ORDER BY updated_at DESC, id DESC LIMIT ${of.limit}`);
  return rows.map(
    (row): NoteHit => ({
      ...toSummary({ ...row, updatedAt: row.updated_at }),
      snippet: snippetOf(row.content, of.query),
    }),
  );
}

/** For an index: cheap to ask again, and in an order that can be gone on with. */
function createIndexSource(prisma: PrismaClient): Omit<NoteIndexSource, 'readWithBlocks'> {
  return {
    async changedSince(userId, { after, limit }) {
      const rows = await prisma.note.findMany({
        where: {
          userId,
          ...(after && {
            OR: [{ updatedAt: { gt: new Date(after.at) } }, { updatedAt: new Date(after.at), id: { gt: after.id } }],
          }),
        },
        orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
        take: limit,
        select: summaryColumns,
      });
      return rows.map(toSummary);
    },
    async existing(userId, noteIds) {
      const rows = await prisma.note.findMany({ where: { userId, id: { in: [...noteIds] } }, select: { id: true } });
      return rows.map(({ id }) => id);
    },
  };
}

export function createNoteStore(prisma: PrismaClient, { newId, now, text }: NoteDependencies): FullNoteStore {
  const writing = { prisma, text, now };
  const tree = createNoteFolders(prisma);
  return {
    tree,
    folders: tree.list,
    ...createIndexSource(prisma),

    async create(userId, note) {
      const [said, folder, at] = [textColumns(note), folderOf(note.folder ?? ''), new Date(now())];
      return await prisma.$transaction(async (transaction) => {
        await keepFolders(transaction, userId, folder);
        const row = await transaction.note.create({
          data: { id: newId('note'), userId, ...said, folder, blockRevision: 1, createdAt: at, updatedAt: at },
        });
        await writeBlocks(transaction, row, text.build(said.content, []));
        return toRecord(row);
      });
    },

    async read(userId, noteId) {
      const row = await prisma.note.findFirst({ where: { id: noteId, userId } });
      return row && toRecord(row);
    },

    readWithBlocks: (userId, noteId) => readNoteWithBlocks(writing, { userId, noteId }),
    list: (userId, page) => listNotes(prisma, userId, page),
    search: (userId, query, limit) => searchNotes(prisma, userId, { query, limit }),
    change: (userId, noteId, change) => changeNote(writing, { userId, noteId }, change),

    delete: (userId, noteId) =>
      deleteOnce(prisma, { userId, id: noteId }, async (transaction) => {
        const { count } = await transaction.note.deleteMany({ where: { id: noteId, userId } });
        return count;
      }),
  };
}
