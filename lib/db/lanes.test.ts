import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLanes } from './lanes';

describe('createLanes', () => {
  it('lets work of one key take turns in the order it came, whatever fails, and keeps nobody else waiting', async () => {
    const inLane = createLanes();
    const log: string[] = [];
    const work = (name: string, ms: number) => async () => {
      log.push(`${name} begins`);
      await delay(ms);
      log.push(`${name} ends`);
      if (name === 'first') throw new Error('broken');
      return name;
    };
    const results = await Promise.allSettled([
      inLane('a', work('first', 20)),
      inLane('a', work('second', 0)),
      inLane('b', work('other', 0)),
    ]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
      'failed',
      'second',
      'other',
    ]);
    expect(log).toEqual(['first begins', 'other begins', 'other ends', 'first ends', 'second begins', 'second ends']);
  });
});
