import { z } from 'zod';
import { metonaErrorSchema } from './error';
import { metonaModelRefSchema, metonaRoleSchema } from './message';
import { metonaGenerationParamsSchema } from './request';
import { metonaPerfStatsSchema } from './response';
import { metonaTokenUsageSchema } from './usage';

const isoTime = z.iso.datetime();
const count = z.number().int().nonnegative();

/** Text as a trace shows it: secrets hidden, the middle of a long one left out. `chars` counts the whole. */
export const traceTextSchema = z.object({ text: z.string(), chars: count, truncated: z.boolean() });
export type TraceText = z.infer<typeof traceTextSchema>;

/** What tokens cost by the price list at that time; `as_of` is the day of the list, where that is known. */
export const traceCostSchema = z.object({
  amount: z.number().nonnegative(),
  currency: z.string(),
  as_of: z.string().optional(),
});
export type TraceCost = z.infer<typeof traceCostSchema>;

/** A message as it was sent; `id` is null for what is not stored among the messages, such as recalled memories. */
export const traceMessageSchema = traceTextSchema.extend({
  id: z.string().nullable(),
  role: metonaRoleSchema,
  /** Names of the calls it makes, in order. */
  tool_calls: z.array(z.string()).optional(),
  /** The call it answers. */
  call_id: z.string().optional(),
  images: count.optional(),
});
export type TraceMessage = z.infer<typeof traceMessageSchema>;

/** What one attempt sent, put together again from the rows it was built of. `truncated`: not all of it is here. */
export const traceRequestSchema = z.object({
  system_prompt: traceTextSchema,
  messages: z.array(traceMessageSchema),
  /** Older messages that were sent and are not listed here. */
  messages_omitted: count,
  /** The summary that stood for all before it. */
  summary_message_id: z.string().nullable(),
  memory_ids: z.array(z.string()),
  tools: z.array(z.string()),
  /** Changes when any of the tools changes its name or parameters. */
  tools_hash: z.string().nullable(),
  params: metonaGenerationParamsSchema,
  estimated_tokens: count,
  context_window: count,
  truncated: z.boolean(),
});
export type TraceRequest = z.infer<typeof traceRequestSchema>;

/** What came back; `message_id` when it was stored among the messages. */
export const traceResponseSchema = z.object({
  message_id: z.string().nullable(),
  content: traceTextSchema,
  reasoning: traceTextSchema.nullable(),
  tool_calls: z.array(z.object({ id: z.string(), name: z.string(), args: traceTextSchema })),
  finish_reason: z.string().nullable(),
  truncated: z.boolean(),
});
export type TraceResponse = z.infer<typeof traceResponseSchema>;

const attemptDetailSchema = z.object({
  attempt: z.number().int(),
  purpose: z.enum(['chat', 'summary']),
  provider: z.string(),
  model: z.string(),
  requestId: z.string().nullable(),
  usage: metonaTokenUsageSchema.nullable(),
  cost: traceCostSchema.nullable(),
  error: metonaErrorSchema.nullable(),
  first_token_at: isoTime.nullable(),
  request: traceRequestSchema.nullable(),
  response: traceResponseSchema.nullable(),
  /** Fallbacks that were passed over after it. */
  skipped: z.array(metonaModelRefSchema.extend({ reason: z.string() })).optional(),
  latencyMs: z.number().optional(),
  perfStats: metonaPerfStatsSchema.optional(),
  finishReason: z.string().optional(),
  rawFinishReason: z.string().optional(),
  providerRequestId: z.string().optional(),
});

const toolDetailSchema = z.object({
  call_id: z.string(),
  /** What ran; `proposed_args` is what the model had asked for before a person edited it. */
  args: z.unknown(),
  proposed_args: z.unknown().optional(),
  result: z.unknown(),
  /** Arguments or result were too large to be shown whole; then they are a text. */
  truncated: z.boolean(),
});

/** `reason`: why the person was asked; `decision_reason`: what he wrote beside his answer. */
const waitDetailSchema = z.object({
  call_id: z.string(),
  permission: z.string(),
  reason: z.string().nullable(),
  decision_reason: z.string().nullable(),
});

/** Folding older turns; the attempts of the summary are spans below it. Null where it made nothing shorter. */
const compressionDetailSchema = z.object({
  before_tokens: count.nullable(),
  after_tokens: count.nullable(),
  messages_folded: count.nullable(),
  summary_message_id: z.string().nullable(),
  usage: metonaTokenUsageSchema.nullable(),
  cost: traceCostSchema.nullable(),
});

/** The pause before a model is asked again; `attempt` is the one that follows it. */
const backoffDetailSchema = metonaModelRefSchema.extend({
  attempt: z.number().int(),
  error: metonaErrorSchema.nullable(),
});

/** Another model takes over. `because` is the code of what was wrong with the one it left. */
const switchDetailSchema = z.object({
  from: metonaModelRefSchema,
  to: metonaModelRefSchema,
  because: z.string().nullable(),
  error: metonaErrorSchema.nullable(),
});

/** Nothing was done: the run waited for its turn, or the process that worked on it was gone. */
const pauseDetailSchema = z.object({ reason: z.enum(['queue', 'interrupted']) });

const of = <K extends string, D extends z.ZodType>(kind: K, detail: D) =>
  z.object({
    id: z.string(),
    /** The span it is a part of. */
    parent_id: z.string().nullable(),
    kind: z.literal(kind),
    name: z.string(),
    step: z.number().int(),
    status: z.string(),
    started_at: isoTime,
    ended_at: isoTime.nullable(),
    detail,
  });

/**
 * One stretch of a run in the order of `started_at`; times are ISO 8601, `ended_at` is null while it goes on. No text in
 * it holds a known secret or what looks like a key.
 */
export const traceSpanSchema = z.discriminatedUnion('kind', [
  of('attempt', attemptDetailSchema),
  of('tool', toolDetailSchema),
  of('wait', waitDetailSchema),
  of('compression', compressionDetailSchema),
  of('switch', switchDetailSchema),
  of('backoff', backoffDetailSchema),
  of('pause', pauseDetailSchema),
]);
export type TraceSpan = z.infer<typeof traceSpanSchema>;
export type TraceSpanOf<K extends TraceSpan['kind']> = Extract<TraceSpan, { kind: K }>;

export const runTraceSchema = z.object({ spans: z.array(traceSpanSchema) });
