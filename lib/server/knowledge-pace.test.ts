import { describe, expect, it } from 'vitest';
import { createPace } from './knowledge-pace';

function setUp() {
  const world = { now: 100_000, written: 0, slept: [] as number[] };
  const pace = createPace({
    activity: () => world.written,
    clock: {
      now: () => world.now,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted();
        world.slept.push(ms);
      },
    },
  });
  return { world, pace };
}

describe('the pace of work in the background', () => {
  it('is slow while somebody watches an answer, and for a little longer', () => {
    const { world, pace } = setUp();
    const idle = pace.batchSize();
    world.written += 1;
    expect(pace.batchSize()).toBeLessThan(idle / 4);
    world.now += 2_900;
    expect(pace.batchSize()).toBeLessThan(idle / 4);
    world.now += 200;
    expect(pace.batchSize()).toBe(idle);
  });

  it('rests much longer than it worked beside answers, a little otherwise, and not for ever', async () => {
    const { world, pace } = setUp();
    const signal = new AbortController().signal;
    await pace.rest(performance.now() - 100, signal);
    world.written += 1;
    await pace.rest(performance.now() - 100, signal);
    await pace.rest(performance.now() - 100_000, signal);
    const [idle = 0, busy = 0, most] = world.slept;
    expect(idle).toBeLessThan(60);
    expect(busy).toBeGreaterThan(500);
    expect(most).toBe(2_000);
  });

  it('gives way to others between small steps', async () => {
    const { pace } = setUp();
    let turns = 0;
    const count = () => {
      turns += 1;
      if (turns < 1_000) setImmediate(count);
    };
    setImmediate(count);
    const until = performance.now() + 40;
    while (performance.now() < until) {
      const step = performance.now() + 1;
      while (performance.now() < step);
      await pace.breathe();
    }
    expect(turns).toBeGreaterThan(5);
  });

  it('ends a rest without an error when the work is stopped', async () => {
    const { pace } = setUp();
    await expect(pace.rest(performance.now(), AbortSignal.abort(new Error('stop')))).resolves.toBeUndefined();
  });
});
