import 'server-only';
import { z } from 'zod';
import {
  metonaConstraintsSchema,
  metonaGenerationParamsSchema,
  metonaImageContentSchema,
  metonaSystemPromptSchema,
  permissionDecisionSchema,
  runStatusSchema,
} from '@/lib/ir';

const ONE_DAY_MS = 24 * 60 * 60 * 1000;
/** PostgreSQL has no text with a NUL in it, so nothing can have such a name. */
const name = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((text) => !text.includes('\0'), 'must not contain a NUL');
const id = name(200);
const image = metonaImageContentSchema.strict();
const params = metonaGenerationParamsSchema.strict();
const toolNames = z.array(z.string().min(1).max(200)).max(500);
/** What each model call of a run is held to; nothing in it widens what the run may do. */
const constraints = metonaConstraintsSchema.extend({
  allowedTools: toolNames.optional(),
  maxToolCalls: z.number().int().min(1).max(100).optional(),
  timeoutMs: z.number().int().min(100).max(ONE_DAY_MS).optional(),
});

/** Bodies and queries of the AI-core calls, as the handlers parse them and the API description shows them. */
export const createRunBody = z.strictObject({
  input: z.string().min(1),
  provider_id: id.optional(),
  model: name(300).optional(),
  session_id: id.optional(),
  allowed_tools: toolNames.optional(),
  max_steps: z.number().int().min(1).max(100).default(10),
  timeout_ms: z.number().int().min(100).max(ONE_DAY_MS).default(600_000),
  token_budget: z.number().int().positive().optional(),
  params: params.optional(),
  constraints: constraints.strict().optional(),
  images: z.array(image).max(20).optional(),
  /** Ids of uploaded files that come with the message. */
  files: z.array(id).max(50).optional(),
  system_prompt: z.union([z.string().max(100_000), metonaSystemPromptSchema.strict()]).optional(),
  idempotency_key: id.optional(),
  parent_message_id: id.nullable().optional(),
  replaces_message_id: id.optional(),
});
export type CreateRunBody = z.infer<typeof createRunBody>;

export const runListQuery = z.strictObject({
  session_id: id.optional(),
  status: runStatusSchema.optional(),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type RunListQuery = z.infer<typeof runListQuery>;

export const permissionListQuery = z.strictObject({ status: z.literal('open').default('open') });

/** A message for a run that is going on. */
export const steerBody = z.strictObject({ input: z.string().min(1) });

export const decisionBody = z.strictObject({
  decision: permissionDecisionSchema,
  reason: z.string().max(2_000).optional(),
  args: z.record(z.string(), z.unknown()).optional(),
});

export const chatBody = z.strictObject({
  provider_id: id,
  model: name(300),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['system', 'user', 'assistant']),
        content: z.string(),
        images: z.array(image).max(20).optional(),
      }),
    )
    .min(1)
    .max(1_000),
  system_prompt: z.union([z.string().max(100_000), metonaSystemPromptSchema.strict()]).optional(),
  params: params.optional(),
});
export type ChatBody = z.infer<typeof chatBody>;

export const runParams = z.strictObject({ run_id: id });
export const permissionParams = z.strictObject({ run_id: id, request_id: id });
export const summaryParams = z.strictObject({ id, message_id: id });

/** What a person makes of a summary. */
export const summaryBody = z.strictObject({ content: z.string().trim().min(1).max(100_000) });
