import { z } from 'zod';

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
