import { describe, expect, it } from 'vitest';
import { takeStreamSlot } from './run-stream-slots';

describe('the places for lasting streams', () => {
  it('situation 55: are four for all tabs of a browser, and free again when one is left', async () => {
    const taken = [];
    for (let tab = 0; tab < 4; tab += 1) taken.push(await takeStreamSlot());
    expect(taken.every((leave) => leave !== null)).toBe(true);
    expect(await takeStreamSlot()).toBeNull();
    taken[2]?.();
    await expect.poll(() => takeStreamSlot()).not.toBeNull();
  });

  it('are for everybody where a browser has no locks', async () => {
    for (let tab = 0; tab < 10; tab += 1) expect(await takeStreamSlot(null)).not.toBeNull();
  });
});
