import type { RunEventDraft } from '@/lib/ir';

type Delta = Extract<RunEventDraft, { type: 'text_delta' | 'reasoning_delta' | 'tool_call_delta' }>;

/** Pieces of something larger: they may wait for the next window, everything else goes out at once. */
export function isPiece(event: RunEventDraft): boolean {
  return isDelta(event) || event.type === 'tool_progress';
}

function isDelta(event: RunEventDraft): event is Delta {
  return event.type === 'text_delta' || event.type === 'reasoning_delta' || event.type === 'tool_call_delta';
}

/** Names the part that an event is a piece of: a text, a line of thought, one call, the progress of one execution. */
export function partOf(event: RunEventDraft): string {
  if (event.type === 'tool_progress') return `${event.type}:${event.toolCallId}`;
  const index = event.type === 'tool_call_delta' ? event.toolCallDelta.index : '';
  return `${event.requestId}:${event.type}:${index}`;
}

/** `next` joined into `last` when both are adjacent pieces of one part; costs the length of `next`, never of what was said. */
export function mergeEvents(last: RunEventDraft | undefined, next: RunEventDraft): RunEventDraft | null {
  if (last === undefined || last.type !== next.type || partOf(last) !== partOf(next)) return null;
  if (next.type === 'tool_progress') return next;
  if (last.type === 'tool_call_delta' && next.type === 'tool_call_delta') {
    const argsDelta = (last.toolCallDelta.argsDelta ?? '') + (next.toolCallDelta.argsDelta ?? '');
    return { ...last, toolCallDelta: { ...next.toolCallDelta, ...last.toolCallDelta, argsDelta } };
  }
  if (!isDelta(last) || !isDelta(next) || last.type === 'tool_call_delta' || next.type === 'tool_call_delta')
    return null;
  return { ...last, delta: last.delta + next.delta };
}
