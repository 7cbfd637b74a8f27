import { describe, expect, it } from 'vitest';
import { dot, toUnit } from './vector-bytes';
import { signatureOf } from './vector-signature';

/** Numbers from 0 to 1 that look random and are the same each time. */
function numbers(seed: number, count: number): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  });
}
const difference = (left: string, right: string) =>
  [...left].filter((bit, at) => bit !== right[at]).length / left.length;

describe('the signature of a vector', () => {
  it('has a bit for each coordinate, and 256 at least', () => {
    expect([3, 256, 300, 1_536].map((size) => signatureOf(toUnit(numbers(1, size))).length)).toEqual([
      256, 256, 512, 2_048,
    ]);
  });

  it.each([
    ['of all signs', (value: number) => value - 0.5],
    ['that are never negative', (value: number) => value],
    ['that are mostly zero', (value: number) => (value > 0.9 ? value : 0)],
  ])('differs from that of another by the angle between them, for coordinates %s', (_name, of) => {
    for (let seed = 1; seed < 12; seed += 1) {
      const [left, right] = [toUnit(numbers(seed, 768).map(of)), toUnit(numbers(seed * 977, 768).map(of))];
      const angle = Math.acos(dot(left, right)) / Math.PI;
      expect(Math.abs(difference(signatureOf(left), signatureOf(right)) - angle)).toBeLessThan(0.07);
    }
  });
});
