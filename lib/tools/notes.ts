import { z } from 'zod';
import type { NoteStore, RunnableTool } from '@/lib/agent/ports';
import { MetonaFailure } from '@/lib/ir';
import { defineTool } from './define-tool';

const idOf = z.string().regex(/^[\w-]{1,400}$/);

const createTool = (notes: NoteStore) =>
  defineTool({
    name: 'notes.create',
    description: 'Creates a note in Markdown in the notes of the user.',
    input: z.object({
      title: z.string().trim().min(1).max(200).describe('Title of the note'),
      content: z.string().max(200_000).default('').describe('Markdown text of the note'),
    }),
    category: 'database',
    riskLevel: 'medium',
    permission: 'notes.write',
    requiresPermission: true,
    idempotent: false,
    execute: async ({ title, content }, { userId }) => {
      const note = await notes.create(userId, { title, content });
      return { id: note.id, title: note.title };
    },
  });

const readTool = (notes: NoteStore) =>
  defineTool({
    name: 'notes.read',
    description: 'Reads one note of the user by its id.',
    input: z.object({ id: idOf.describe('Id of the note, as notes.list and notes.search show it') }),
    category: 'database',
    riskLevel: 'safe',
    permission: 'notes.read',
    maxResultChars: 60_000,
    execute: async ({ id }, { userId }) => {
      const note = await notes.read(userId, id);
      if (note) return { id: note.id, title: note.title, content: note.content };
      throw new MetonaFailure({ code: 'not_found', message: 'there is no note with this id', retryable: false });
    },
  });

const listTool = (notes: NoteStore) =>
  defineTool({
    name: 'notes.list',
    description: 'Lists the notes of the user, the most recently changed first.',
    input: z.object({
      limit: z.number().int().min(1).max(1000).default(50).describe('How many notes to list'),
      cursor: idOf.optional().describe('next_cursor of the page before'),
    }),
    category: 'database',
    riskLevel: 'safe',
    permission: 'notes.read',
    execute: async ({ limit, cursor }, { userId }) => {
      const page = await notes.list(userId, { limit, ...(cursor === undefined ? {} : { before: cursor }) });
      return { notes: page.items.map(({ id, title }) => ({ id, title })), next_cursor: page.nextCursor };
    },
  });

const searchTool = (notes: NoteStore) =>
  defineTool({
    name: 'notes.search',
    description: 'Searches titles and texts of the notes of the user.',
    input: z.object({
      query: z.string().trim().min(1).max(400).describe('Words to look for'),
      limit: z.number().int().min(1).max(50).default(10).describe('How many hits to return'),
    }),
    category: 'search',
    riskLevel: 'safe',
    permission: 'notes.read',
    execute: async ({ query, limit }, { userId }) => {
      const hits = await notes.search(userId, query, limit);
      return { hits: hits.map(({ id, title, snippet }) => ({ id, title, snippet })) };
    },
  });

export function createNoteTools(notes: NoteStore): RunnableTool[] {
  return [createTool(notes), readTool(notes), listTool(notes), searchTool(notes)];
}
