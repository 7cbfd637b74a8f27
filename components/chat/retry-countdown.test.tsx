// @vitest-environment happy-dom
import { act, Profiler } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyEvent } from '@/lib/client/run-following';
import { createRunStore, type RunStore } from '@/lib/client/run-store';
import type { AnswerTurn } from '@/lib/client/run-turns';
import type { RunEvent } from '@/lib/ir';
import { fakeApi, find, mount } from '../ui/mount-for-test';
import { Answer } from './answer';

const model = { provider: 'deepseek', model: 'deepseek-chat' };
const overloaded = { code: 'model_overloaded', message: '', retryable: true };
const stop = vi.fn();
const asked = { again: vi.fn(), edit: vi.fn(), fork: vi.fn(), say: vi.fn(), goOnFrom: vi.fn() };
const actions = { ...asked, changeSummary: vi.fn(), openBranch: vi.fn(), stop };
const frames = { schedule: (task: () => void) => task() };

function turnOf(store: RunStore): AnswerTurn {
  return { kind: 'answer', id: store.view.runId, store, question: null, messageIds: [], siblings: null, spent: null };
}

function feed(store: RunStore, events: readonly object[]) {
  const envelope = { requestId: '', sessionId: 's', iteration: 1 };
  for (const event of events) {
    const seq = store.view.lastSeq + 1;
    applyEvent(store, { ...envelope, seq, timestamp: Date.now(), ...event } as RunEvent);
  }
}

let unmount: () => Promise<void>;
let live: RunStore;
let earlier: number;

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal(
    'fetch',
    fakeApi({ 'GET /api/providers': { items: [{ id: 'deepseek', display_name: 'DeepSeek' }] } }).fetch,
  );
  live = createRunStore('live', frames);
  const old = createRunStore('old', frames);
  feed(live, [{ type: 'attempt_start', attempt: 1, ...model }]);
  feed(old, [
    { type: 'text_delta', delta: 'said before' },
    { type: 'run_completed', output: '', usage: {} },
  ]);
  earlier = 0;
  ({ unmount } = await mount(
    <>
      <Profiler id="old" onRender={() => (earlier += 1)}>
        <Answer turn={turnOf(old)} actions={actions} />
      </Profiler>
      <Answer turn={turnOf(live)} actions={actions} />
    </>,
  ));
});
afterEach(async () => {
  await unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const countdown = () => document.querySelector('[data-testid=retry-countdown]');
const words = () => countdown()?.querySelector('p')?.textContent;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const wait = (until = Date.now() + 4000) =>
  act(async () =>
    feed(live, [
      { type: 'retry_scheduled', attempt: 2, delayMs: 4000, error: overloaded, timestamp: until - 4000 },
      { type: 'phase', phase: 'retry_backoff', until },
    ]),
  );

describe('the countdown to the next attempt', () => {
  it('says once a second how long, why and which, and renders no earlier answer for it', async () => {
    await wait();
    await pass(0);
    const before = earlier;
    expect(words()).toBe('Retrying in 4 s · DeepSeek was overloaded · attempt 2');
    await pass(1000);
    expect(words()).toContain('Retrying in 3 s');
    await pass(2000);
    expect(words()).toContain('Retrying in 1 s');
    await pass(2000);
    expect(words()).toContain('Retrying now');
    expect(earlier).toBe(before);
  });

  it('gives way to the attempt', async () => {
    await wait();
    await act(async () =>
      feed(live, [
        { type: 'phase', phase: 'calling_model' },
        { type: 'attempt_start', attempt: 2, ...model },
      ]),
    );
    expect(countdown()).toBeNull();
    expect(document.body.textContent).toContain('Waiting for the model… · attempt 2');
  });

  it('never promises more than was asked for, whatever the clocks say', async () => {
    await wait(Date.now() + 90_000);
    await pass(0);
    expect(words()).toContain('Retrying in 4 s');
  });

  it('can be stopped', async () => {
    await wait();
    await act(async () => find<HTMLButtonElement>('[data-testid=retry-countdown] button').click());
    expect(stop).toHaveBeenCalledOnce();
  });
});
