import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHeartbeat } from './heartbeat';

describe('createHeartbeat', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('beats for all listeners with one timer and stops with the last', () => {
    const heartbeat = createHeartbeat(15_000);
    expect(vi.getTimerCount()).toBe(0);
    const first = vi.fn();
    const second = vi.fn();
    const leaveFirst = heartbeat.subscribe(first);
    const leaveSecond = heartbeat.subscribe(second);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(30_000);
    leaveFirst();
    leaveFirst();
    vi.advanceTimersByTime(15_000);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 3]);
    leaveSecond();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('drops a listener that throws and keeps the others', () => {
    const heartbeat = createHeartbeat(1_000);
    const broken = vi.fn(() => {
      throw new Error('closed');
    });
    const healthy = vi.fn();
    heartbeat.subscribe(broken);
    heartbeat.subscribe(healthy);
    vi.advanceTimersByTime(3_000);
    expect([broken.mock.calls.length, healthy.mock.calls.length]).toEqual([1, 3]);
  });
});
