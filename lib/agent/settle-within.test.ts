import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settleWithin } from './settle-within';

describe('settleWithin', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives the outcome of work that nobody stops', async () => {
    const { signal } = new AbortController();
    await expect(settleWithin(Promise.resolve(1), signal, () => 100)).resolves.toBe(1);
    await expect(settleWithin(Promise.reject(new Error('x')), signal, () => 100)).rejects.toThrow('x');
  });

  it('takes what still comes within the grace, and drops what comes later', async () => {
    for (const [after, wanted] of [
      [90, 'in time'],
      [110, 'stopped'],
    ] as const) {
      const stop = new AbortController();
      const work = new Promise<string>((resolve) => setTimeout(() => resolve('in time'), after));
      const settled = settleWithin(work, stop.signal, () => 100).catch((error: unknown) => error);
      stop.abort('stopped');
      await vi.advanceTimersByTimeAsync(200);
      expect(await settled).toBe(wanted);
    }
  });

  it('counts the grace from the start for work that was stopped before it began', async () => {
    const never = new Promise<string>(() => {});
    const settled = settleWithin(never, AbortSignal.abort('before'), () => 50).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60);
    expect(await settled).toBe('before');
  });
});
