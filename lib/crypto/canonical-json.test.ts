import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, hashArgs } from './canonical-json';

describe('canonicalJson', () => {
  it('sorts members at every depth and leaves nothing between tokens', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x"y' }], a: true, skipped: undefined })).toBe(
      '{"a":true,"b":[1,{"c":"x\\"y","d":null}]}',
    );
  });

  it('means the same value, and equal values in any order give the same hash', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(hashArgs(reversed)).toBe(hashArgs(value));
      }),
    );
    expect(hashArgs({ a: 1 })).not.toBe(hashArgs({ a: '1' }));
  });

  it('refuses what is not JSON and what nests without end', () => {
    for (const value of [undefined, Number.NaN, 1n, () => 1, [undefined]]) {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    }
    expect(() => canonicalJson(JSON.parse('['.repeat(10_000) + ']'.repeat(10_000)))).toThrow(RangeError);
  });
});
