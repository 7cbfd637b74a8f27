import { describe, expect, it } from 'vitest';
import { deriveKey } from './keys';
import { hashToken, newId, newToken, safeEqual } from './tokens';

describe('tokens and ids', () => {
  it('have their prefix and a fixed length', () => {
    expect(newToken('mtn_')).toMatch(/^mtn_[0-9A-Za-z]{43}$/);
    expect(newId('run_')).toMatch(/^run_[0-9A-Za-z]{22}$/);
    expect(newId('s_', (size) => new Uint8Array(size))).toBe(`s_${'0'.repeat(22)}`);
  });

  it('keep every random bit', () => {
    const highest = newToken('', (size) => new Uint8Array(size).fill(255));
    const value = [...highest].reduce((sum, digit) => {
      const order = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.indexOf(digit);
      return sum * 62n + BigInt(order);
    }, 0n);
    expect(value).toBe(2n ** 256n - 1n);
    expect(new Set(Array.from({ length: 1_000 }, () => newId('')))).toHaveProperty('size', 1_000);
  });

  it('are stored as a hash, with a key as one that the database alone cannot check', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    const key = deriveKey('secret', 'access-token');
    expect(hashToken('abc', key)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashToken('abc', key)).not.toBe(hashToken('abc', deriveKey('secret', 'share-token')));
    expect(hashToken('abc', key)).toBe(hashToken('abc', deriveKey('secret', 'access-token')));
  });

  it('compare by content', () => {
    expect([
      safeEqual('same', 'same'),
      safeEqual('same', 'sama'),
      safeEqual('same', 'longer'),
      safeEqual('', 'x'),
    ]).toEqual([true, false, false, false]);
  });
});
