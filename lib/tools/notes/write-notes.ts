import { z } from 'zod';
import type { NoteEdit, NoteStore } from '@/lib/agent/ports';
import { defineTool } from '../define-tool';
import { blockId, fail, noteContent, noteFolder, noteId, noteTitle, present, toFacts } from './note-fields';

/** Writing asks, unless the user has said otherwise. */
const writing = {
  category: 'database',
  riskLevel: 'medium',
  permission: 'notes.write',
  requiresPermission: true,
  // The model is told about the note, not what is in it.
  returnsUntrusted: false,
} as const;

export const createNote = (notes: NoteStore) =>
  defineTool({
    ...writing,
    name: 'notes.create',
    description: 'Creates a note in Markdown in the notes of the user.',
    input: z.object({
      title: noteTitle.describe('Title of the note'),
      content: noteContent.default('').describe('Markdown text of the note'),
      folder: noteFolder.default('').describe('Folder to put it in, like Work/Ideas; it is made if there is none'),
    }),
    idempotent: false,
    execute: async (note, { userId }) => toFacts(await notes.create(userId, note)),
  });

const updateInput = z.object({
  id: noteId,
  title: noteTitle.optional().describe('New title'),
  content: noteContent
    .optional()
    .describe('Markdown. Replaces the whole text, unless block_id or append says otherwise'),
  block_id: blockId.optional().describe('Replace only this block of the note, as notes.read shows it'),
  append: z.boolean().default(false).describe('Add content at the end instead of replacing the text'),
  revision: z
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .describe('Revision that notes.read showed: if the note was changed since, nothing is done'),
});

/** Which note it is, and at which revision, in one line. */
const basisOf = (notes: NoteStore) => async (args: { id: string }, of: { userId: string }) =>
  `${(await notes.read(of.userId, args.id))?.revision ?? '-'} ${args.id}`;

/** The revision the user was asked about, unless he chose another note since. */
function revisionAsked(basis: string | undefined, id: string): number | undefined {
  const [, revision, asked] = /^(\d+) (.*)$/s.exec(basis ?? '') ?? [];
  return revision === undefined || asked !== id ? undefined : Number(revision);
}

/** What a change is made from: what the model read and what the user saw must be the same. */
function baseOf(args: { id: string; revision?: number | undefined }, basis: string | undefined): number | undefined {
  const asked = revisionAsked(basis, args.id);
  if (args.revision === undefined || asked === undefined || args.revision === asked) return args.revision ?? asked;
  throw fail('conflict', 'The note was changed meanwhile. Read it again.');
}

function editOf({ content, block_id: block, append }: z.output<typeof updateInput>): NoteEdit | undefined {
  if (block !== undefined && append) throw fail('invalid_request', 'block_id and append cannot go together');
  if (content === undefined && (block !== undefined || append)) throw fail('invalid_request', 'content is missing');
  if (content === undefined) return undefined;
  if (block !== undefined) return { kind: 'block', blockId: block, content };
  return { kind: append ? 'append' : 'replace', content };
}

export const updateNote = (notes: NoteStore) =>
  defineTool({
    ...writing,
    name: 'notes.update',
    description:
      'Changes title or text of a note of the user: the whole text, one block, or what comes after it. Read the note first and give its revision.',
    input: updateInput,
    idempotent: false,
    basisOf: basisOf(notes),
    execute: async (args, { userId, basis }) => {
      const edit = editOf(args);
      if (edit === undefined && args.title === undefined) throw fail('invalid_request', 'nothing to change was given');
      const change = { title: args.title, edit, baseRevision: baseOf(args, basis) };
      return toFacts(present(await notes.change(userId, args.id, change)));
    },
  });

export const moveNote = (notes: NoteStore) =>
  defineTool({
    ...writing,
    name: 'notes.move',
    description: 'Moves a note of the user to another folder.',
    input: z.object({
      id: noteId,
      folder: noteFolder.describe('Folder to move it to, like Work/Ideas; "" for none; it is made if there is none'),
    }),
    execute: async ({ id, folder }, { userId }) => toFacts(present(await notes.change(userId, id, { folder }))),
  });

export const deleteNote = (notes: NoteStore) =>
  defineTool({
    ...writing,
    name: 'notes.delete',
    description: 'Deletes a note of the user for good.',
    input: z.object({ id: noteId }),
    riskLevel: 'high',
    permission: 'notes.delete',
    basisOf: basisOf(notes),
    execute: async ({ id }, { userId, basis }) => {
      const note = await notes.read(userId, id);
      if (!(await notes.delete(userId, id, revisionAsked(basis, id)))) present(null);
      return { deleted: { id, title: note?.title ?? '' } };
    },
  });
