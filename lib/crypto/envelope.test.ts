import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEnvelope, type SecretBinding, SecretUnreadable } from './envelope';
import { createKeyRing } from './key-ring';

const binding: SecretBinding = { userId: 'u_1', providerId: 'openai', origin: 'https://api.example', field: 'api_key' };
const oldKey = randomBytes(32);
const newKey = randomBytes(32);
const envelope = createEnvelope(createKeyRing([newKey, oldKey]));
const stored = envelope.seal('sk-canary-1234567890', binding);

describe('envelope', () => {
  it('gives back any secret, and never the same text twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
        const first = envelope.seal(secret, binding);
        expect(envelope.open(first, binding)).toBe(secret);
        expect(envelope.seal(secret, binding)).not.toBe(first);
      }),
    );
  });

  it('has the documented form', () => {
    const { currentId } = createKeyRing([newKey]);
    expect(stored).toMatch(new RegExp(`^v1\\.${currentId}(\\.[\\w-]+){4}$`));
    expect(stored).not.toContain('canary');
  });

  it('does not open with any bit of the stored text flipped', () => {
    const bytes = Buffer.from(stored, 'latin1');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => envelope.open(flipped.toString('latin1'), binding)).toThrow(SecretUnreadable);
    }
  });

  it('does not open when cut, extended or not an envelope at all', () => {
    fc.assert(
      fc.property(fc.nat({ max: stored.length - 1 }), fc.string({ minLength: 1 }), (length, more) => {
        for (const text of [stored.slice(0, length), stored + more, more + stored, more]) {
          expect(() => envelope.open(text, binding)).toThrow(SecretUnreadable);
        }
      }),
    );
  });

  it.each(['userId', 'providerId', 'origin', 'field'] as const)('does not open for another %s', (part) => {
    expect(() => envelope.open(stored, { ...binding, [part]: 'other' })).toThrow(SecretUnreadable);
  });

  it('refuses to seal for a binding that could be read as another', () => {
    expect(() => envelope.seal('secret', { ...binding, userId: 'u_1|openai' })).toThrow(RangeError);
  });

  it('opens what an older key sealed, seals with the newest, and fails once the old key is gone', () => {
    const before = createEnvelope(createKeyRing([oldKey])).seal('old secret', binding);
    expect([envelope.open(before, binding), envelope.isOutdated(before)]).toEqual(['old secret', true]);
    const renewed = envelope.seal(envelope.open(before, binding), binding);
    const after = createEnvelope(createKeyRing([newKey]));
    expect([after.open(renewed, binding), after.isOutdated(renewed)]).toEqual(['old secret', false]);
    expect(() => after.open(before, binding)).toThrow(SecretUnreadable);
  });
});

describe('createKeyRing', () => {
  it('refuses keys of the wrong size and no keys', () => {
    expect(() => createKeyRing([randomBytes(16)])).toThrow(RangeError);
    expect(() => createKeyRing([])).toThrow(RangeError);
  });
});
