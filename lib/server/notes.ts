import 'server-only';
import { z } from 'zod';
import type { NoteRecord, NoteSummary } from '@/lib/agent/ports';
import type { FullNoteStore, NotePatch } from '@/lib/db/note-store';
import { notFound } from './http/problem';
import { isoOf } from './session-view';

const noteSummarySchema = z.object({ id: z.string(), title: z.string(), updated_at: z.iso.datetime() });
export const noteViewSchema = noteSummarySchema.extend({ content: z.string(), created_at: z.iso.datetime() });
export const notePageSchema = z.object({
  items: z.array(noteSummarySchema.extend({ snippet: z.string().optional() })),
  next_cursor: z.string().nullable(),
});

const toSummary = (note: NoteSummary) => ({ id: note.id, title: note.title, updated_at: isoOf(note.updatedAt) });
const toView = (note: NoteRecord) => ({ ...toSummary(note), content: note.content, created_at: isoOf(note.createdAt) });

export function createNotes(notes: FullNoteStore) {
  const present = (note: NoteRecord | null) => {
    if (note === null) throw notFound();
    return toView(note);
  };

  return {
    async list(userId: string, page: { limit: number; cursor?: string | undefined; q?: string | undefined }) {
      if (page.q) {
        const hits = await notes.search(userId, page.q, page.limit);
        return { items: hits.map((hit) => ({ ...toSummary(hit), snippet: hit.snippet })), next_cursor: null };
      }
      const { limit, cursor } = page;
      const { items, nextCursor } = await notes.list(userId, {
        limit,
        ...(cursor !== undefined && { before: cursor }),
      });
      return { items: items.map(toSummary), next_cursor: nextCursor };
    },
    create: async (userId: string, note: { title: string; content: string }) =>
      toView(await notes.create(userId, note)),
    get: async (userId: string, noteId: string) => present(await notes.read(userId, noteId)),
    update: async (userId: string, noteId: string, patch: NotePatch) =>
      present(await notes.update(userId, noteId, patch)),
    async delete(userId: string, noteId: string): Promise<void> {
      if (!(await notes.delete(userId, noteId))) throw notFound();
    },
  };
}
