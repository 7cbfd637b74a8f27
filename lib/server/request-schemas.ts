import 'server-only';
import { z } from 'zod';
import { decodePlace } from '@/lib/db/page-cursor';
import { metonaMemoryItemSchema, metonaMemorySourceSchema, metonaMemoryTypeSchema } from '@/lib/ir';
import { modelOverridesBody, providerSettingsBody } from './provider-settings';

/** What the routes of this floor parse; the description of the API is generated from the same schemas. */
const limit = (most: number, fallback: number) => z.coerce.number().int().min(1).max(most).default(fallback);
const cursor = z
  .string()
  .max(300)
  .refine((value) => decodePlace(value) !== null, 'is not a cursor of this list')
  .optional();
const text = (most: number) => z.string().trim().min(1).max(most);
const idText = z.string().min(1).max(200);
const fraction = z.number().min(0).max(1);

export const tokenParams = z.strictObject({ token: z.string() });
export const sharedFileParams = z.strictObject({ token: z.string(), file_id: idText });

export const pageQuery = z.strictObject({ limit: limit(200, 50), cursor });
const listQuery = z.strictObject({ limit: limit(200, 50), cursor, q: z.string().trim().max(400).optional() });
export const fileListQuery = z.strictObject({ limit: limit(200, 50), cursor, session_id: idText.optional() });
export const memoryListQuery = listQuery.extend({ status: metonaMemoryItemSchema.shape.status });
export const messagesQuery = z.strictObject({ limit: limit(100, 50), before: idText.optional() });
export const searchQuery = z.strictObject({ q: text(400), limit: limit(100, 30) });
export const exportQuery = z.strictObject({
  format: z.enum(['json', 'md']).default('json'),
  /** Of Markdown: whether what the model thought is in it, folded. */
  thinking: z.enum(['true', 'false']).default('true'),
});
export const importQuery = z.strictObject({ name: z.string().max(300).optional() });
export const importListQuery = z.strictObject({ cursor: z.string().max(500).optional() });

export const sessionCreateBody = z.strictObject({ title: text(200).optional() }).optional();
export const sessionPatchBody = z.strictObject({
  title: text(200).optional(),
  pinned: z.boolean().optional(),
  head_message_id: idText.optional(),
  /** Goes to where that branch was last; stays where it is when the message is shown already. */
  branch_message_id: idText.optional(),
  /** The end of the last run has been looked at. */
  seen: z.literal(true).optional(),
});
export const contextQuery = z.strictObject({ provider: idText.optional(), model: idText.optional() });
export const forkBody = z.strictObject({ message_id: idText });

const include = z
  .strictObject({ thinking: z.boolean(), tools: z.boolean(), files: z.boolean(), secrets: z.boolean() })
  .partial();
const passphrase = z.string().min(4).max(200);
const expiresIn = z.number().int().min(60).max(31_536_000).nullable();

export const shareCreateBody = z.strictObject({
  expires_in: expiresIn.optional(),
  passphrase: passphrase.nullable().optional(),
  label: text(100).nullable().optional(),
  include: include.default({}),
});
export const sharePatchBody = z.strictObject({
  publish: z.literal(true).optional(),
  new_url: z.literal(true).optional(),
  label: text(100).nullable().optional(),
  expires_in: expiresIn.optional(),
  passphrase: passphrase.nullable().optional(),
  include: include.optional(),
});
export const sharePreviewBody = z.strictObject({ include: include.default({}) });
export const unlockBody = z.strictObject({ passphrase: z.string().min(1).max(200) });

const expiresAt = z.number().int().positive().max(253_402_300_799_999);

export const memoryCreateBody = z.strictObject({
  type: metonaMemoryTypeSchema.default('semantic'),
  content: text(8000),
  summary: text(500).optional(),
  source: metonaMemorySourceSchema.default('user_input'),
  importance: fraction.default(0.5),
  expiresAt: expiresAt.optional(),
});
export const memoryPatchBody = z.strictObject({
  type: metonaMemoryTypeSchema.optional(),
  content: text(8000).optional(),
  summary: text(500).nullable().optional(),
  importance: fraction.optional(),
  status: metonaMemoryItemSchema.shape.status,
  expiresAt: expiresAt.nullable().optional(),
});

export const memoryCleanUpBody = z.strictObject({ ids: z.array(idText).max(1000).optional() }).optional();

/** A key travels in a header: one line of visible characters. */
const apiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,4096}$/, 'must be one line of visible characters');
const baseUrl = z.string().trim().min(1).max(2000);
const modelName = text(200);

export const providerPutBody = z.strictObject({
  api_key: apiKey.nullable().optional(),
  base_url: baseUrl.nullable().optional(),
  enabled: z.boolean().optional(),
  default_model: modelName.nullable().optional(),
  settings: providerSettingsBody.nullable().optional(),
  models: modelOverridesBody.nullable().optional(),
});
export const providerCreateBody = z.strictObject({
  name: text(100),
  base_url: baseUrl,
  api_key: apiKey.optional(),
  default_model: modelName.optional(),
});
export const providerTestBody = z.strictObject({ model: modelName.optional() }).optional();

export { apiKey as apiKeyText };
