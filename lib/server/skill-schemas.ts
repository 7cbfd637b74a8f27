import 'server-only';
import { z } from 'zod';
import { skillLimits } from '@/lib/extensions/skills/skill-folder';

const file = z.strictObject({
  path: z.string().min(1).max(400),
  content: z.string().max(skillLimits.fileBytes),
});
const files = z.array(file).min(1).max(skillLimits.files);

/** Bytes of a request that carries a whole skill as JSON, where a character may take several. */
export const skillBodyBytes = skillLimits.totalBytes * 3;

export const skillCreateBody = z.strictObject({
  files,
  /** `upload`: it came as files of somebody's, and counts as text of strangers unless `trusted` says otherwise. */
  origin: z.enum(['written', 'upload']).default('written'),
  trusted: z.boolean().optional(),
});
export const skillPatchBody = z.strictObject({
  enabled: z.boolean().optional(),
  trusted: z.boolean().optional(),
  /** All files as they are from now on. */
  files: files.optional(),
});

const listedFile = z.object({ path: z.string(), size: z.number().int() });

export const skillViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  trusted: z.boolean(),
  origin: z.enum(['written', 'upload', 'plugin']),
  plugin_id: z.string().nullable(),
  size: z.number().int(),
  files: z.array(listedFile),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export const skillPageSchema = z.object({ items: z.array(skillViewSchema), next_cursor: z.null() });

/** One skill with everything its files hold and its front matter says. */
export const skillDetailSchema = skillViewSchema.extend({
  files: z.array(listedFile.extend({ content: z.string() })),
  license: z.string().nullable(),
  compatibility: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  /** Shown, and without any effect. */
  allowed_tools: z.array(z.string()),
});

export const skillTestSchema = z.object({
  ok: z.boolean(),
  problems: z.array(z.object({ severity: z.enum(['error', 'warning']), field: z.string(), message: z.string() })),
  /** Estimated: of its line in every request, of its text when it is loaded, and of its other files together. */
  tokens: z.object({ listed: z.number().int(), loaded: z.number().int(), files: z.number().int() }),
  /** The part of the prompt that names the skills, as it stands now; null while none is enabled. */
  prompt: z.string().nullable(),
  /** How what a model reads after `skills.load` begins. */
  loaded: z.string(),
});
