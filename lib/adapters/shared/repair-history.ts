import type { MetonaMessage, MetonaToolCall, MetonaToolResult } from '@/lib/ir';

/** A call together with its one answer; `wireId` is unique within the request and accepted by every provider. */
export interface AnsweredCall {
  readonly call: MetonaToolCall;
  readonly wireId: string;
  /** Undefined when no answer is known. */
  readonly result: MetonaToolResult | undefined;
}

/** A message that is not a tool's, with the calls it made. An unpaired call or result cannot be expressed. */
export interface HistoryTurn {
  readonly message: MetonaMessage;
  readonly calls: readonly AnsweredCall[];
}

const acceptedId = /^[a-zA-Z0-9_-]{1,64}$/;

function collectResults(messages: readonly MetonaMessage[]): Map<string, MetonaToolResult> {
  const results = new Map<string, MetonaToolResult>();
  for (const { role, toolResult } of messages) {
    if (role !== 'tool' || toolResult === undefined || results.has(toolResult.toolCallId)) continue;
    results.set(toolResult.toolCallId, toolResult);
  }
  return results;
}

function createWireIds(): (call: MetonaToolCall) => string {
  const taken = new Set<string>();
  return ({ id, providerCallId }) => {
    const candidates = [providerCallId, id, `call_${taken.size + 1}`];
    let wireId = candidates.find(
      (candidate) => candidate !== undefined && acceptedId.test(candidate) && !taken.has(candidate),
    );
    for (let count = taken.size + 2; wireId === undefined; count += 1) {
      if (!taken.has(`call_${count}`)) wireId = `call_${count}`;
    }
    taken.add(wireId);
    return wireId;
  };
}

/**
 * The conversation in the only form every provider accepts: each call answered exactly once, in order, directly after
 * its message; results without a call, repeated calls and assistant messages without anything to say are left out.
 */
export function repairHistory(messages: readonly MetonaMessage[]): HistoryTurn[] {
  const results = collectResults(messages);
  const wireIdOf = createWireIds();
  const seen = new Set<string>();
  const turns: HistoryTurn[] = [];
  for (const message of messages) {
    if (message.role === 'tool') continue;
    const calls: AnsweredCall[] = [];
    for (const call of message.role === 'assistant' ? (message.toolCalls ?? []) : []) {
      if (seen.has(call.id)) continue;
      seen.add(call.id);
      calls.push({ call, wireId: wireIdOf(call), result: results.get(call.id) });
    }
    if (message.role === 'assistant' && message.content === '' && calls.length === 0) continue;
    turns.push({ message, calls });
  }
  return turns;
}

const noAnswer = 'Error: no result is known for this call; it may or may not have run.';
const nothingSaid = '(no output)';

function stringifyResult(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** What the model reads as the answer to a call; never empty, and a failure is recognisable as one. */
export function describeResult(result: MetonaToolResult | undefined): string {
  if (result === undefined) return noAnswer;
  if (result.success) return (result.summary ?? stringifyResult(result.result)) || nothingSaid;
  const text = result.summary ?? result.error ?? stringifyResult(result.result);
  return /^error\b/i.test(text) ? text : `Error: ${text || result.errorCode || 'the tool failed'}`;
}

/** Tools were offered now or used before; some providers then expect more of every message. */
export function usesTools(turns: readonly HistoryTurn[]): boolean {
  return turns.some((turn) => turn.calls.length > 0);
}
