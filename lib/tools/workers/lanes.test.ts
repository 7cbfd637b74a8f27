import { describe, expect, it } from 'vitest';
import { createLanes } from './lanes';

const never = new AbortController().signal;
const turns = () => new Promise((resolve) => setImmediate(resolve));

/** Who came in, in order; each place is given back by hand. */
function hall(places: number, perUser: number) {
  const lanes = createLanes({ places, perUser });
  const inside: { userId: string; leave: () => void }[] = [];
  const entered: string[] = [];
  const come = (userId: string, signal = never) =>
    lanes.take({ userId, signal }).then((leave) => {
      inside.push({ userId, leave });
      entered.push(userId);
    });
  return {
    entered,
    come,
    leave: async (userId: string) => {
      const at = inside.findIndex((one) => one.userId === userId);
      inside.splice(at, 1)[0]?.leave();
      await turns();
    },
  };
}

describe('the places of workers', () => {
  it('are not all given to one user, whoever came first', async () => {
    const { come, entered, leave } = hall(3, 2);
    for (let count = 0; count < 10; count += 1) void come('eve');
    await turns();
    expect(entered).toEqual(['eve', 'eve']);
    await come('anna');
    expect(entered).toEqual(['eve', 'eve', 'anna']);
    await leave('anna');
    expect(entered).toHaveLength(3);
    await leave('eve');
    expect(entered).toEqual(['eve', 'eve', 'anna', 'eve']);
  });

  it('are given by turns, one of each user', async () => {
    const { come, entered, leave } = hall(1, 1);
    for (let count = 0; count < 4; count += 1) void come('eve');
    void come('anna');
    void come('ben');
    void come('anna');
    for (let count = 0; count < 6; count += 1) {
      await turns();
      await leave(entered.at(-1) ?? '');
    }
    expect(entered).toEqual(['eve', 'eve', 'anna', 'ben', 'eve', 'anna', 'eve']);
  });

  it('are left by whoever stops waiting, and by nobody twice', async () => {
    const { come, entered, leave } = hall(1, 1);
    await come('anna');
    const stop = new AbortController();
    const waiting = come('ben', stop.signal);
    void come('eve');
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await expect(come('ben', stop.signal)).rejects.toThrow('stopped');
    await leave('anna');
    expect(entered).toEqual(['anna', 'eve']);

    const lanes = createLanes({ places: 1, perUser: 1 });
    const leaveOnce = await lanes.take({ userId: 'anna', signal: never });
    leaveOnce();
    await lanes.take({ userId: 'ben', signal: never });
    leaveOnce();
    const second = lanes.take({ userId: 'eve', signal: AbortSignal.timeout(20) });
    await expect(second).rejects.toThrow();
  });

  it('never hold more than there is room for, whatever comes and goes', async () => {
    const lanes = createLanes({ places: 3, perUser: 2 });
    let inside = 0;
    const of = new Map<string, number>();
    const work = async (userId: string, at: number) => {
      const leave = await lanes.take({ userId, signal: at % 7 === 0 ? AbortSignal.timeout(1) : never });
      inside += 1;
      of.set(userId, (of.get(userId) ?? 0) + 1);
      expect(inside).toBeLessThanOrEqual(3);
      expect(of.get(userId)).toBeLessThanOrEqual(2);
      await turns();
      inside -= 1;
      of.set(userId, (of.get(userId) ?? 0) - 1);
      leave();
    };
    await Promise.allSettled(Array.from({ length: 200 }, (_, at) => work(`u${at % 4}`, at)));
    expect(inside).toBe(0);
    for (const userId of ['a', 'b', 'c']) await lanes.take({ userId, signal: AbortSignal.timeout(1_000) });
  });
});
