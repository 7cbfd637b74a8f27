import 'server-only';
import type { NoteHit, NotePageRequest, NoteStore } from '@/lib/agent/ports';
import { Prisma, type PrismaClient } from './generated/client';
import { writeBlocks } from './note-blocks';
import { changeNote, lockNote, type NoteWriting, readNoteWithBlocks, refuseOutdated } from './note-changes';
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

export interface FullNoteStore extends NoteStore {
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

/** Only while it is what the one who deletes it has seen, if he says what that was. */
function deleteNote(prisma: PrismaClient, of: { userId: string; id: string }, baseRevision: number | undefined) {
  return deleteOnce(prisma, of, async (transaction) => {
    if (baseRevision !== undefined) {
      const row = await lockNote(transaction, of.userId, of.id);
      if (row !== null) refuseOutdated(row.revision, baseRevision);
    }
    const { count } = await transaction.note.deleteMany({ where: of });
    return count;
  });
}

export function createNoteStore(prisma: PrismaClient, { newId, now, text }: NoteDependencies): FullNoteStore {
  const writing = { prisma, text, now };
  const tree = createNoteFolders(prisma);
  return {
    tree,
    folders: tree.list,

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

    delete: (userId, noteId, baseRevision) => deleteNote(prisma, { userId, id: noteId }, baseRevision),
  };
}
