import { z } from 'zod';
import { metonaErrorSchema } from './error';
import { metonaFinishReasonSchema } from './finish-reason';
import { metonaToolCallSchema } from './tool-call';
import { metonaTokenUsageSchema } from './usage';

export const MetonaStreamEventType = {
  TEXT_DELTA: 'text_delta',
  REASONING_DELTA: 'reasoning_delta',
  TOOL_CALL_DELTA: 'tool_call_delta',
  TOOL_CALL_COMPLETE: 'tool_call_complete',
  THINKING_START: 'thinking_start',
  THINKING_END: 'thinking_end',
  ERROR: 'error',
  DONE: 'done',
  USAGE: 'usage',
} as const;
export type MetonaStreamEventType = (typeof MetonaStreamEventType)[keyof typeof MetonaStreamEventType];

/**
 * The envelope of every event. `seq` counts from 0 without gaps: per run inside a run, per request in `POST /api/chat`.
 * `requestId` names the model attempt (empty for events of the run itself); `timestamp` is Unix ms.
 */
export const metonaEventEnvelopeSchema = z.object({
  requestId: z.string(),
  sessionId: z.string(),
  iteration: z.number().int(),
  seq: z.number().int().nonnegative(),
  timestamp: z.number(),
  runId: z.string().optional(),
});
export type MetonaEventEnvelope = z.infer<typeof metonaEventEnvelopeSchema>;

/** A piece of a call while its arguments arrive; `id` is the minted id, `name` the IR name, `index` the order in the answer. */
export const metonaToolCallDeltaSchema = z.object({
  index: z.number().int().nonnegative(),
  id: z.string().optional(),
  name: z.string().optional(),
  argsDelta: z.string().optional(),
});
export type MetonaToolCallDelta = z.infer<typeof metonaToolCallDeltaSchema>;

const of = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  metonaEventEnvelopeSchema.extend({ type: z.literal(type), ...shape });

const modelEventSchemas = [
  of('text_delta', { delta: z.string().min(1) }),
  of('reasoning_delta', { delta: z.string().min(1) }),
  of('tool_call_delta', { toolCallDelta: metonaToolCallDeltaSchema }),
  of('tool_call_complete', { toolCall: metonaToolCallSchema }),
  of('thinking_start', {}),
  of('thinking_end', {}),
  of('usage', { usage: metonaTokenUsageSchema }),
  of('done', { finishReason: metonaFinishReasonSchema.optional() }),
  of('error', { error: metonaErrorSchema }),
] as const;

/**
 * What a model says, as it says it. Exactly one terminal event (`done` or `error`) ends an attempt and nothing follows
 * it; `usage` comes at most once, right before `done`; `thinking_start`/`thinking_end` are paired.
 */
export const metonaStreamEventSchema = z.discriminatedUnion('type', modelEventSchemas);
export type MetonaStreamEvent = z.infer<typeof metonaStreamEventSchema>;
export { modelEventSchemas };
