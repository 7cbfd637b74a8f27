import { describe, expect, it } from 'vitest';
import type { MetonaToolCall, PermissionRequest, RunEvent } from '@/lib/ir';
import { applyRunEvent } from './run-reducer';
import { createRunView, type RunPart, type RunView, textOf } from './run-view';

type Draft = { type: RunEvent['type']; requestId?: string; [key: string]: unknown };

const call: MetonaToolCall = { id: 'tc_1', name: 'math.add', args: { left: 1, right: 2 }, iteration: 1, timestamp: 0 };
const second: MetonaToolCall = { ...call, id: 'tc_2', name: 'system.echo', args: { text: 'x' } };

const request: PermissionRequest = {
  id: 'pr_1',
  run_id: 'run_1',
  session_id: 'ses_1',
  tool_call: call,
  tool: {
    name: 'math.add',
    description: '',
    parameters: { type: 'object', properties: {} },
    category: 'calculation',
    riskLevel: 'medium',
    requiresPermission: true,
    timeoutMs: 1000,
  },
  permission: 'math.add',
  risk_level: 'medium',
  status: 'open',
  reason: null,
  expires_at: '2030-01-01T00:00:00.000Z',
  decided_at: null,
  grant_scope: null,
};

const usage = { inputTokens: 1, outputTokens: 2, totalTokens: 3 };

function result(toolCallId: string, more: object = {}) {
  return { toolCallId, toolName: 'x', result: 3, success: true, durationMs: 1, timestamp: 0, ...more };
}

function log(drafts: readonly Draft[]): RunEvent[] {
  return drafts.map(
    (draft, seq) =>
      ({ requestId: 'a1', sessionId: 'ses_1', iteration: 1, timestamp: 1000 + seq * 10, seq, ...draft }) as RunEvent,
  );
}

function viewOf(drafts: readonly Draft[]): RunView {
  const view = createRunView('run_1');
  for (const event of log(drafts)) applyRunEvent(view, event);
  return view;
}

function describePart(part: RunPart): string {
  switch (part.kind) {
    case 'text':
    case 'thinking':
      return `${part.kind} ${textOf(part)}`;
    case 'tool':
      return `tool ${part.name} ${part.state}`;
    case 'permission':
      return `permission ${part.status}`;
    case 'notice':
      return `notice ${part.notice.type}`;
  }
}

function outline(parts: readonly RunPart[]): string[] {
  return parts.map(describePart);
}

const started: Draft = {
  type: 'run_started',
  requestId: '',
  provider: 'mock',
  model: 'mock-1',
  limits: { max_steps: 10, max_tool_calls: 50, timeout_ms: 1, token_budget: null },
};

const wholeRun: Draft[] = [
  started,
  { type: 'phase', requestId: '', phase: 'calling_model' },
  { type: 'attempt_start', attempt: 1, provider: 'mock', model: 'mock-1' },
  { type: 'thinking_start' },
  { type: 'reasoning_delta', delta: 'let me ' },
  { type: 'reasoning_delta', delta: 'see' },
  { type: 'thinking_end' },
  { type: 'text_delta', delta: 'I will ' },
  { type: 'text_delta', delta: 'add.' },
  { type: 'tool_call_delta', toolCallDelta: { index: 0, id: 'tc_1', name: 'math.add', argsDelta: '{"left":1' } },
  { type: 'tool_call_delta', toolCallDelta: { index: 1, name: 'system.echo' } },
  { type: 'tool_call_delta', toolCallDelta: { index: 0, argsDelta: ',"right":2}' } },
  { type: 'tool_call_complete', toolCall: call },
  { type: 'tool_call_complete', toolCall: second },
  { type: 'usage', usage },
  { type: 'done', finishReason: 'tool_calls' },
  { type: 'permission_required', requestId: '', request },
  { type: 'phase', requestId: '', phase: 'waiting_permission' },
  { type: 'permission_resolved', requestId: 'pr_1', status: 'allowed_once', decidedBy: 'me' },
  { type: 'tool_start', requestId: '', toolCall: call },
  { type: 'tool_progress', requestId: '', toolCallId: 'tc_1', progress: 0.5, message: 'half' },
  { type: 'tool_result', requestId: '', toolResult: result('tc_1') },
  { type: 'tool_result', requestId: '', toolResult: result('tc_2', { success: false, errorCode: 'timeout' }) },
  { type: 'text_delta', requestId: 'a2', delta: 'It is 3.' },
  { type: 'done', requestId: 'a2', finishReason: 'stop' },
  { type: 'run_completed', requestId: '', output: 'It is 3.', usage },
];

describe('run reducer', () => {
  it('shows the parts in the order they happened', () => {
    const view = viewOf(wholeRun);
    expect(outline(view.parts)).toEqual([
      'thinking let me see',
      'text I will add.',
      'tool math.add done',
      'tool system.echo failed',
      'permission allowed_once',
      'text It is 3.',
    ]);
    expect(view.status).toBe('completed');
    expect(view.usage).toEqual(usage);
  });

  it('situation 48: gives the same view when everything is replayed on top', () => {
    const view = viewOf(wholeRun);
    const before = JSON.stringify(view);
    for (const event of log(wholeRun)) expect(applyRunEvent(view, event)).toBe(false);
    expect(JSON.stringify(view)).toBe(before);
  });

  it.each(wholeRun.map((_, index) => index))(
    'continues after a cut at event %i with what overlaps sent again',
    (cut) => {
      const view = createRunView('run_1');
      const events = log(wholeRun);
      for (const event of events.slice(0, cut)) applyRunEvent(view, event);
      for (const event of events.slice(Math.max(0, cut - 3))) applyRunEvent(view, event);
      expect(JSON.stringify(view)).toBe(JSON.stringify(viewOf(wholeRun)));
    },
  );

  it('discards exactly the parts of an attempt that was reset', () => {
    const view = viewOf([
      started,
      { type: 'text_delta', requestId: 'a1', delta: 'kept' },
      { type: 'done', requestId: 'a1' },
      { type: 'reasoning_delta', requestId: 'a2', delta: 'lost' },
      { type: 'text_delta', requestId: 'a2', delta: 'lost' },
      { type: 'tool_call_delta', requestId: 'a2', toolCallDelta: { index: 0, name: 'x' } },
      { type: 'error', requestId: 'a2', error: { code: 'network_error', message: '', retryable: true } },
      { type: 'attempt_reset', requestId: 'a2', reason: 'network_error' },
      {
        type: 'provider_switched',
        requestId: '',
        from: { provider: 'a', model: 'b' },
        to: { provider: 'c', model: 'd' },
        error: { code: 'network_error', message: '', retryable: true },
      },
      { type: 'text_delta', requestId: 'a3', delta: 'fresh' },
    ]);
    expect(outline(view.parts)).toEqual(['text kept', 'notice switched', 'text fresh']);
    expect(view.answeredBy).toEqual({ provider: 'c', model: 'd', because: 'network_error' });
  });

  const overloaded = { code: 'model_overloaded', message: '', retryable: true };
  const failed = (attempt: number): Draft[] => [
    { type: 'attempt_start', requestId: `a${attempt}`, attempt, provider: 'mock', model: 'mock-1' },
    { type: 'text_delta', requestId: `a${attempt}`, delta: 'half' },
    { type: 'error', requestId: `a${attempt}`, error: overloaded },
    { type: 'attempt_reset', requestId: `a${attempt}`, reason: 'model_overloaded' },
  ];
  const waits = (attempt: number): Draft[] => [
    { type: 'retry_scheduled', requestId: '', attempt, delayMs: 4000, error: overloaded },
    { type: 'phase', requestId: '', phase: 'retry_backoff', until: 0 },
  ];

  it('tells of the wait before a retry, and keeps nothing of what was said before it', () => {
    const view = viewOf([started, ...failed(1), ...waits(2), ...failed(2), ...waits(3)]);
    expect(view.phase).toBe('retry_backoff');
    expect(view.parts).toEqual([]);
    const scheduledAt = 1000 + 11 * 10;
    expect(view.retry).toEqual({
      attempt: 3,
      delayMs: 4000,
      until: scheduledAt + 4000,
      provider: 'mock',
      error: overloaded,
    });
  });

  it('counts the attempts of each model by itself', () => {
    const to = { provider: 'c', model: 'd' };
    const switched = { type: 'provider_switched', requestId: '', from: { provider: 'mock', model: 'mock-1' }, to };
    const log = [started, ...failed(1), ...waits(2), ...failed(2), { ...switched, error: overloaded } as Draft];
    expect(viewOf(log).retry).toBeNull();
    const other: Draft = { type: 'attempt_start', requestId: 'a3', attempt: 3, ...to };
    const view = viewOf([...log, other, ...waits(4)]);
    expect(view.retry).toMatchObject({ attempt: 2, provider: 'c' });
    expect(view.chosen).toEqual({ provider: 'mock', model: 'mock-1' });
    expect(view.model).toEqual(to);
  });

  it('forgets the wait with the next step and with the end', () => {
    const log = [started, ...failed(1), ...waits(2)];
    const next: Draft = { type: 'attempt_start', requestId: 'b1', attempt: 1, provider: 'mock', model: 'mock-1' };
    expect(viewOf([...log, next]).retry).toBeNull();
    expect(viewOf([...log, { type: 'run_cancelled', requestId: '', usage }]).retry).toBeNull();
  });

  it('shows every reader why a call was denied', () => {
    const view = viewOf([
      started,
      { type: 'permission_required', requestId: '', request },
      { type: 'permission_resolved', requestId: 'pr_1', status: 'denied', decidedBy: 'user', reason: 'not now' },
    ]);
    const part = view.parts[0];
    expect(part?.kind === 'permission' && [part.status, part.request.decision_reason]).toEqual(['denied', 'not now']);
  });

  it('touches only the part that grows', () => {
    const view = viewOf(wholeRun.slice(0, 8));
    const { parts, structureVersion, statusVersion } = view;
    const thinking = parts[0]?.version;
    for (let seq = 100; seq < 1100; seq += 1) {
      applyRunEvent(view, { ...log([{ type: 'text_delta', delta: 'x' }])[0], seq } as RunEvent);
    }
    expect(view.parts).toBe(parts);
    expect(view.structureVersion).toBe(structureVersion);
    expect(view.statusVersion).toBe(statusVersion);
    expect(parts[0]?.version).toBe(thinking);
  });

  it.each([
    ['allowed_once', 'queued'],
    ['allowed_session', 'queued'],
    ['denied', 'denied'],
    ['expired', 'denied'],
    ['cancelled', 'cancelled'],
  ] as const)('moves a waiting call on when its permission is %s', (status, state) => {
    const view = viewOf([
      started,
      { type: 'tool_call_complete', toolCall: call },
      { type: 'permission_required', requestId: '', request },
    ]);
    expect(outline(view.parts)).toEqual(['tool math.add awaiting', 'permission open']);
    applyRunEvent(view, {
      ...log([{ type: 'permission_resolved', requestId: 'pr_1', status }])[0],
      seq: 9,
    } as RunEvent);
    expect(outline(view.parts)).toEqual([`tool math.add ${state}`, `permission ${status}`]);
  });

  it('leaves nothing alive after the end', () => {
    const view = viewOf([
      started,
      { type: 'text_delta', delta: 'half' },
      { type: 'tool_call_complete', toolCall: call },
      { type: 'tool_call_complete', toolCall: second },
      { type: 'permission_required', requestId: '', request },
      { type: 'tool_start', requestId: '', toolCall: second },
      { type: 'run_cancelled', requestId: '', usage },
    ]);
    expect(outline(view.parts)).toEqual([
      'text half',
      'tool math.add cancelled',
      'tool system.echo unknown',
      'permission cancelled',
    ]);
    expect(view.parts[0]?.kind === 'text' && view.parts[0].closed).toBe(true);
  });

  it('situation 49: starts from a snapshot and goes on with the tail', () => {
    const message = {
      id: 'm1',
      role: 'assistant' as const,
      content: 'so far',
      toolCalls: [call],
      timestamp: 0,
      parentId: null,
      runId: 'run_1',
    };
    const view = createRunView('run_1');
    const [snapshot, delta] = log([
      {
        type: 'snapshot',
        requestId: '',
        messages: [message, { ...message, id: 'm0', runId: 'run_0', content: 'other run' }],
        openCalls: [call],
        pendingPermissions: [request],
        phase: 'waiting_permission',
        lastSeq: 40,
      },
      { type: 'text_delta', requestId: 'a9', delta: ' and more' },
    ]);
    applyRunEvent(view, { ...snapshot, seq: 40 } as RunEvent);
    expect(applyRunEvent(view, { ...delta, seq: 40 } as RunEvent)).toBe(false);
    applyRunEvent(view, { ...delta, seq: 41 } as RunEvent);
    expect(outline(view.parts)).toEqual(['text so far', 'tool math.add awaiting', 'permission open', 'text  and more']);
    expect(view.status).toBe('waiting_permission');
  });
});
