import { describe, expect, it } from 'vitest';
import type { RunEventDraft } from '@/lib/ir';
import { isPiece, mergeEvents, partOf } from './merge-events';

const envelope = { requestId: 'r_1', iteration: 1, timestamp: 1 };
const text = (delta: string, requestId = 'r_1'): RunEventDraft => ({
  ...envelope,
  requestId,
  type: 'text_delta',
  delta,
});
const thought = (delta: string): RunEventDraft => ({ ...envelope, type: 'reasoning_delta', delta });
const call = (index: number, argsDelta: string, more = {}): RunEventDraft => ({
  ...envelope,
  type: 'tool_call_delta',
  toolCallDelta: { index, argsDelta, ...more },
});
const progress = (toolCallId: string, part: number): RunEventDraft => ({
  ...envelope,
  type: 'tool_progress',
  toolCallId,
  progress: part,
});

describe('mergeEvents', () => {
  it('joins neighbours of one part and keeps the time of the first', () => {
    expect(mergeEvents({ ...text('a'), timestamp: 1 }, { ...text('b'), timestamp: 2 })).toEqual(text('ab'));
    expect(mergeEvents(thought('a'), thought('b'))).toEqual(thought('ab'));
    expect(mergeEvents(call(0, '{"a"', { id: 'tc_1' }), call(0, ':1}', { name: 'x' }))).toEqual(
      call(0, '{"a":1}', { id: 'tc_1', name: 'x' }),
    );
  });

  it('keeps only the newest progress of a call', () => {
    expect(mergeEvents(progress('tc_1', 0.1), progress('tc_1', 0.2))).toEqual(progress('tc_1', 0.2));
    expect(mergeEvents(progress('tc_1', 0.1), progress('tc_2', 0.2))).toBeNull();
  });

  it.each([
    ['nothing', undefined, text('a')],
    ['another kind', text('a'), thought('b')],
    ['another attempt', text('a'), text('b', 'r_2')],
    ['another call', call(0, 'a'), call(1, 'b')],
    ['no piece', { ...envelope, type: 'thinking_end' } as const, text('a')],
    ['two ends', { ...envelope, type: 'done' } as const, { ...envelope, type: 'done' } as const],
  ])('does not join across %s', (_what, last, next) => {
    expect(mergeEvents(last, next)).toBeNull();
  });

  it('knows which events may wait', () => {
    expect([text('a'), call(0, ''), progress('tc_1', 1), { ...envelope, type: 'done' } as const].map(isPiece)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(partOf(call(1, ''))).not.toBe(partOf(call(2, '')));
  });
});
