// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyEvent } from '@/lib/client/run-following';
import { createRunStore, type RunStore } from '@/lib/client/run-store';
import type { MetonaToolErrorCode, RunEvent } from '@/lib/ir';
import { fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { AnswerParts } from './answer-parts';

const frames = { schedule: (task: () => void) => task() };
const args = { title: 'Milk', content: 'x\u202ey' };
const tool = {
  name: 'notes.create',
  description: '',
  parameters: { type: 'object', properties: {} },
  category: 'custom',
  riskLevel: 'medium',
  requiresPermission: true,
  timeoutMs: 1000,
};

let store: RunStore;
const said: string[] = [];

function feed(...events: readonly object[]) {
  const envelope = { requestId: 'a1', sessionId: 's', iteration: 1, timestamp: 1_000_000 };
  for (const event of events) {
    applyEvent(store, { ...envelope, seq: store.view.lastSeq + 1, ...event } as RunEvent);
  }
}

const call = (id: string) => ({ id, name: 'notes.create', args, iteration: 1, timestamp: 0 });
const proposed = (id = 'tc_1') => ({ type: 'tool_call_complete', toolCall: call(id) });
const started = (id = 'tc_1') => ({ type: 'tool_start', toolCall: call(id) });
const ended = (errorCode: MetonaToolErrorCode | null, id = 'tc_1') => ({
  type: 'tool_result',
  toolResult: {
    toolCallId: id,
    toolName: 'notes.create',
    result: errorCode === null ? { id: 'n1' } : null,
    success: errorCode === null,
    ...(errorCode !== null && { error: `because ${errorCode}`, errorCode }),
    durationMs: 1400,
    timestamp: 0,
  },
});
const asked = (id = 'tc_1') => ({
  type: 'permission_required',
  request: {
    id: `pr_${id}`,
    run_id: 'r1',
    session_id: 's',
    tool_call: call(id),
    tool,
    permission: 'notes.write',
    risk_level: 'medium',
    status: 'open',
    reason: 'asks_by_default',
    expires_at: '2030-01-01T00:00:00.000Z',
    decided_at: null,
    grant_scope: null,
  },
});
const allowed = (id = 'tc_1') => ({ type: 'permission_resolved', requestId: `pr_${id}`, status: 'allowed_once' });
const finished = { type: 'run_completed', output: '', usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } };

const cards = () => [...document.querySelectorAll<HTMLElement>('[data-testid=tool-card]')];
const head = (card = cards()[0]) => card?.querySelector<HTMLButtonElement>('button[aria-expanded]') ?? null;
const burst = () => find<HTMLButtonElement>('[data-testid=tool-burst]');
const show = (...events: readonly object[]) => act(async () => feed(...events));

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_003_000, toFake: ['Date'] });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', fakeApi({ 'GET /api/mcp-servers': { items: [] } }).fetch);
  store = createRunStore('r1', frames);
  said.length = 0;
  await mount(<AnswerParts store={store} onSay={(text) => said.push(text)} />);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a step', () => {
  it('says in each state where it stands', async () => {
    await show({ type: 'tool_call_delta', toolCallDelta: { index: 0, name: 'notes.create', argsDelta: '{"ti' } });
    expect(cards()[0]?.textContent).toContain('Receiving arguments');
    await show(proposed());
    expect(cards()[0]?.textContent).toContain('Queued');
    await show(asked());
    expect(cards()[0]?.textContent).toContain('Awaiting you');
    await show(allowed(), started());
    await show({ type: 'tool_progress', toolCallId: 'tc_1', progress: 0.4, message: 'writing' });
    expect(head()?.textContent).toMatch(/writing.*Running · 40% · 3\.0 s/);
    await show(ended(null));
    expect(head()?.textContent).toMatch(/Done 1\.4 s$/);
  });

  it.each([
    ['failed', 'failed', 'Failed'],
    ['denied', 'denied', 'Denied'],
    ['cancelled', 'cancelled', 'Cancelled'],
    ['outcome_unknown', 'unknown', 'Outcome unknown'],
  ] as const)('that ended as %s says so and why', async (code, state, label) => {
    await show(proposed(), started(), ended(code));
    expect(cards()[0]?.dataset.state).toBe(state);
    expect(head()?.textContent).toContain(label);
    await act(async () => head()?.click());
    expect(cards()[0]?.textContent).toContain(`because ${code}`);
  });

  it('is closed until it needs a decision, and then cannot be closed', async () => {
    await show(proposed());
    expect(head()?.ariaExpanded ?? head()?.getAttribute('aria-expanded')).toBe('false');
    await show(asked());
    expect(head()?.getAttribute('aria-expanded')).toBe('true');
    await act(async () => head()?.click());
    const question = cards()[0]?.querySelector('[data-testid=permission-card][data-state=open]');
    expect(question?.textContent).toContain('xU+202Ey');
    await show(allowed(), started());
    expect(head()?.getAttribute('aria-expanded')).toBe('false');
    expect(cards()[0]?.querySelector('[data-state=allowed_once]')).not.toBeNull();
  });

  it('can be asked for again, with the very arguments, once its run has ended', async () => {
    await show(proposed(), started(), ended('failed'));
    await act(async () => head()?.click());
    const again = () =>
      [...document.querySelectorAll('button')].find((found) => found.textContent === 'Retry this step');
    expect(again()).toBeUndefined();
    await show(finished);
    await settle(() => again()?.click());
    expect(said).toEqual([expect.stringContaining(`notes.create\n${JSON.stringify(args, null, 2)}`)]);
  });
});

describe('a burst of steps', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];

  it('is one headline that says how it stands, and unfolds by itself only for a decision', async () => {
    await show(...ids.map(proposed), ...ids.map(started));
    expect(cards()).toHaveLength(0);
    expect(burst().textContent).toBe('5 stepsnotes.create5 × Running');
    await show(...ids.slice(0, 4).map((id) => ended(null, id)), asked('e'));
    expect(cards()).toHaveLength(5);
    expect(burst().disabled).toBe(true);
    await show(allowed('e'), started('e'), ended('failed', 'e'), finished);
    expect(cards()).toHaveLength(0);
    expect(burst().textContent).toContain('Failed');
  });

  it('says how long it took when all went well', async () => {
    await show(...ids.map(proposed), ...ids.map((id) => ended(null, id)));
    expect(burst().textContent).toBe('5 stepsnotes.create7.0 s');
  });
});
