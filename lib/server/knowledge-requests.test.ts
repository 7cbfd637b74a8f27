import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIndexRequests, tellChanges } from './knowledge-requests';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('requests for an index', () => {
  it('wait until the changes of a user have come to rest, and are one for each user', async () => {
    const sent: string[] = [];
    const request = createIndexRequests({
      send: async (userId) => {
        sent.push(userId);
        return true;
      },
    });
    request('anna');
    await vi.advanceTimersByTimeAsync(1_500);
    request('anna');
    request('ben');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(['anna', 'ben']);
  });

  it('are made again while the job is not accepted, and not for ever', async () => {
    let tries = 0;
    const request = createIndexRequests({
      send: async () => {
        tries += 1;
        if (tries === 2) throw new Error('database away');
        return false;
      },
    });
    request('anna');
    await vi.advanceTimersByTimeAsync(13_000);
    expect(tries).toBe(2);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(tries).toBe(6);
  });
});

describe('a store that tells its changes', () => {
  it('does so after what was asked for is done, and only then', async () => {
    const told: string[] = [];
    const store = {
      rows: [] as string[],
      read: async (userId: string) => userId,
      create: async (userId: string, text: string) => {
        if (text === '') throw new Error('empty');
        return `${userId}: ${text}`;
      },
    };
    const telling = tellChanges(store, ['create'], (userId) => void told.push(userId));
    expect(await telling.read('anna')).toBe('anna');
    expect(told).toEqual([]);
    expect(await telling.create('anna', 'tea')).toBe('anna: tea');
    await expect(telling.create('ben', '')).rejects.toThrow('empty');
    expect(told).toEqual(['anna']);
  });
});
