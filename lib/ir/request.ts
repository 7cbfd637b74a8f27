import { z } from 'zod';
import { jsonObjectSchema } from './json-value';
import { metonaMessageSchema } from './message';
import { metonaToolDefSchema } from './tool-def';

/** `iteration` counts model steps from 1; `requestId` names one attempt; `timestamp` is Unix ms. */
export const metonaRequestMetaSchema = z.object({
  sessionId: z.string(),
  iteration: z.number().int(),
  requestId: z.string(),
  timestamp: z.number(),
  agentVersion: z.string(),
  runId: z.string().optional(),
});
export type MetonaRequestMeta = z.infer<typeof metonaRequestMetaSchema>;

/** The system prompt in parts; adapters join them, static parts first so that provider caches hit. */
export const metonaSystemPromptSchema = z.object({
  roleDefinition: z.string(),
  outputConstraints: z.string(),
  safetyGuidelines: z.string(),
  dynamicReminders: z.string().optional(),
});
export type MetonaSystemPrompt = z.infer<typeof metonaSystemPromptSchema>;

export const metonaThinkingEffortSchema = z.enum(['low', 'medium', 'high', 'max']);
export type MetonaThinkingEffort = z.infer<typeof metonaThinkingEffortSchema>;

/** Generation parameters. `temperature` defaults to 0 and is dropped for models that refuse it. */
export const metonaGenerationParamsSchema = z.object({
  maxTokens: z.number().int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().gt(0).max(1).optional(),
  stream: z.boolean().optional(),
  stopSequences: z.array(z.string().min(1)).max(4).optional(),
  thinkingEnabled: z.boolean().optional(),
  thinkingEffort: metonaThinkingEffortSchema.optional(),
});
export type MetonaGenerationParams = z.infer<typeof metonaGenerationParamsSchema>;

/**
 * Limits of one model call. `allowedTools` are offered and run, nothing else (`*`: all that are offered); of the calls in
 * one answer the first `maxToolCalls` run, the others are answered with an error; `timeoutMs` bounds the whole attempt.
 */
export const metonaConstraintsSchema = z.object({
  allowedTools: z.array(z.string()).optional(),
  maxToolCalls: z.number().int().positive().optional(),
  timeoutMs: z.number().int().positive().optional(),
});
export type MetonaConstraints = z.infer<typeof metonaConstraintsSchema>;

export const metonaToolChoiceSchema = z.union([z.enum(['auto', 'none', 'required']), z.object({ name: z.string() })]);
export type MetonaToolChoice = z.infer<typeof metonaToolChoiceSchema>;

export const metonaResponseFormatSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('json_object') }),
  z.object({ type: z.literal('json_schema'), name: z.string(), schema: jsonObjectSchema }),
]);
export type MetonaResponseFormat = z.infer<typeof metonaResponseFormatSchema>;

/** One model call as the runtime asks an adapter for it. */
export const metonaRequestSchema = z.object({
  meta: metonaRequestMetaSchema,
  model: z.string().min(1),
  systemPrompt: metonaSystemPromptSchema,
  messages: z.array(metonaMessageSchema),
  tools: z.array(metonaToolDefSchema).optional(),
  toolChoice: metonaToolChoiceSchema.optional(),
  responseFormat: metonaResponseFormatSchema.optional(),
  params: metonaGenerationParamsSchema,
  constraints: metonaConstraintsSchema.optional(),
});
export type MetonaRequest = z.infer<typeof metonaRequestSchema>;
