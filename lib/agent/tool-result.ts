import type { MetonaRender, MetonaToolCall, MetonaToolErrorCode, MetonaToolResult } from '@/lib/ir';
import type { ToolCallStatus, ToolOutcome } from './ports';

const DEFAULT_RESULT_CHARS = 16_000;
const VIEW_CHARS = 32_000;
const TAIL_SHARE = 0.25;

/** Head and tail of a text that is too long for the model, with a pointer to the whole. */
export function capped(text: string, limit = DEFAULT_RESULT_CHARS): string {
  if (text.length <= limit) return text;
  const tail = Math.floor(limit * TAIL_SHARE);
  const head = limit - tail;
  return `${text.slice(0, head)}\n[… ${text.length - limit} of ${text.length} characters left out; the whole result is kept in the run's trace …]\n${text.slice(-tail)}`;
}

/** A result as events and messages carry it: long data as the head and tail of its JSON; rows keep the whole. */
export function boundedView(result: MetonaToolResult): MetonaToolResult {
  const json = JSON.stringify(result.result ?? null);
  if (json.length <= VIEW_CHARS) return result;
  return { ...result, result: { truncated: true, text: capped(json, VIEW_CHARS) } };
}

export function successResult(
  call: MetonaToolCall,
  outcome: ToolOutcome,
  of: { durationMs: number; now: number; maxChars?: number | undefined; render?: MetonaRender | undefined },
): MetonaToolResult {
  const render = outcome.render ?? of.render;
  return {
    toolCallId: call.id,
    toolName: call.name,
    result: outcome.result ?? null,
    summary: capped(outcome.summary ?? JSON.stringify(outcome.result ?? null), of.maxChars),
    success: true,
    ...(outcome.untrusted && { untrusted: true }),
    ...(render && { render }),
    durationMs: of.durationMs,
    timestamp: of.now,
  };
}

export function errorResult(
  call: MetonaToolCall,
  [errorCode, error]: readonly [MetonaToolErrorCode, string],
  of: { now: number; durationMs?: number },
): MetonaToolResult {
  return {
    toolCallId: call.id,
    toolName: call.name,
    result: null,
    summary: capped(error),
    success: false,
    error,
    errorCode,
    durationMs: of.durationMs ?? 0,
    timestamp: of.now,
  };
}

/** The state a call ends in when it is answered with this error. */
export const STATUS_OF_ERROR: Record<MetonaToolErrorCode, ToolCallStatus> = {
  denied: 'denied',
  expired: 'expired',
  not_allowed: 'invalid',
  unknown_tool: 'invalid',
  invalid_args: 'invalid',
  timeout: 'timed_out',
  cancelled: 'cancelled',
  outcome_unknown: 'outcome_unknown',
  failed: 'failed',
};
