import { describe, expect, it } from 'vitest';
import type { MetonaResponseFormat } from '@/lib/ir';
import { messageEnd, messageStart, textBlock } from '@/tests/support/wire/anthropic-bytes';
import { drive } from '@/tests/support/wire/drive-adapter';
import { lastLine, piece } from '@/tests/support/wire/ollama-bytes';
import { calls, delta, done, finish, opening } from '@/tests/support/wire/openai-bytes';
import { eventStream, lineStream, type WireScript } from '@/tests/support/wire/script';
import { isStrictSchema, readStructuredOutput } from './structured-output';

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name'],
  additionalProperties: false,
};
const bySchema: MetonaResponseFormat = { type: 'json_schema', name: 'person', schema };
const anyObject: MetonaResponseFormat = { type: 'json_object' };

describe('what an answer in a format holds', () => {
  it.each([
    ['the value', '{"name":"Ann","age":3}', bySchema, { name: 'Ann', age: 3 }],
    ['the value in a fence', '```json\n{"name":"Ann"}\n```\n', bySchema, { name: 'Ann' }],
    ['any object', ' {"a":[1]} ', anyObject, { a: [1] }],
  ])('is %s', (...[, text, format, value]) => {
    expect(readStructuredOutput(text, format)).toEqual({ value });
  });

  it.each([
    ['no JSON', 'Sure! {"name":"Ann"}', bySchema, 'not the JSON'],
    ['nothing', '', anyObject, 'not the JSON'],
    ['a list', '[1]', anyObject, 'not the object'],
    ['a missing property', '{"age":3}', bySchema, 'name'],
    ['a wrong type', '{"name":"Ann","age":"3"}', bySchema, 'age'],
    ['a property too many', '{"name":"Ann","x":1}', bySchema, 'match'],
  ])('is refused: %s', (...[, text, format, problem]) => {
    expect(readStructuredOutput(text, format)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it('is checked roughly when the schema says what the checker cannot', () => {
    const format: MetonaResponseFormat = {
      type: 'json_schema',
      name: 'n',
      schema: { type: 'object', required: ['a'], not: { required: ['b'] } },
    };
    expect(readStructuredOutput('{"a":1}', format)).toEqual({ value: { a: 1 } });
    expect(readStructuredOutput('{}', format)).toEqual({ problem: expect.stringContaining('a: missing') });
    expect(readStructuredOutput('3', format)).toEqual({ problem: expect.stringContaining('not an object') });
  });
});

describe('a strict schema', () => {
  it('closes every object in it', () => {
    expect(isStrictSchema(schema, { allRequired: false })).toBe(true);
    expect(isStrictSchema(schema, { allRequired: true })).toBe(false);
    const list = { type: 'array', items: { type: 'object', properties: {} } };
    expect(isStrictSchema({ ...schema, properties: { list } }, { allRequired: false })).toBe(false);
    expect(isStrictSchema({ anyOf: [{ type: 'string' }, { type: 'object' }] }, { allRequired: false })).toBe(false);
  });
});

const openAi = (text: string) => eventStream(delta({ content: text }), finish('stop'), done);
const providers: readonly (readonly [string, (text: string) => WireScript])[] = [
  ['deepseek', openAi],
  ['agnes-ai', openAi],
  ['openai', openAi],
  ['custom', openAi],
  ['ollama', (text) => lineStream(piece({ content: text }), lastLine())],
  ['anthropic', (text) => eventStream(messageStart(), textBlock(0, text), messageEnd('end_turn'))],
];

describe.each(providers)('a format asked of %s', (providerId, tell) => {
  const request = { responseFormat: bySchema };

  it('is parsed when it fits', async () => {
    const { response, broken } = await drive(providerId, tell('{"name":"Ann"}'), { request });
    expect(response).toMatchObject({ structuredOutput: { name: 'Ann' }, finishReason: 'stop' });
    expect(broken).toEqual([]);
  });

  it('fails in one way when it does not', async () => {
    for (const text of ['I am Ann.', '{"age":3}']) {
      const { response, broken } = await drive(providerId, tell(text), { request });
      expect(response).toMatchObject({
        content: text,
        finishReason: 'error',
        error: { code: 'invalid_response', retryable: true },
      });
      expect(response).not.toHaveProperty('structuredOutput');
      expect(broken).toEqual([]);
    }
  });
});

it('a format binds the answer, not a call on the way to it', async () => {
  const call = calls(opening([0, 'c0', 'wx', '{}']));
  const script = eventStream(delta({ content: 'I look.' }), call, finish('tool_calls'), done);
  const { response } = await drive('openai', script, { request: { responseFormat: bySchema } });
  expect(response).toMatchObject({ content: 'I look.', finishReason: 'tool_calls', toolCalls: [{ name: 'wx' }] });
  expect(response).not.toHaveProperty('structuredOutput');
});
