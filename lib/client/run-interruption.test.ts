import { describe, expect, it } from 'vitest';
import type { RunEvent } from '@/lib/ir';
import { applyRunEvent } from './run-reducer';
import { createRunView, type RunView } from './run-view';

type Draft = { type: RunEvent['type']; [key: string]: unknown };

const call = { id: 'tc_1', name: 'math.add', args: {}, iteration: 1, timestamp: 0 };
const started: Draft = { type: 'run_started', provider: 'mock', model: 'mock-1', limits: { max_steps: 10 } };
const working: Draft = { type: 'phase', phase: 'calling_model' };
const queued: Draft = { type: 'phase', phase: 'queued' };
const half: Draft = { type: 'text_delta', requestId: 'a2', delta: 'half' };
const reset: Draft = { type: 'attempt_reset', requestId: 'a2', reason: 'interrupted' };

function viewOf(drafts: readonly Draft[]): RunView {
  const view = createRunView('run_1');
  for (const [seq, draft] of drafts.entries()) {
    applyRunEvent(view, { requestId: '', sessionId: 's', iteration: 1, timestamp: seq, seq, ...draft } as RunEvent);
  }
  return view;
}

const outline = ({ parts }: RunView) =>
  parts.map((part) => (part.kind === 'tool' ? part.state : part.kind === 'notice' ? part.notice.type : part.kind));

describe('a run whose process was lost', () => {
  const before = [started, working, { type: 'tool_start', toolCall: call }, half] satisfies readonly Draft[];

  it('says so once, drops what was half said, and shows nothing at work until it goes on', () => {
    expect(outline(viewOf(before))).toEqual(['running', 'text']);
    expect(outline(viewOf([...before, queued, reset]))).toEqual(['queued', 'interrupted']);
    expect(outline(viewOf([...before, reset, queued]))).toEqual(['queued', 'interrupted']);
    expect(viewOf([...before, reset, queued]).status).toBe('queued');
    const again = [...before, reset, queued, working, { ...half, requestId: 'a3' }];
    expect(outline(viewOf(again))).toEqual(['queued', 'interrupted', 'text']);
  });

  it('does not say that it went on when that was its end', () => {
    expect(outline(viewOf([started, working, reset, { type: 'run_cancelled', usage: {} }]))).toEqual([]);
  });
});

describe('a run that only waits', () => {
  it('was not interrupted by waiting for its turn, at first or after a decision', () => {
    const waiting: Draft = { type: 'phase', phase: 'waiting_permission' };
    expect(outline(viewOf([started, queued, working, waiting, queued]))).toEqual([]);
  });

  it('was not interrupted by an attempt that failed', () => {
    expect(outline(viewOf([started, working, half, { ...reset, reason: 'network_error' }]))).toEqual([]);
  });
});
