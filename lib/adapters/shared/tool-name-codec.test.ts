import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createToolNameCodec } from './tool-name-codec';

const accepted = /^[a-zA-Z0-9_-]{1,64}$/;

describe('createToolNameCodec', () => {
  it('keeps plain names and turns dots into underscores', () => {
    const codec = createToolNameCodec(['notes.search', 'plain']);
    expect([codec.toWire('notes.search'), codec.toWire('plain')]).toEqual(['notes_search', 'plain']);
    expect(codec.fromWire('notes_search')).toBe('notes.search');
  });

  it('tells names apart that would look alike', () => {
    const codec = createToolNameCodec(['a.b', 'a_b', 'a/b']);
    expect(codec.toWire('a_b')).toBe('a_b');
    expect(new Set(['a.b', 'a_b', 'a/b'].map(codec.toWire)).size).toBe(3);
  });

  it('keeps what a model invents and encodes it later', () => {
    const codec = createToolNameCodec(['a.b'], ['made up!']);
    expect(codec.fromWire('never_offered')).toBe('never_offered');
    expect(codec.fromWire('a.b')).toBe('a.b');
    expect(codec.toWire('made up!')).toMatch(accepted);
    expect(codec.toWire('')).toMatch(accepted);
  });

  it('is one to one for any names', () => {
    const name = fc.oneof(
      fc.string({ maxLength: 90 }),
      fc.constantFrom('a.b', 'a_b', 'a-b', '笔记.搜索', 'x'.repeat(70)),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 12 }),
        fc.uniqueArray(name, { maxLength: 5 }),
        (offered, mentioned) => {
          const codec = createToolNameCodec(offered, mentioned);
          const names = [...new Set([...offered, ...mentioned])];
          const wire = names.map(codec.toWire);
          expect(wire.every((one) => accepted.test(one))).toBe(true);
          expect(new Set(wire).size).toBe(names.length);
          expect(wire.map(codec.fromWire)).toEqual(names);
        },
      ),
    );
  });
});
