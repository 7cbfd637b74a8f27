import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder, readOrder, rerankMessage } from './rerank';

describe('the answer of a model that ranks', () => {
  it.each([
    ['[3,1,2]', [2, 0, 1]],
    ['Here you are: [2, 2, 9, 0, 1]\nThank you.', [1, 0]],
    ['2 > 1', [1, 0]],
    ['', null],
    ['none of them', null],
    ['[]', null],
    ['[99]', null],
  ])('%j gives %j', (answer, order) => {
    expect(readOrder(answer, 3)).toEqual(order);
  });

  it('only ever names passages there are, each once', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(20), (answer, count) => {
        const order = readOrder(answer, count) ?? [];
        expect(new Set(order).size).toBe(order.length);
        expect(order.every((place) => place >= 0 && place < count)).toBe(true);
      }),
    );
  });

  it('was asked about numbered passages of bounded length', () => {
    const message = rerankMessage('tea?', [
      { title: 'A', text: '茶'.repeat(5_000) },
      { title: 'B', text: 'short' },
    ]);
    expect(message.startsWith('Query: tea?\n\nPassages:\n\n[1] A\n茶')).toBe(true);
    expect(message.endsWith('[2] B\nshort')).toBe(true);
    expect(message.length).toBeLessThan(800);
  });
});

describe('an order from outside', () => {
  it('moves what it names and loses nothing, whatever it names', () => {
    expect(inOrder(['a', 'b', 'c', 'd'], [2, 9, -1, 0.5, 2, 0])).toEqual(['c', 'a', 'b', 'd']);
    fc.assert(
      fc.property(fc.array(fc.integer()), (order) => {
        expect(inOrder([1, 2, 3], order).toSorted()).toEqual([1, 2, 3]);
      }),
    );
  });
});
