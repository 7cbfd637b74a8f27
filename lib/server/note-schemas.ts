import 'server-only';
import { z } from 'zod';
import { decodePlace } from '@/lib/db/page-cursor';
import { normaliseFolder, noteBlockKindSchema, noteLimits } from '@/lib/ir';

const title = z.string().trim().min(1).max(noteLimits.titleChars);
const content = z.string().max(noteLimits.contentChars);
const folder = z
  .string()
  .max(1600)
  .refine((given) => normaliseFolder(given).ok, 'is no name for a folder of notes, like Work/Ideas');
const namedFolder = folder.refine((given) => given.trim() !== '', 'may not be empty');

export const noteCreateBody = z.strictObject({ title, content: content.default(''), folder: folder.optional() });
export const notePatchBody = z.strictObject({
  title: title.optional(),
  content: content.optional(),
  folder: folder.optional(),
  base_revision: z.number().int().min(0).max(2_147_483_647).optional(),
});
export const noteListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z
    .string()
    .max(300)
    .refine((value) => decodePlace(value) !== null, 'is not a cursor of this list')
    .optional(),
  q: z.string().trim().max(400).optional(),
  folder: folder.optional(),
});
export const folderBody = z.strictObject({ path: namedFolder });
export const folderRenameBody = z.strictObject({ path: namedFolder, to: namedFolder });

const noteSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  folder: z.string(),
  revision: z.number().int(),
  updated_at: z.iso.datetime(),
});
export const noteViewSchema = noteSummarySchema.extend({
  content: z.string(),
  created_at: z.iso.datetime(),
  blocks: z.array(
    z.object({
      id: z.string(),
      kind: noteBlockKindSchema,
      heading: z.array(z.string()),
      start_line: z.number().int(),
      end_line: z.number().int(),
      text: z.string(),
    }),
  ),
});
export const notePageSchema = z.object({
  items: z.array(noteSummarySchema.extend({ snippet: z.string().optional() })),
  next_cursor: z.string().nullable(),
});
export const folderListSchema = z.object({
  items: z.array(z.object({ path: z.string(), notes: z.number().int() })),
});
