import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameTools, slugOf } from './tool-names';

describe('slugOf', () => {
  it.each([
    ['Team Wiki', 'team-wiki'],
    ['  --Ünï  cödé!! ', 'uni-code'],
    ['团队', 'server'],
    ['', 'server'],
    ['a.b.c', 'a-b-c'],
    ['x'.repeat(60), 'x'.repeat(24)],
  ])('makes a part of a name: %j', (name, slug) => expect(slugOf(name, new Set())).toBe(slug));

  it('takes none twice', () => {
    expect(slugOf('wiki', new Set(['wiki', 'wiki-2']))).toBe('wiki-3');
  });
});

describe('nameTools', () => {
  it('keeps plain names', () => {
    expect([...nameTools('wiki', ['get_page', 'search']).values()]).toEqual(['mcp.wiki.get_page', 'mcp.wiki.search']);
  });

  it('does not depend on order, nor on names that are told apart anyway', () => {
    const names = ['Echo', 'echo', 'е́cho', 'get.page', 'get/page', 'other'];
    const forwards = nameTools('s', names);
    const backwards = nameTools('s', [...names].reverse());
    for (const name of names) expect(backwards.get(name)).toBe(forwards.get(name));
    expect(forwards.get('other')).toBe('mcp.s.other');
  });

  it('gives every name one of its own that can be told apart on the wire', () => {
    const name = fc.oneof(fc.string({ minLength: 1, maxLength: 80 }), fc.constantFrom('a.b', 'a_b', 'A-B', 'a b', 'á'));
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
        const given = [...nameTools('s', names).values()];
        for (const one of given) expect(one).toMatch(/^mcp\.s\.[A-Za-z0-9_-]{1,64}$/);
        expect(new Set(given.map((one) => one.toLowerCase().replace(/[^a-z0-9]/g, '_'))).size).toBe(names.length);
      }),
    );
  });
});
