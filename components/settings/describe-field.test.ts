import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogues, createTranslate } from '@/lib/i18n';
import { describeFields } from './describe-field';

const t = createTranslate(catalogues.en);
const toToolParams = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
const factsOf = (schema: unknown) => describeFields(schema, t).map(({ name, facts }) => [name, ...facts].join(' · '));

describe('the arguments of a tool', () => {
  it('are told in words, with limits and defaults', () => {
    const schema = z.strictObject({
      query: z.string().max(400).describe('What to look for'),
      limit: z.number().int().min(1).max(50).default(10),
      mode: z.enum(['create', 'overwrite']).optional(),
      files: z.array(z.string()).max(3).optional(),
      exact: z.boolean().default(false),
      any: z.union([z.string(), z.number()]),
      weight: z.number().positive().optional(),
      depth: z.number().min(-3).optional(),
    });
    const parameters = toToolParams(schema);
    expect(factsOf(parameters)).toEqual([
      'query · text · up to 400 characters',
      'limit · whole number · 1 to 50 · 10 when left out',
      'mode · one of: create, overwrite',
      'files · a list of: text · up to 3 entries',
      'exact · yes or no · false when left out',
      'any · text / number',
      'weight · number',
      'depth · number · at least -3',
    ]);
    expect(describeFields(parameters, t)[0]).toMatchObject({ isRequired: true, description: 'What to look for' });
    expect(describeFields(parameters, t)[1]).toMatchObject({ isRequired: false });
  });

  it('show what groups and lists of groups are made of', () => {
    const point = z.strictObject({ x: z.number() });
    const [one, many] = describeFields(toToolParams(z.object({ one: point, many: z.array(point) })), t);
    expect([one?.fields[0]?.name, many?.fields[0]?.name]).toEqual(['x', 'x']);
  });

  it('may come from strangers: what is no schema is left out, and nothing goes on for ever', () => {
    const deep: Record<string, unknown> = { type: 'object' };
    deep.properties = { again: deep };
    expect(JSON.stringify(describeFields(deep, t)).length).toBeLessThan(2_000);
    for (const odd of [null, [], 'x', 5, { properties: null }, { properties: { a: null, b: 'x', c: [] } }])
      expect(describeFields(odd, t)).toEqual([]);
    const wide = { properties: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, {}])) };
    expect(describeFields(wide, t)).toHaveLength(60);
    expect(
      factsOf({ properties: { a: { type: [], enum: 'no', description: {} }, b: { enum: ['x'.repeat(999)] } } }),
    ).toEqual(['a · anything', `b · one of: ${'x'.repeat(60)}…`]);
  });
});
