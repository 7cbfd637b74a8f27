import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as legacy } from 'zod/v3';
import type { ToolContext } from '@/lib/agent/ports';
import { defineTool } from './define-tool';
import { toToolParams } from './to-tool-params';

const context: ToolContext = {
  userId: 'u',
  sessionId: 's',
  runId: 'r',
  messageId: 'msg_1',
  callId: 'c',
  signal: new AbortController().signal,
  now: () => 0,
  progress: () => undefined,
};

const specification = {
  name: 'test.tool',
  description: 'A tool',
  input: z.object({ count: z.number().int().max(5), note: z.string().default('none') }),
  category: 'custom' as const,
  riskLevel: 'safe' as const,
  execute: async (args: { count: number; note: string }) => args,
};

describe('toToolParams', () => {
  it('describes a Zod 4 schema, defaults being optional', () => {
    expect(toToolParams(specification.input.strict())).toEqual({
      type: 'object',
      properties: {
        count: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: 5 },
        note: { type: 'string', default: 'none' },
      },
      required: ['count'],
      additionalProperties: false,
    });
  });

  it('describes a Zod 3 schema just as fully', () => {
    const schema = legacy.object({
      left: legacy.number().describe('first'),
      tags: legacy.array(legacy.string()).optional(),
    });
    expect(toToolParams(schema)).toEqual({
      type: 'object',
      properties: {
        left: { type: 'number', description: 'first' },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['left'],
      additionalProperties: false,
    });
  });

  it('refuses a root that is not an object', () => {
    expect(() => toToolParams(z.string())).toThrow();
  });
});

describe('defineTool', () => {
  const tool = defineTool(specification);

  it('names the wrong field, unknown ones included', () => {
    expect(tool.check({ count: 'x' })).toMatchObject({ ok: false, issues: [{ path: 'count' }] });
    expect(tool.check({ count: 1, cuont: 2 })).toMatchObject({ ok: false, issues: [{ path: 'cuont' }] });
    expect(tool.check(JSON.parse('{"count":1,"__proto__":{"x":1}}'))).toMatchObject({
      ok: false,
      issues: [{ path: '__proto__' }],
    });
  });

  it('accepts arguments as they are and fills defaults in when it runs', async () => {
    expect(tool.check({ count: 1 })).toEqual({ ok: true, args: { count: 1 } });
    expect((await tool.execute({ count: 1 }, context)).result).toEqual({ count: 1, note: 'none' });
  });

  it('keeps its identity until name or schema change', () => {
    expect(defineTool(specification).identity).toBe(tool.identity);
    expect(defineTool({ ...specification, description: 'Other words' }).identity).toBe(tool.identity);
    expect(defineTool({ ...specification, name: 'test.other' }).identity).not.toBe(tool.identity);
    const stricter = z.object({ count: z.number().int().max(4), note: z.string().default('none') });
    expect(defineTool({ ...specification, input: stricter }).identity).not.toBe(tool.identity);
  });

  it('bounds what the model reads and what is kept', async () => {
    const chatty = defineTool({
      ...specification,
      maxResultChars: 200,
      execute: async () => ({ text: 'z'.repeat(400_000) }),
    });
    const outcome = await chatty.execute({ count: 1 }, context);
    expect(outcome.summary?.length).toBeLessThanOrEqual(200);
    expect(outcome.summary).toContain('characters left out');
    expect(outcome.result).toMatchObject({ truncated: true });
  });
});
