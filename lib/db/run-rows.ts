import type { PastAttempt, RunRecord, ToolCallRecord, ToolCallStatus } from '@/lib/agent/ports';
import {
  type GrantScope,
  type MetonaConstraints,
  type MetonaGenerationParams,
  type MetonaModelRef,
  type MetonaStoredMessage,
  type MetonaSystemPrompt,
  type MetonaTokenUsage,
  type MetonaToolCall,
  type MetonaToolDef,
  metonaStoredMessageSchema,
  type PermissionReason,
  type PermissionRequest,
  type PermissionStatus,
  type RunPhase,
  type RunStatus,
} from '@/lib/ir';

/** Row shapes as PostgreSQL gives them, and their translation; the only place that knows the columns of a run. */
export interface RunRow {
  id: string;
  user_id: string;
  session_id: string;
  status: RunStatus;
  phase: RunPhase | null;
  input: string;
  input_message_id: string;
  tail_message_id: string;
  provider_id: string;
  model: string;
  params: MetonaGenerationParams;
  system_prompt: MetonaSystemPrompt | null;
  allowed_tools: string[];
  max_steps: number;
  max_tool_calls: number;
  timeout_ms: number;
  token_budget: number | null;
  constraints: MetonaConstraints | null;
  steps_used: number;
  tool_calls_used: number;
  active_ms: number;
  recoveries: number;
  pending_steers: number;
  usage: MetonaTokenUsage;
  output: string | null;
  answered_by: MetonaModelRef | null;
  error: unknown;
  finish_reason: string | null;
  next_seq: number;
  epoch: number;
  owner: string | null;
  cancel_requested_at: Date | null;
  idempotency_hash: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

export function toRunRecord(row: RunRow): RunRecord {
  return {
    id: row.id,
    userId: row.user_id,
    sessionId: row.session_id,
    status: row.status,
    phase: row.phase,
    input: row.input,
    inputMessageId: row.input_message_id,
    tailMessageId: row.tail_message_id,
    provider: { provider: row.provider_id, model: row.model },
    params: row.params,
    systemPrompt: row.system_prompt,
    allowedTools: row.allowed_tools,
    limits: {
      max_steps: row.max_steps,
      max_tool_calls: row.max_tool_calls,
      timeout_ms: row.timeout_ms,
      token_budget: row.token_budget,
    },
    constraints: row.constraints,
    stepsUsed: row.steps_used,
    toolCallsUsed: row.tool_calls_used,
    activeMs: row.active_ms,
    recoveries: row.recoveries,
    pendingSteers: row.pending_steers,
    usage: row.usage,
    epoch: row.epoch,
    nextSeq: row.next_seq,
    cancelRequested: row.cancel_requested_at !== null,
    createdAt: row.created_at.getTime(),
  };
}

export interface ToolCallRow {
  id: string;
  step: number;
  position: number;
  name: string;
  args: Record<string, unknown>;
  args_hash: string;
  raw_args: string | null;
  parse_error: string | null;
  provider_call_id: string | null;
  status: ToolCallStatus;
  created_at: Date;
}

export function toToolCall(row: ToolCallRow): MetonaToolCall {
  return {
    id: row.id,
    name: row.name,
    args: row.args,
    iteration: row.step,
    timestamp: row.created_at.getTime(),
    ...(row.provider_call_id !== null && { providerCallId: row.provider_call_id }),
    ...(row.raw_args !== null && { rawArgs: row.raw_args }),
    ...(row.parse_error !== null && { parseError: row.parse_error }),
  };
}

export function toToolCallRecord(row: ToolCallRow): ToolCallRecord {
  return { call: toToolCall(row), step: row.step, position: row.position, status: row.status, argsHash: row.args_hash };
}

/** A permission request joined with its call. */
export interface PermissionRow {
  id: string;
  run_id: string;
  session_id: string;
  tool: MetonaToolDef;
  permission: string;
  risk_level: MetonaToolDef['riskLevel'];
  grant_scope: GrantScope | null;
  status: PermissionStatus;
  reason: PermissionReason | null;
  decision_reason: string | null;
  expires_at: Date;
  decided_at: Date | null;
  tool_identity: string;
  args_hash: string;
  basis: string | null;
  edited_hash: string | null;
  call: ToolCallRow & { created_at: string };
}

export const PERMISSION_SELECT = `SELECT p.*, to_jsonb(c) AS call FROM permission_requests p JOIN tool_calls c ON c.id = p.call_id`;

export function toPermissionRequest(row: PermissionRow): PermissionRequest {
  return {
    id: row.id,
    run_id: row.run_id,
    session_id: row.session_id,
    tool_call: toToolCall({ ...row.call, created_at: new Date(row.call.created_at) }),
    tool: row.tool,
    permission: row.permission,
    risk_level: row.risk_level,
    status: row.status,
    reason: row.reason,
    decision_reason: row.decision_reason,
    expires_at: row.expires_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    grant_scope: row.grant_scope,
  };
}

export interface MessageRow {
  id: string;
  parent_id: string | null;
  run_id: string | null;
  depth: number;
  role: MetonaStoredMessage['role'];
  content: string;
  reasoning: string | null;
  reasoning_ms: number | null;
  tool_calls: MetonaToolCall[] | null;
  tool_result: unknown;
  images: unknown;
  provider_state: unknown;
  answered_by: unknown;
  status: string;
  iteration: number | null;
  origin: string | null;
  token_estimate: number;
  created_at: Date;
}

export function toStoredMessage(row: MessageRow): MetonaStoredMessage {
  return metonaStoredMessageSchema.parse({
    id: row.id,
    parentId: row.parent_id,
    runId: row.run_id,
    role: row.role,
    content: row.content,
    timestamp: row.created_at.getTime(),
    status: row.status,
    ...(row.reasoning !== null && { reasoningContent: row.reasoning }),
    ...(row.reasoning_ms !== null && { reasoningMs: row.reasoning_ms }),
    ...(row.tool_calls !== null && { toolCalls: row.tool_calls }),
    ...(row.tool_result !== null && { toolResult: row.tool_result }),
    ...(row.images !== null && { images: row.images }),
    ...(row.provider_state !== null && { providerState: row.provider_state }),
    ...(row.answered_by !== null && { answeredBy: row.answered_by }),
    ...(row.iteration !== null && { iteration: row.iteration }),
    ...(row.origin !== null && { origin: row.origin }),
  });
}

export interface PastAttemptRow {
  attempt: number;
  provider_id: string;
  model: string;
  status: PastAttempt['status'];
  error: PastAttempt['error'];
  because: string | null;
  switched_to: PastAttempt['switchedTo'];
}

export function toPastAttempt(row: PastAttemptRow): PastAttempt {
  return {
    number: row.attempt,
    provider: { provider: row.provider_id, model: row.model },
    status: row.status,
    error: row.error,
    because: row.because,
    switchedTo: row.switched_to,
  };
}
