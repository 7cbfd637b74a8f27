import { z } from 'zod';
import { normalisePath, type WorkspacePathCheck } from './workspace-path';

export const noteBlockKindSchema = z.enum([
  'heading',
  'paragraph',
  'list',
  'code',
  'quote',
  'table',
  'math',
  'html',
  'rule',
]);
export type NoteBlockKind = z.infer<typeof noteBlockKindSchema>;

/**
 * One block of a note's Markdown, what a citation points at. `heading` are the headings above it, the outermost first,
 * without itself; `text` is its source; lines count from 1 and both belong to it. Blocks come in the order of the text,
 * and every line that is not blank is in exactly one. The id outlives edits: of the block itself as well as around it.
 */
export const noteBlockSchema = z.object({
  id: z.string(),
  kind: noteBlockKindSchema,
  heading: z.array(z.string()),
  text: z.string(),
  startLine: z.number().int().min(1),
  endLine: z.number().int().min(1),
});
export type NoteBlock = z.infer<typeof noteBlockSchema>;

/** Characters; what is longer is refused wherever a note is written. */
export const noteLimits = { titleChars: 200, contentChars: 200_000 } as const;

/**
 * The one spelling of a folder of notes: names joined by `/`, `''` for none. The rules are those of paths in a
 * workspace: nothing leads upwards, nothing is hidden, nothing is absolute.
 */
export function normaliseFolder(given: string): WorkspacePathCheck {
  return given.trim() === '' ? { ok: true, path: '' } : normalisePath(given);
}

/** The folders around a folder, the outermost first, itself last; none for `''`. */
export function folderLineOf(folder: string): string[] {
  if (folder === '') return [];
  const names = folder.split('/');
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}
