import 'server-only';
import type { z } from 'zod';
import type { NoteRecord, NoteSummary } from '@/lib/agent/ports';
import type { FullNoteStore } from '@/lib/db/note-store';
import type { NoteBlock } from '@/lib/ir';
import { conflict, isFailure, notFound } from './http/problem';
import type { noteCreateBody, noteListQuery, notePatchBody, noteViewSchema } from './note-schemas';
import { isoOf } from './session-view';

const toSummary = (note: NoteSummary) => ({
  id: note.id,
  title: note.title,
  folder: note.folder,
  revision: note.revision,
  updated_at: isoOf(note.updatedAt),
});

const toBlock = ({ id, kind, heading, startLine, endLine, text }: NoteBlock) => ({
  id,
  kind,
  heading,
  start_line: startLine,
  end_line: endLine,
  text,
});

const toView = (note: NoteRecord, blocks: readonly NoteBlock[]): z.infer<typeof noteViewSchema> => ({
  ...toSummary(note),
  content: note.content,
  created_at: isoOf(note.createdAt),
  blocks: blocks.map(toBlock),
});

/** The notes of a user as people see and handle them. */
export function createNotes(notes: FullNoteStore) {
  async function get(userId: string, noteId: string) {
    const found = await notes.readWithBlocks(userId, noteId);
    if (found === null) throw notFound();
    return toView(found.note, found.blocks);
  }

  return {
    get,
    async list(userId: string, { q, limit, cursor, folder }: z.output<typeof noteListQuery>) {
      if (q) {
        const hits = await notes.search(userId, q, limit);
        return { items: hits.map((hit) => ({ ...toSummary(hit), snippet: hit.snippet })), next_cursor: null };
      }
      const { items, nextCursor } = await notes.list(userId, { limit, before: cursor, folder });
      return { items: items.map(toSummary), next_cursor: nextCursor };
    },
    async create(userId: string, note: z.output<typeof noteCreateBody>) {
      return await get(userId, (await notes.create(userId, note)).id);
    },
    async update(userId: string, noteId: string, patch: z.output<typeof notePatchBody>) {
      const { title, content, folder, base_revision: baseRevision } = patch;
      const edit = content === undefined ? undefined : ({ kind: 'replace', content } as const);
      try {
        if ((await notes.change(userId, noteId, { title, folder, edit, baseRevision })) === null) throw notFound();
      } catch (thrown) {
        if (!isFailure(thrown) || thrown.error.code !== 'conflict' || baseRevision === undefined) throw thrown;
        throw conflict(thrown.error.message, await get(userId, noteId));
      }
      return await get(userId, noteId);
    },
    async delete(userId: string, noteId: string): Promise<void> {
      if (!(await notes.delete(userId, noteId))) throw notFound();
    },
    folders: async (userId: string) => ({ items: await notes.folders(userId) }),
    createFolder: async (userId: string, path: string) => ({ path: await notes.tree.create(userId, path) }),
    async renameFolder(userId: string, { path, to }: { path: string; to: string }) {
      const renamed = await notes.tree.rename(userId, { from: path, to });
      if (renamed === null) throw notFound();
      return { path: renamed };
    },
    async deleteFolder(userId: string, path: string): Promise<void> {
      if (!(await notes.tree.remove(userId, path))) throw notFound();
    },
  };
}
