import { z } from 'zod';
import { jsonObjectSchema } from './json-value';
import { metonaRenderSchema } from './tool-def';

/** Why a proposed call was not answered with success. */
export const MetonaToolErrorCode = {
  DENIED: 'denied',
  EXPIRED: 'expired',
  NOT_ALLOWED: 'not_allowed',
  UNKNOWN_TOOL: 'unknown_tool',
  INVALID_ARGS: 'invalid_args',
  TIMEOUT: 'timeout',
  CANCELLED: 'cancelled',
  OUTCOME_UNKNOWN: 'outcome_unknown',
  FAILED: 'failed',
} as const;
export const metonaToolErrorCodeSchema = z.enum(MetonaToolErrorCode);
export type MetonaToolErrorCode = z.infer<typeof metonaToolErrorCodeSchema>;

/**
 * A call a model proposed. `id` is minted by Metona (`tc_…`) and never repeats; the provider's own id is
 * `providerCallId`. When the argument text was not a JSON object, `args` is `{}`, `rawArgs` holds the text and
 * `parseError` says why; such a call is answered with an error and never executed.
 */
export const metonaToolCallSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  args: jsonObjectSchema,
  iteration: z.number().int(),
  timestamp: z.number(),
  providerCallId: z.string().optional(),
  rawArgs: z.string().optional(),
  parseError: z.string().optional(),
});
export type MetonaToolCall = z.infer<typeof metonaToolCallSchema>;

/**
 * The one answer to a call. `summary` is what the model reads, `result` is kept whole for people; times in ms.
 * `untrusted` marks what strangers wrote: from then on the sensitive permissions of that conversation ask every time.
 * `render` is the hint of the tool at that time, so that the result looks the same when the tool is gone.
 */
export const metonaToolResultSchema = z.object({
  toolCallId: z.string().min(1),
  toolName: z.string(),
  result: z.unknown(),
  summary: z.string().optional(),
  success: z.boolean(),
  error: z.string().optional(),
  errorCode: metonaToolErrorCodeSchema.optional(),
  durationMs: z.number().nonnegative(),
  timestamp: z.number(),
  untrusted: z.boolean().optional(),
  render: metonaRenderSchema.optional(),
});
export type MetonaToolResult = z.infer<typeof metonaToolResultSchema>;
