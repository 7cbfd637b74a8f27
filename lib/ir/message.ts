import { z } from 'zod';
import { metonaToolCallSchema, metonaToolResultSchema } from './tool-call';

const imageUrl = z
  .string()
  .regex(
    /^(https?:\/\/\S+|data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+)$/,
    'must be an http(s) URL or a base64 image data URI',
  );

/** An image beside a message's text: a public URL or a base64 data URI (png, jpeg, gif, webp). */
export const metonaImageContentSchema = z.object({
  url: imageUrl,
  detail: z.enum(['low', 'high', 'auto']).optional(),
});
export type MetonaImageContent = z.infer<typeof metonaImageContentSchema>;

export const metonaRoleSchema = z.enum(['system', 'user', 'assistant', 'tool']);
export type MetonaRole = z.infer<typeof metonaRoleSchema>;

/** `{provider, model}`: who was asked, or who answered. */
export const metonaModelRefSchema = z.object({ provider: z.string(), model: z.string() });
export type MetonaModelRef = z.infer<typeof metonaModelRefSchema>;

/** Opaque replay data; only the adapter that wrote it reads it, and it is dropped when provider or model change. */
export const metonaProviderStateSchema = z.object({ provider: z.string(), model: z.string(), data: z.unknown() });
export type MetonaProviderState = z.infer<typeof metonaProviderStateSchema>;

export const metonaMessageStatusSchema = z.enum(['complete', 'partial', 'summary']);
export type MetonaMessageStatus = z.infer<typeof metonaMessageStatusSchema>;

/**
 * One message of a conversation, whatever its role. `timestamp` is Unix ms. `reasoningContent` and `toolCalls` belong
 * to assistant messages, `toolResult` to tool messages. `because` in `answeredBy` says why another model than the chosen
 * one, `from`, answered.
 */
export const metonaMessageSchema = z.object({
  id: z.string().optional(),
  role: metonaRoleSchema,
  content: z.string(),
  reasoningContent: z.string().optional(),
  toolCalls: z.array(metonaToolCallSchema).optional(),
  toolResult: metonaToolResultSchema.optional(),
  timestamp: z.number(),
  iteration: z.number().int().optional(),
  images: z.array(metonaImageContentSchema).optional(),
  providerState: metonaProviderStateSchema.optional(),
  answeredBy: metonaModelRefSchema
    .extend({ because: z.string().optional(), from: metonaModelRefSchema.optional() })
    .optional(),
  status: metonaMessageStatusSchema.optional(),
});
export type MetonaMessage = z.infer<typeof metonaMessageSchema>;

/**
 * Where text of strangers comes from: a copied message from outside, a summary also from what a tool brought into the
 * turns it covers, and a message with which files came: their names are told to the model before any tool reads them.
 */
export const metonaMessageOriginSchema = z.enum(['share', 'import', 'tool', 'file']);
export type MetonaMessageOrigin = z.infer<typeof metonaMessageOriginSchema>;

/**
 * A message as stored and as `GET /api/sessions/{id}/messages` shows it. `parentId` is null at the root of the tree;
 * `reasoningMs` is how long the model thought, in ms; `origin` marks what was copied from outside;
 * `tokenEstimate` is a rough count, where a reader asked for it.
 */
export const metonaStoredMessageSchema = metonaMessageSchema.extend({
  id: z.string(),
  parentId: z.string().nullable(),
  runId: z.string().nullable(),
  reasoningMs: z.number().int().nonnegative().optional(),
  tokenEstimate: z.number().int().nonnegative().optional(),
  origin: metonaMessageOriginSchema.optional(),
});
export type MetonaStoredMessage = z.infer<typeof metonaStoredMessageSchema>;
