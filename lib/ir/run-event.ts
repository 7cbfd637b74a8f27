import { z } from 'zod';
import { metonaErrorSchema } from './error';
import { metonaMemoryItemSchema } from './memory';
import { metonaModelRefSchema, metonaStoredMessageSchema } from './message';
import { permissionRequestSchema, permissionStatusSchema, runLimitsSchema, runPhaseSchema } from './run';
import { metonaEventEnvelopeSchema, modelEventSchemas } from './stream-event';
import { metonaToolCallSchema, metonaToolResultSchema } from './tool-call';
import { metonaTokenUsageSchema } from './usage';

const of = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  metonaEventEnvelopeSchema.extend({ type: z.literal(type), ...shape });

const runtimeEventSchemas = [
  of('run_started', { provider: z.string(), model: z.string(), limits: runLimitsSchema }),
  of('phase', { phase: runPhaseSchema, until: z.number().optional() }),
  of('attempt_start', { attempt: z.number().int(), provider: z.string(), model: z.string() }),
  of('attempt_reset', { reason: z.string() }),
  of('retry_scheduled', { attempt: z.number().int(), delayMs: z.number(), error: metonaErrorSchema }),
  of('provider_switched', { from: metonaModelRefSchema, to: metonaModelRefSchema, error: metonaErrorSchema }),
  of('context_compressed', {
    beforeTokens: z.number(),
    afterTokens: z.number(),
    messagesFolded: z.number().int(),
    summaryMessageId: z.string(),
  }),
  of('memory_recalled', { items: z.array(metonaMemoryItemSchema) }),
  of('permission_required', { request: permissionRequestSchema }),
  metonaEventEnvelopeSchema.extend({
    type: z.literal('permission_resolved'),
    status: permissionStatusSchema,
    decidedBy: z.string().optional(),
    reason: z.string().optional(),
  }),
  of('tool_start', { toolCall: metonaToolCallSchema }),
  of('tool_progress', { toolCallId: z.string(), progress: z.number(), message: z.string().optional() }),
  of('tool_result', { toolResult: metonaToolResultSchema }),
  of('message_committed', { message: metonaStoredMessageSchema }),
  of('budget_warning', { kind: z.string(), used: z.number(), limit: z.number() }),
  of('snapshot', {
    messages: z.array(metonaStoredMessageSchema),
    openCalls: z.array(metonaToolCallSchema),
    pendingPermissions: z.array(permissionRequestSchema),
    phase: runPhaseSchema.nullable(),
    lastSeq: z.number().int(),
  }),
  of('run_completed', { output: z.string(), usage: metonaTokenUsageSchema }),
  of('run_failed', { error: metonaErrorSchema, usage: metonaTokenUsageSchema }),
  of('run_cancelled', { usage: metonaTokenUsageSchema }),
] as const;

/**
 * Everything the log of a run can hold: the nine model events and those of the runtime, in one envelope. In
 * `permission_resolved`, `requestId` is the id of the permission request; elsewhere it names the model attempt. Its
 * `reason` is what a person wrote beside the decision.
 */
export const runEventSchema = z.discriminatedUnion('type', [...modelEventSchemas, ...runtimeEventSchemas]);
export type RunEvent = z.infer<typeof runEventSchema>;
export type RunEventType = RunEvent['type'];

type WithoutEnvelope<E> = E extends RunEvent ? Omit<E, 'seq' | 'runId' | 'sessionId'> : never;

/** An event before the log gave it its place; run, session and seq are added by the log. */
export type RunEventDraft = WithoutEnvelope<RunEvent>;

/** True for the one event that ends a run's log. */
export function isTerminalEvent(event: { type: string }): boolean {
  return event.type === 'run_completed' || event.type === 'run_failed' || event.type === 'run_cancelled';
}
