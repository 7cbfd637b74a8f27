import { z } from 'zod';
import { metonaErrorCodeSchema, metonaErrorSchema } from './error';
import { metonaMemoryItemSchema } from './memory';
import { metonaModelRefSchema } from './message';
import { metonaConstraintsSchema } from './request';
import { metonaToolCallSchema, metonaToolResultSchema } from './tool-call';
import { metonaRiskLevelSchema, metonaToolDefSchema } from './tool-def';
import { metonaTokenUsageSchema } from './usage';

export const RunStatus = {
  QUEUED: 'queued',
  RUNNING: 'running',
  WAITING_PERMISSION: 'waiting_permission',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
} as const;
export const runStatusSchema = z.enum(RunStatus);
export type RunStatus = z.infer<typeof runStatusSchema>;

/** Terminal is final: a run in one of these never changes again. */
export function isTerminalStatus(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** What a person sees a run doing; carried by `phase` events. */
export const runPhaseSchema = z.enum([
  'queued',
  'building_context',
  'compressing',
  'calling_model',
  'executing_tools',
  'waiting_permission',
  'retry_backoff',
]);
export type RunPhase = z.infer<typeof runPhaseSchema>;

/** `timeout_ms` is active time: waiting for a person does not count. `token_budget` counts input + output of all attempts. */
export const runLimitsSchema = z.object({
  max_steps: z.number().int(),
  max_tool_calls: z.number().int(),
  timeout_ms: z.number().int(),
  token_budget: z.number().int().nullable(),
});
export type RunLimits = z.infer<typeof runLimitsSchema>;

export const permissionStatusSchema = z.enum([
  'open',
  'allowed_once',
  'allowed_session',
  'denied',
  'expired',
  'cancelled',
]);
export type PermissionStatus = z.infer<typeof permissionStatusSchema>;

export const permissionDecisionSchema = z.enum(['allow_once', 'allow_session', 'deny']);
export type PermissionDecision = z.infer<typeof permissionDecisionSchema>;

const isoTime = z.iso.datetime();

/** Why a person is asked. */
export const PermissionReason = {
  /** The tool's risk or permission asks as long as no rule and no grant says otherwise. */
  DEFAULT: 'asks_by_default',
  /** A rule of the user says so. */
  POLICY: 'policy_confirm',
  /** What is critical, and the use of secrets, asks every time. */
  ALWAYS: 'always_asks',
  /** Text of strangers has entered the conversation; grants and rules that allow do not count any more. */
  UNTRUSTED: 'untrusted_content',
  /** The same call was made again and again. */
  REPEATED: 'repeated_call',
} as const;
export const permissionReasonSchema = z.enum(PermissionReason);
export type PermissionReason = z.infer<typeof permissionReasonSchema>;

/** What exactly `allow_session` would cover; `host` for tools that reach the network. Null when it is not offered. */
export const grantScopeSchema = z.object({ session_id: z.string(), tool: z.string(), host: z.string().optional() });
export type GrantScope = z.infer<typeof grantScopeSchema>;

/**
 * One question to the owner of a run. `tool_call.args` is what runs if it is allowed; `reason` says why it is asked,
 * `decision_reason` what the person wrote beside the answer. Times are ISO 8601.
 */
export const permissionRequestSchema = z.object({
  id: z.string(),
  run_id: z.string(),
  session_id: z.string(),
  tool_call: metonaToolCallSchema,
  tool: metonaToolDefSchema,
  permission: z.string(),
  risk_level: metonaRiskLevelSchema,
  status: permissionStatusSchema,
  reason: permissionReasonSchema.nullable(),
  decision_reason: z.string().nullable().optional(),
  expires_at: isoTime,
  decided_at: isoTime.nullable(),
  grant_scope: grantScopeSchema.nullable(),
});
export type PermissionRequest = z.infer<typeof permissionRequestSchema>;

/** What a reader was told before the answer of a step: another model took over, or the process that worked on it died. */
export const runNoticeSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('switched'),
    step: z.number().int(),
    from: metonaModelRefSchema,
    to: metonaModelRefSchema,
    because: metonaErrorCodeSchema,
    at: z.number(),
  }),
  z.object({ type: z.literal('interrupted'), step: z.number().int() }),
]);
export type RunNotice = z.infer<typeof runNoticeSchema>;

/**
 * A run as the API shows it. `tool_results` is in call order; times are ISO 8601. `constraints` are what each of its
 * model calls is held to, when the run was given any.
 */
export const agentRunSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  status: runStatusSchema,
  phase: runPhaseSchema.nullable(),
  input: z.string(),
  output: z.string().nullable(),
  provider_id: z.string(),
  model: z.string(),
  answered_by: metonaModelRefSchema.nullable(),
  error: metonaErrorSchema.nullable(),
  finish_reason: z.string().nullable(),
  tool_calls: z.array(metonaToolCallSchema),
  tool_results: z.array(metonaToolResultSchema),
  pending_permissions: z.array(permissionRequestSchema),
  usage: metonaTokenUsageSchema,
  steps_used: z.number().int(),
  limits: runLimitsSchema,
  constraints: metonaConstraintsSchema.optional(),
  /** What was remembered about the question and given to the model; absent when it was nothing. */
  recalled_memories: z.array(metonaMemoryItemSchema).optional(),
  /** In the order it happened; absent when there was nothing to tell. */
  notices: z.array(runNoticeSchema).optional(),
  last_seq: z.number().int(),
  created_at: isoTime,
  started_at: isoTime.nullable(),
  finished_at: isoTime.nullable(),
});
export type AgentRun = z.infer<typeof agentRunSchema>;
