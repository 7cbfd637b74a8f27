import { z } from 'zod';
import { metonaErrorSchema } from './error';
import { metonaFinishReasonSchema } from './finish-reason';
import { metonaProviderStateSchema } from './message';
import { metonaToolCallSchema } from './tool-call';
import { metonaTokenUsageSchema } from './usage';

/** Speeds a local server reports about itself; times in ms. */
export const metonaPerfStatsSchema = z.object({
  loadDurationMs: z.number().optional(),
  promptEvalDurationMs: z.number().optional(),
  evalDurationMs: z.number().optional(),
  tokensPerSecond: z.number().optional(),
});
export type MetonaPerfStats = z.infer<typeof metonaPerfStatsSchema>;

/** `latencyMs` is end to end; `rawFinishReason` is the provider's own word; `providerRequestId` its request id. */
export const metonaResponseMetaSchema = z.object({
  requestId: z.string(),
  provider: z.string(),
  model: z.string(),
  latencyMs: z.number(),
  timestamp: z.number(),
  perfStats: metonaPerfStatsSchema.optional(),
  rawFinishReason: z.string().optional(),
  providerRequestId: z.string().optional(),
});
export type MetonaResponseMeta = z.infer<typeof metonaResponseMetaSchema>;

/**
 * A whole answer. When `error` is set the content is what had arrived, `finishReason` is `error` and there are no
 * `toolCalls`. `providerState` must be kept with the stored message and handed back to the same provider and model.
 */
export const metonaResponseSchema = z.object({
  meta: metonaResponseMetaSchema,
  content: z.string(),
  reasoningContent: z.string().optional(),
  structuredOutput: z.unknown().optional(),
  toolCalls: z.array(metonaToolCallSchema).optional(),
  usage: metonaTokenUsageSchema,
  finishReason: metonaFinishReasonSchema,
  error: metonaErrorSchema.optional(),
  providerState: metonaProviderStateSchema.optional(),
});
export type MetonaResponse = z.infer<typeof metonaResponseSchema>;
