import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onDemand } from './on-demand';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what is loaded on demand', () => {
  it('is asked for once', async () => {
    const load = vi.fn(async () => 'part');
    const part = onDemand(load);
    expect(load).not.toHaveBeenCalled();
    expect([await part(), await part()]).toEqual(['part', 'part']);
    expect(part()).toBe(part());
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is nothing while it cannot be had, and asked for again after a rest', async () => {
    const load = vi.fn(async (): Promise<string> => {
      if (load.mock.calls.length === 1) throw new Error('no server');
      return 'part';
    });
    const part = onDemand(load);
    expect(await part()).toBeNull();
    expect(await part()).toBeNull();
    expect(load).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(3000);
    expect(await part()).toBe('part');
  });
});
