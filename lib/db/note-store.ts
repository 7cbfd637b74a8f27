import 'server-only';
import type { NoteHit, NoteRecord, NoteStore, NoteSummary } from '@/lib/agent/ports';
import { Prisma, type PrismaClient } from './generated/client';
import type { NoteModel } from './generated/models';
import { decodePlace, toPage } from './page-cursor';
import { searchQueryOf, searchTextOf, snippetOf } from './search-text';
import { storableText } from './storable';
import { deleteOnce } from './tombstone-store';

export interface RecordDependencies {
  readonly newId: (prefix: 'note' | 'mem') => string;
  readonly now: () => number;
}

export interface NotePatch {
  readonly title?: string | undefined;
  readonly content?: string | undefined;
}

const toSummary = (row: Pick<NoteModel, 'id' | 'title' | 'updatedAt'>): NoteSummary => ({
  id: row.id,
  title: row.title,
  updatedAt: row.updatedAt.getTime(),
});
const toRecord = (row: NoteModel): NoteRecord => ({
  ...toSummary(row),
  content: row.content,
  createdAt: row.createdAt.getTime(),
});

interface HitRow {
  id: string;
  title: string;
  content: string;
  updated_at: Date;
}

export interface FullNoteStore extends NoteStore {
  update(userId: string, noteId: string, patch: NotePatch): Promise<NoteRecord | null>;
  /** False when no such note was ever the user's. */
  delete(userId: string, noteId: string): Promise<boolean>;
}

export function createNoteStore(prisma: PrismaClient, { newId, now }: RecordDependencies): FullNoteStore {
  const read = (userId: string, noteId: string) => prisma.note.findFirst({ where: { id: noteId, userId } });

  return {
    async create(userId, note) {
      const [title, content] = [storableText(note.title), storableText(note.content)];
      const at = new Date(now());
      const searchText = searchTextOf(`${title}\n${content}`);
      return toRecord(
        await prisma.note.create({
          data: { id: newId('note'), userId, title, content, searchText, createdAt: at, updatedAt: at },
        }),
      );
    },

    async read(userId, noteId) {
      const row = await read(userId, noteId);
      return row && toRecord(row);
    },

    async list(userId, { limit, before }) {
      const place = before === undefined ? null : decodePlace(before);
      if (before !== undefined && place === null) return { items: [], nextCursor: null };
      const rows = await prisma.note.findMany({
        where: {
          userId,
          ...(place && {
            OR: [{ updatedAt: { lt: new Date(place.at) } }, { updatedAt: new Date(place.at), id: { lt: place.id } }],
          }),
        },
        orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
        take: limit + 1,
        select: { id: true, title: true, updatedAt: true },
      });
      return toPage(rows, limit, { item: toSummary, place: (row) => ({ at: row.updatedAt.getTime(), id: row.id }) });
    },

    async search(userId, query, limit): Promise<NoteHit[]> {
      const wanted = searchQueryOf(query);
      if (wanted === null) return [];
      const rows = await prisma.$queryRaw<HitRow[]>(Prisma.sql`
        SELECT id, title, content, updated_at FROM notes
        WHERE user_id = ${userId} AND to_tsvector('simple', search_text) @@ to_tsquery('simple', ${wanted})
        ORDER BY updated_at DESC, id DESC LIMIT ${limit}`);
      return rows.map((row) => ({
        id: row.id,
        title: row.title,
        updatedAt: row.updated_at.getTime(),
        snippet: snippetOf(row.content, query),
      }));
    },

    async update(userId, noteId, patch) {
      const row = await read(userId, noteId);
      if (row === null) return null;
      const title = storableText(patch.title ?? row.title);
      const content = storableText(patch.content ?? row.content);
      const data = { title, content, searchText: searchTextOf(`${title}\n${content}`), updatedAt: new Date(now()) };
      const { count } = await prisma.note.updateMany({ where: { id: noteId, userId }, data });
      return count === 0 ? null : toRecord({ ...row, ...data });
    },

    delete: (userId, noteId) =>
      deleteOnce(prisma, { userId, id: noteId }, async (transaction) => {
        const { count } = await transaction.note.deleteMany({ where: { id: noteId, userId } });
        return count;
      }),
  };
}
