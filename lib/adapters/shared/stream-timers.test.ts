import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MetonaFailure } from '@/lib/ir';
import { AttemptTimers } from './stream-timers';

const timeouts = { firstEventMs: 120_000, transportIdleMs: 60_000, semanticIdleMs: 180_000, thinkingIdleMs: 300_000 };

function start(more: { isStreaming?: boolean; totalMs?: number } = {}) {
  const timers = new AttemptTimers({ timeouts, isStreaming: true, ...more });
  const code = () => (timers.signal.aborted ? (timers.signal.reason as MetonaFailure).error.code : undefined);
  return { timers, code };
}

/** Keep-alives every ten seconds: bytes without content. */
function keepAlive(timers: AttemptTimers, seconds: number): void {
  for (let passed = 0; passed < seconds; passed += 10) {
    timers.waiting();
    vi.advanceTimersByTime(10_000);
    timers.received();
  }
  timers.waiting();
}

describe('AttemptTimers', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('situation 71: waits for the first event, not for keep-alives', () => {
    const { timers, code } = start();
    keepAlive(timers, 110);
    expect(code()).toBeUndefined();
    keepAlive(timers, 20);
    expect(code()).toBe('network_timeout');
  });

  it('takes silence of the connection for its end', () => {
    const { timers, code } = start();
    timers.waiting();
    timers.received();
    timers.content(false);
    timers.waiting();
    vi.advanceTimersByTime(59_000);
    expect(code()).toBeUndefined();
    vi.advanceTimersByTime(2_000);
    expect(code()).toBe('network_timeout');
  });

  it.each([
    ['text', false, 180],
    ['thinking', true, 300],
  ])('situation 71: waits after %s for the next content, keep-alives or not', (_name, isThinking, seconds) => {
    const { timers, code } = start();
    timers.waiting();
    timers.received();
    timers.content(isThinking);
    keepAlive(timers, seconds - 10);
    expect(code()).toBeUndefined();
    keepAlive(timers, 20);
    expect(code()).toBe('network_timeout');
  });

  it('does not count the time in which nobody reads', () => {
    const { timers, code } = start();
    timers.waiting();
    timers.received();
    timers.content(false);
    vi.advanceTimersByTime(900_000);
    timers.waiting();
    vi.advanceTimersByTime(50_000);
    expect(code()).toBeUndefined();
  });

  it('lets an answer that is not streamed take its time in silence', () => {
    const { timers, code } = start({ isStreaming: false });
    timers.waiting();
    vi.advanceTimersByTime(299_000);
    expect(code()).toBeUndefined();
    vi.advanceTimersByTime(2_000);
    expect(code()).toBe('network_timeout');
  });

  it('ends a call at its own limit, whatever arrives, and not after it has stopped', () => {
    const first = start({ totalMs: 20_000 });
    keepAlive(first.timers, 30);
    expect(first.code()).toBe('timeout');
    const second = start({ totalMs: 20_000 });
    second.timers.stop();
    vi.advanceTimersByTime(60_000);
    expect(second.code()).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
