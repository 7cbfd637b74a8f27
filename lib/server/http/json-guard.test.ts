import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonProblem } from './json-guard';

describe('findJsonProblem', () => {
  it('finds nothing in what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.boolean(), (value, spaced) => {
        const text = JSON.stringify(value, null, spaced ? 2 : 0);
        if (!text.includes('__proto__') && !text.includes('\\u0000') && !/\\ud[89a-f]/i.test(text)) {
          expect(findJsonProblem(text)).toBeNull();
        }
      }),
    );
  });

  it('finds a field given twice at any depth, however it is spelled', () => {
    expect(findJsonProblem('[{"a":[{"b":1 , "b" :2}]}]')).toBe('has the same field twice');
    expect(findJsonProblem('{"a":1,"\\u0061":2}')).toBe('has the same field twice');
    expect(findJsonProblem('{"a":{"b":1},"b":2,"c":["b","b"],"d":"b"}')).toBeNull();
    expect(findJsonProblem('{"a":"\\"b\\":1,\\\\","b":2}')).toBeNull();
  });

  it('finds reserved names as fields, not as text', () => {
    expect(findJsonProblem('{"a":{"__proto__":1}}')).toBe('has a reserved field name');
    expect(findJsonProblem('{"a\\u0000":1}')).toBe('has a reserved field name');
    expect(findJsonProblem('{"a":"__proto__"}')).toBeNull();
  });

  it('bounds the depth and stays quick on hostile text', () => {
    expect(findJsonProblem(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeNull();
    expect(findJsonProblem(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).toBe('nested too deeply');
    const begin = performance.now();
    findJsonProblem(`["${'\\\\'.repeat(500_000)}","${'\\"'.repeat(500_000)}"]`);
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});
