import { describe, expect, it } from 'vitest';
import type { TraceSpan } from '@/lib/ir';
import { createAxis, timeOf } from './trace-axis';

const origin = Date.parse('2030-01-01T00:00:00.000Z');
const at = (seconds: number) => new Date(origin + seconds * 1000).toISOString();
const span = (kind: TraceSpan['kind'], from: number, until: number | null) =>
  ({ id: `${kind}${from}`, kind, started_at: at(from), ended_at: until === null ? null : at(until) }) as TraceSpan;
const placesOf = (spans: readonly TraceSpan[], seconds: readonly number[], now?: number) => {
  const { placeOf } = createAxis(spans, now === undefined ? undefined : origin + now * 1000);
  return seconds.map((second) => Math.round(placeOf(origin + second * 1000) * 100) / 100);
};

describe('createAxis', () => {
  it('is even where nothing waits long', () => {
    const spans = [span('attempt', 0, 2), span('tool', 2, 4)];
    expect(placesOf(spans, [0, 1, 2, 4])).toEqual([0, 0.25, 0.5, 1]);
    expect(createAxis(spans).ticks.map(({ elapsed }) => elapsed)).toEqual([0, 1000, 2000, 3000, 4000]);
  });

  it('cuts long waits short, so that the work can be seen, and says where and how long they were', () => {
    const spans = [span('attempt', 0, 5), span('wait', 5, 7205), span('tool', 7205, 7210)];
    const axis = createAxis(spans);
    const [end, start] = [axis.placeOf(origin + 5_000), axis.placeOf(origin + 7_205_000)];
    expect(end).toBeGreaterThan(0.4);
    expect(start - end).toBeLessThan(0.15);
    expect(axis.folds).toEqual([{ place: 0.5, length: 7_200_000 }]);
    const elapsed = axis.ticks.map((tick) => tick.elapsed);
    expect([elapsed[0], elapsed[2], elapsed[4]]).toEqual([0, 3_605_000, 7_210_000]);
  });

  it('lasts until now while something goes on', () => {
    expect(placesOf([span('attempt', 0, null)], [0, 5, 10], 10)).toEqual([0, 0.5, 1]);
  });

  it('stands a run in which nothing took any time', () => {
    expect(placesOf([span('switch', 0, 0)], [0])).toEqual([0]);
  });
});

describe('timeOf', () => {
  it('counts once what ran at the same time', () => {
    const spans = [span('tool', 0, 4), span('tool', 1, 3), span('tool', 3, 6), span('tool', 8, 9), span('wait', 0, 50)];
    expect(timeOf(spans, ['tool'], origin)).toBe(7000);
  });
});
