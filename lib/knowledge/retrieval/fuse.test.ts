import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuseRanks } from './fuse';

const list = fc.uniqueArray(fc.nat(30), { maxLength: 20 });

describe('reciprocal rank fusion', () => {
  it('puts what stands in both lists first, and says where each stood', () => {
    expect(
      fuseRanks([
        ['a', 'b', 'c'],
        ['d', 'b'],
      ]).map(({ id, ranks }) => [id, ranks]),
    ).toEqual([
      ['b', [2, 2]],
      ['a', [1, undefined]],
      ['d', [undefined, 1]],
      ['c', [3, undefined]],
    ]);
  });

  it('keeps each id once, falls in score, and keeps the order of a list that is alone', () => {
    fc.assert(
      fc.property(list, list, (left, right) => {
        const fused = fuseRanks([left, right]);
        expect(fused.map(({ id }) => id).toSorted()).toEqual([...new Set([...left, ...right])].toSorted());
        expect(fused.every(({ score }, at) => at === 0 || score <= (fused[at - 1]?.score ?? 0))).toBe(true);
        expect(fuseRanks([left, []]).map(({ id }) => id)).toEqual(left);
      }),
    );
  });

  it('never puts an id behind one that stands lower in both', () => {
    fc.assert(
      fc.property(list, (ids) => {
        const fused = fuseRanks([ids, ids]).map(({ id }) => id);
        expect(fused).toEqual(ids);
      }),
    );
  });

  it('counts a repeated id where it stands first, and weighs lists', () => {
    expect(fuseRanks([['a', 'b', 'a']]).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(fuseRanks([['a'], ['b']], [1, 2])[0]?.id).toBe('b');
  });
});
