// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyEvent } from '@/lib/client/run-following';
import { createRunStore, type RunStore } from '@/lib/client/run-store';
import type { RunEvent } from '@/lib/ir';
import { find, mount } from '../ui/mount-for-test';
import { AnswerParts } from './answer-parts';

const frames = { schedule: (task: () => void) => task() };
const start = 1_000_000;
let count = 0;
let store: RunStore;
let unmount: () => Promise<void>;

function feed(after: number, event: object) {
  const envelope = { requestId: 'a1', sessionId: 's', iteration: 1, timestamp: start + after };
  applyEvent(store, { ...envelope, seq: store.view.lastSeq + 1, ...event } as RunEvent);
}

const head = () => find<HTMLButtonElement>('[data-testid=thinking-card] button');
const isOpen = () => head().getAttribute('aria-expanded') === 'true';
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

beforeEach(async () => {
  vi.useFakeTimers({ now: start });
  count += 1;
  store = createRunStore(`thinker-${count}`, frames);
  ({ unmount } = await mount(<AnswerParts store={store} />));
  await act(async () => {
    feed(0, { type: 'thinking_start' });
    feed(0, { type: 'reasoning_delta', delta: 'hm' });
  });
});
afterEach(async () => {
  await unmount();
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe('thoughts', () => {
  it('take the time they took, and none of the time a person took to answer', async () => {
    await pass(3_000);
    expect(head().textContent).toContain('3');
    await act(async () => {
      feed(12_000, { type: 'thinking_end' });
      feed(12_100, {
        type: 'tool_call_complete',
        toolCall: { id: 'c', name: 'x', args: {}, iteration: 1, timestamp: 0 },
      });
      feed(12_200, { type: 'done', finishReason: 'tool_calls' });
      feed(12_300, { type: 'phase', phase: 'waiting_permission' });
      feed(99_000, { type: 'phase', phase: 'executing_tools' });
      feed(99_500, { type: 'run_completed', output: '', usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } });
    });
    expect(head().textContent).toBe('Thought for 12 s');
  });

  it('close about a second after their end', async () => {
    await act(async () => feed(900, { type: 'thinking_end' }));
    await pass(900);
    expect(isOpen()).toBe(true);
    await pass(200);
    expect(isOpen()).toBe(false);
    expect(head().textContent).toBe('Thought briefly');
  });

  it('stay as the reader left them, also when the card is drawn anew', async () => {
    await act(async () => head().click());
    await act(async () => head().click());
    await act(async () => feed(900, { type: 'thinking_end' }));
    await pass(5_000);
    expect(isOpen()).toBe(true);
    await unmount();
    document.body.replaceChildren();
    ({ unmount } = await mount(<AnswerParts store={store} />));
    expect(isOpen()).toBe(true);
  });
});
