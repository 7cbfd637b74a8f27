import { z } from 'zod';
import type { NoteStore } from '@/lib/agent/ports';
import { defineTool } from '../define-tool';
import { noteFolder, toFacts } from './note-fields';

export const listNotes = (notes: NoteStore) =>
  defineTool({
    name: 'notes.list',
    description: 'Lists the notes of the user, the most recently changed first, and the folders there are.',
    input: z.object({
      folder: noteFolder.optional().describe('Only notes in this folder; "" for those in none; leave out for all'),
      limit: z.number().int().min(1).max(1000).default(50).describe('How many notes to list'),
      cursor: z
        .string()
        .regex(/^[\w-]{1,400}$/)
        .optional()
        .describe('next_cursor of the page before'),
    }),
    category: 'database',
    riskLevel: 'safe',
    permission: 'notes.read',
    // A title is soon pasted, or made of what a model has read.
    returnsUntrusted: true,
    execute: async ({ folder, limit, cursor }, { userId }) => {
      const [page, folders] = await Promise.all([
        notes.list(userId, { limit, before: cursor, folder }),
        cursor === undefined ? notes.folders(userId) : [],
      ]);
      return {
        notes: page.items.map((note) => ({ ...toFacts(note), updated_at: new Date(note.updatedAt).toISOString() })),
        ...(cursor === undefined && { folders: folders.filter(({ path }) => path !== '') }),
        next_cursor: page.nextCursor,
      };
    },
  });

export const searchNotes = (notes: NoteStore) =>
  defineTool({
    name: 'notes.search',
    description: 'Searches titles and texts of the notes of the user. A note is found when it holds all the words.',
    input: z.object({
      query: z.string().trim().min(1).max(400).describe('Words to look for'),
      limit: z.number().int().min(1).max(50).default(10).describe('How many hits to return'),
    }),
    category: 'search',
    riskLevel: 'safe',
    permission: 'notes.read',
    // Hits carry passages of the notes.
    returnsUntrusted: true,
    execute: async ({ query, limit }, { userId }) => {
      const hits = await notes.search(userId, query, limit);
      return { hits: hits.map((hit) => ({ ...toFacts(hit), snippet: hit.snippet })) };
    },
  });
