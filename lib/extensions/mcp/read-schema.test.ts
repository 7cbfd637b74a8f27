import { describe, expect, it } from 'vitest';
import { checkArguments } from './check-arguments';
import { readSchema, SchemaTooLarge } from './read-schema';

const read = (schema: unknown) => {
  const found = readSchema(schema);
  if (found === null) throw new Error('no schema of an object');
  return found;
};
const issues = (schema: unknown, args: Record<string, unknown>) => {
  const check = checkArguments(read(schema), args);
  return check.ok ? [] : check.issues.map(({ path, message }) => `${path}: ${message}`);
};

describe('readSchema', () => {
  it.each([null, 7, [], 'x', { type: 'array' }, { type: ['object', 'null'] }, { type: 'object', required: 'all' }])(
    'takes no arguments that are no object: %j',
    (schema) => expect(readSchema(schema)).toBeNull(),
  );

  it('takes what says nothing as an object without properties', () => {
    expect(readSchema({})).toEqual({ type: 'object', properties: {} });
  });

  it('writes local references out and leaves none behind', () => {
    const schema = {
      type: 'object',
      properties: { from: { $ref: '#/$defs/place', description: 'where from' }, 'a/b': { $ref: '#/properties/from' } },
      $defs: { place: { type: 'string', minLength: 2 } },
    };
    const found = read(schema);
    expect(JSON.stringify(found)).not.toContain('$');
    expect(found.properties).toEqual({
      from: { type: 'string', minLength: 2, description: 'where from' },
      'a/b': { type: 'string', minLength: 2, description: 'where from' },
    });
  });

  it.each([
    'https://evil.example/schema.json',
    'other.json',
    '#/$defs/none',
    '#/__proto__/x',
    '#/$defs/constructor/name',
  ])('follows nothing else: %s', ($ref) =>
    expect(read({ properties: { x: { $ref } }, $defs: {} }).properties.x).toEqual({}),
  );

  it('ends where a reference leads back to itself', () => {
    const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } };
    expect(issues(tree, { children: [{ children: [] }] })).toEqual([]);
    const loop = {
      properties: { x: { $ref: '#/$defs/a' } },
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
    };
    expect(read(loop).properties.x).toEqual({});
  });

  it('refuses what grows: doublings, depth, and mere size', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `l${at}`,
        { allOf: [{ $ref: `#/$defs/l${at + 1}` }, { $ref: `#/$defs/l${at + 1}` }] },
      ]),
    );
    expect(() => readSchema({ properties: { x: { $ref: '#/$defs/l0' } }, $defs: doubling })).toThrow(SchemaTooLarge);
    let deep: object = {};
    for (let level = 0; level < 60; level += 1) deep = { items: deep };
    expect(() => readSchema({ properties: { deep } })).toThrow(SchemaTooLarge);
    expect(() => readSchema({ properties: { x: { description: 'x'.repeat(20_000) } } })).toThrow(SchemaTooLarge);
  });

  it('touches no prototype', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"},"a":{"__proto__":{"x":1}}}}');
    expect(Object.keys(read(schema).properties)).toEqual(['a']);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

describe('checkArguments', () => {
  const letter = {
    type: 'object',
    required: ['to', 'copies'],
    additionalProperties: false,
    properties: {
      to: { type: 'string', minLength: 2 },
      copies: { type: 'integer', minimum: 1, maximum: 9 },
      kind: { enum: ['plain', 'registered'] },
      lines: { type: 'array', maxItems: 2, items: { type: 'string' } },
      stamp: { anyOf: [{ type: 'null' }, { type: 'object', required: ['cents'] }] },
    },
  };

  it('lets through what fits, exactly as it was written', () => {
    const args = { to: 'Ben', copies: 2, kind: 'plain', lines: ['a'], stamp: { cents: 85 } };
    expect(checkArguments(read(letter), args)).toEqual({ ok: true, args });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ copies: 1 }, 'to: is missing'],
    [{ to: 'Ben', copies: '1' }, 'copies: expected integer, received string'],
    [{ to: 'Ben', copies: 1.5 }, 'copies: expected integer, received number'],
    [{ to: 'Ben', copies: 10 }, 'copies: must be at most 9'],
    [{ to: '学', copies: 1 }, 'to: must be at least 2 characters'],
    [{ to: 'Ben', copies: 1, kind: 'loud' }, 'kind: expected one of "plain", "registered"'],
    [{ to: 'Ben', copies: 1, lines: ['a', 2] }, 'lines[1]: expected string, received number'],
    [{ to: 'Ben', copies: 1, lines: ['a', 'b', 'c'] }, 'lines: must be at most 2 items'],
    [{ to: 'Ben', copies: 1, stamp: {} }, 'stamp: fits none of the forms it may have'],
    [{ to: 'Ben', copies: 1, toString: 1 }, 'toString: unknown argument'],
  ])('says what does not fit: %j', (args, issue) => expect(issues(letter, args)).toEqual([issue]));

  it('runs no pattern of a stranger', () => {
    const slow = { type: 'object', properties: { x: { type: 'string', pattern: '^(a+)+$' } } };
    const startedAt = performance.now();
    expect(issues(slow, { x: `${'a'.repeat(5_000)}!` })).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('gives up on what would take too long', () => {
    const options = Array.from({ length: 400 }, (_, at) => ({ const: at }));
    const schema = { type: 'object', properties: { xs: { type: 'array', items: { anyOf: options } } } };
    const startedAt = performance.now();
    expect(issues(schema, { xs: Array.from({ length: 100_000 }, () => 'none') })).not.toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
