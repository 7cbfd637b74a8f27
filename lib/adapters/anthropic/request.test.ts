import { describe, expect, it } from 'vitest';
import { createAdapter } from '@/lib/adapters';
import type { MetonaMessage, MetonaRequest } from '@/lib/ir';
import { message, messageEnd, messageStart, textBlock } from '@/tests/support/wire/anthropic-bytes';
import { assistant, call, result, tool, user } from '@/tests/support/wire/conversation';
import { drive, modelCall, wireKey, wireRequest, wireTime } from '@/tests/support/wire/drive-adapter';
import { eventStream, jsonBody } from '@/tests/support/wire/script';
import { createScriptedHttp } from '@/tests/support/wire/scripted-http';

const hi = eventStream(messageStart(), textBlock(0, 'Hi'), messageEnd('end_turn'));
const model = 'claude-haiku-5-5';
const thinking = { params: { thinkingEnabled: true } } as const;

async function bodyOf(request: Partial<MetonaRequest>): Promise<Record<string, unknown>> {
  return modelCall(await drive('anthropic', hi, { request: { model, ...request } })).body ?? {};
}

const messagesOf = async (messages: MetonaMessage[], more: Partial<MetonaRequest> = {}) =>
  (await bodyOf({ messages, ...more })).messages as { role: string; content: Record<string, unknown>[] }[];

const blocks = [
  { type: 'thinking', thinking: 'hm', signature: 'U0lH==' },
  { type: 'redacted_thinking', data: 'RU5D' },
  { type: 'text', length: 4 },
  { type: 'thinking', thinking: 'ha', signature: 'U0lI==' },
  { type: 'text', length: 4 },
  { type: 'tool_use', id: 'toolu_1' },
];
const state = { provider: 'anthropic', model, data: { blocks } };
const callTurn = (more: Partial<MetonaMessage> = {}) => [
  user('Where?'),
  assistant('Looking.', [call('tc_1', 'map.look_up', { providerCallId: 'toolu_1' })], {
    reasoningContent: 'hmha',
    providerState: state,
    ...more,
  }),
  result('tc_1', 'north'),
];
const use = { type: 'tool_use', id: 'toolu_1', name: 'map_look_up', input: { q: 'A' } };
const text = { type: 'text', text: 'Looking.' };

describe('Messages requests with thinking of their own', () => {
  it('B30 and B32 give sealed blocks back byte for byte, in their place', async () => {
    const [, said] = await messagesOf(callTurn(), { ...thinking, tools: [tool('map.look_up')] });
    const [look, ing] = ['Look', 'ing.'].map((part) => ({ type: 'text', text: part }));
    expect(said?.content).toEqual([blocks[0], blocks[1], look, blocks[3], ing, use]);
  });

  it('begin with the sealed blocks when text or calls are no longer those of the answer', async () => {
    const [, said] = await messagesOf(callTurn({ content: 'Cut.' }), thinking);
    expect(said?.content).toEqual([blocks[0], blocks[1], blocks[3], { type: 'text', text: 'Cut.' }, use]);
  });

  it.each([
    ['another model', { providerState: { ...state, model: 'claude-opus-5' } }],
    ['another provider', { providerState: { ...state, provider: 'agnes-ai' } }],
    ['state nobody can read', { providerState: { ...state, data: { blocks: [{ type: 'thinking' }] } } }],
  ])('situation 12: B33 drop the thinking of %s', async (_name, more) => {
    const [, said] = await messagesOf(callTurn(more), thinking);
    expect(said?.content).toEqual([text, use]);
  });

  it('B33 drop it when the model is not to think', async () => {
    const [, said] = await messagesOf(callTurn(), { params: { thinkingEnabled: false } });
    expect(said?.content).toEqual([text, use]);
  });
});

describe('Messages histories', () => {
  it('B36 put parallel results into one user message, before its text', async () => {
    const calls = [call('tc_1', 'a.b', { providerCallId: 't1' }), call('tc_2', 'c.d', { providerCallId: 't2' })];
    const history = [
      user('Both.'),
      assistant('', calls),
      result('tc_2', 'Error: no', false),
      result('tc_1', 'yes'),
      user('And?'),
    ];
    expect((await messagesOf(history)).at(-1)).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 't1', content: 'yes' },
        { type: 'tool_result', tool_use_id: 't2', content: 'Error: no', is_error: true },
        { type: 'text', text: 'And?' },
      ],
    });
  });

  it('begin and end with a person, and hold no blank text', async () => {
    const go = { role: 'user', content: [{ type: 'text', text: 'Continue.' }] };
    expect(await messagesOf([assistant('One.'), user('  '), assistant(' ')])).toEqual([
      go,
      { role: 'assistant', content: [{ type: 'text', text: 'One.' }] },
      { role: 'user', content: [{ type: 'text', text: '(no text)' }] },
    ]);
    expect((await messagesOf([user('Hi'), assistant('One, ')])).at(-1)).toEqual(go);
  });

  it('A50 send images inline or by address, before the text', async () => {
    const images = [{ url: 'data:image/png;base64,iVBORw0K' }, { url: 'https://pics.test/a.png' }];
    expect((await messagesOf([user('What?', { images })]))[0]?.content).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0K' } },
      { type: 'image', source: { type: 'url', url: 'https://pics.test/a.png' } },
      { type: 'text', text: 'What?' },
    ]);
  });

  it('mark system prompt and last message for the cache in a tool loop, and only there', async () => {
    const systemPrompt = {
      roleDefinition: 'You help.',
      outputConstraints: '',
      safetyGuidelines: '',
      dynamicReminders: 'Now.',
    };
    const marked = { cache_control: { type: 'ephemeral' } };
    const body = await bodyOf({ systemPrompt, tools: [tool('a.b')] });
    expect(body.system).toEqual([
      { type: 'text', text: 'You help.', ...marked },
      { type: 'text', text: 'Now.' },
    ]);
    expect(body.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Hello', ...marked }] }]);
    expect(JSON.stringify(await bodyOf({ systemPrompt }))).not.toContain('cache_control');
  });
});

const adaptive = { type: 'adaptive', display: 'summarized' };

describe('Messages parameters', () => {
  it.each([
    ['on', 'claude-haiku-5-5', { thinkingEnabled: true }, adaptive, undefined],
    ['max', 'claude-haiku-5-5', { thinkingEffort: 'max' }, adaptive, { effort: 'max' }],
    ['off', 'claude-haiku-5-5', { thinkingEnabled: false, thinkingEffort: 'max' }, { type: 'disabled' }, undefined],
    ['nothing asked', 'claude-haiku-5-5', {}, undefined, undefined],
    ['nothing asked of a model that always thinks', 'claude-opus-5-5', {}, adaptive, undefined],
    ['off at a model that always thinks', 'claude-opus-5-5', { thinkingEnabled: false }, adaptive, { effort: 'low' }],
    ['low at a model that always thinks', 'claude-fable-5-2', { thinkingEffort: 'low' }, adaptive, { effort: 'low' }],
    [
      'low at an old model',
      'claude-haiku-4-5',
      { thinkingEffort: 'low' },
      { type: 'enabled', budget_tokens: 1024 },
      undefined,
    ],
    [
      'medium at an old model',
      'claude-haiku-4-5',
      { thinkingEffort: 'medium' },
      { type: 'enabled', budget_tokens: 2048 },
      undefined,
    ],
    [
      'high at an old model',
      'claude-opus-4-1',
      { thinkingEffort: 'high' },
      { type: 'enabled', budget_tokens: 4096 },
      undefined,
    ],
    [
      'max at an old model',
      'claude-sonnet-4-20250514',
      { thinkingEffort: 'max' },
      { type: 'enabled', budget_tokens: 8192 },
      undefined,
    ],
    [
      'more than there is room for',
      'claude-haiku-4-5',
      { thinkingEffort: 'max', maxTokens: 3000 },
      { type: 'enabled', budget_tokens: 2999 },
      undefined,
    ],
    ['without room', 'claude-haiku-4-5', { thinkingEffort: 'max', maxTokens: 50 }, { type: 'disabled' }, undefined],
    ['a model that cannot', 'claude-3-5-haiku-latest', { thinkingEnabled: true }, undefined, undefined],
    ['off at a model nobody knows', 'claude-next-9', { thinkingEnabled: false }, undefined, undefined],
    ['a model nobody knows', 'claude-next-9', { thinkingEnabled: true }, adaptive, undefined],
  ] as const)('thinking: %s', async (...[, model, params, expected, config]) => {
    const body = await bodyOf({ model, params });
    expect(body.thinking).toEqual(expected);
    expect(body.output_config).toEqual(config);
  });

  it('B39 drop sampling where it is refused, and always while thinking', async () => {
    const params = { temperature: 0.5, topP: 0.9, maxTokens: 50 };
    const refusing = await bodyOf({ params });
    expect(refusing).toMatchObject({ max_tokens: 50 });
    expect(refusing).not.toHaveProperty('temperature');
    expect(refusing).not.toHaveProperty('top_p');
    const old = await bodyOf({ model: 'claude-haiku-4-5', params });
    expect(old.temperature).toBe(0.5);
    expect(old).not.toHaveProperty('top_p');
    expect(await bodyOf({ model: 'claude-haiku-4-5', params: { topP: 0.9 } })).toMatchObject({ top_p: 0.9 });
    expect((await bodyOf({ model: 'claude-haiku-4-5', params: { temperature: 1.7 } })).temperature).toBe(1);
    const deep = { thinkingEnabled: true, temperature: 0.5 };
    expect(await bodyOf({ model: 'claude-haiku-4-5', params: deep })).not.toHaveProperty('temperature');
  });

  it('always say how much may be written, never more than the model can', async () => {
    expect((await bodyOf({})).max_tokens).toBe(32_000);
    expect((await bodyOf({ model: 'claude-3-5-haiku-latest' })).max_tokens).toBe(8_192);
    expect((await bodyOf({ params: { maxTokens: 900_000 } })).max_tokens).toBe(128_000);
    expect((await bodyOf({ params: { stopSequences: ['X'] } })).stop_sequences).toEqual(['X']);
  });

  it('force a tool only on a model that does not think', async () => {
    const tools = [tool('a.b'), tool('c.d')];
    const choiceOf = async (toolChoice: MetonaRequest['toolChoice'], more: Partial<MetonaRequest> = {}) =>
      (await bodyOf({ tools, ...(toolChoice && { toolChoice }), ...more })).tool_choice;
    expect(await choiceOf(undefined)).toBeUndefined();
    expect(await choiceOf('required')).toEqual({ type: 'any' });
    expect(await choiceOf({ name: 'c.d' })).toEqual({ type: 'tool', name: 'c_d' });
    expect(await choiceOf('none')).toEqual({ type: 'none' });
    expect(await choiceOf('required', thinking)).toBeUndefined();
    expect((await bodyOf({ tools })).tools).toMatchObject([
      { name: 'a_b', input_schema: { type: 'object' } },
      { name: 'c_d' },
    ]);
  });

  it('ask for a format natively where the schema is closed, in words otherwise', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false };
    const closed = await bodyOf({ responseFormat: { type: 'json_schema', name: 'n', schema } });
    expect(closed.output_config).toEqual({ format: { type: 'json_schema', schema } });
    expect(JSON.stringify(closed.system)).not.toContain('JSON Schema');
    const open = await bodyOf({ responseFormat: { type: 'json_schema', name: 'n', schema: { type: 'object' } } });
    expect(open).not.toHaveProperty('output_config');
    expect(JSON.stringify(open.system)).toContain('JSON Schema');
    expect(JSON.stringify((await bodyOf({ responseFormat: { type: 'json_object' } })).system)).toContain(
      'one JSON object',
    );
  });

  it.each(['http://x.test', 'http://x.test/', 'http://x.test/v1', 'http://x.test/v1/', 'http://x.test/v1/messages'])(
    'C22 join %s once, with key and version in headers',
    async (baseUrl) => {
      const { url, headers } = modelCall(await drive('anthropic', hi, { baseUrl }));
      expect(url).toBe('http://x.test/v1/messages');
      expect(headers).toMatchObject({ 'x-api-key': wireKey, 'anthropic-version': '2023-06-01' });
    },
  );
});

describe('the Anthropic adapter', () => {
  const adapterOf = (pages: (url: string) => unknown) => {
    const scripted = createScriptedHttp(({ url }) => jsonBody(pages(url)));
    const dependencies = { http: scripted.http, ids: () => 'tc_1', now: () => wireTime };
    return { adapter: createAdapter({ providerId: 'anthropic', apiKey: wireKey }, dependencies), sent: scripted.sent };
  };

  it('lists all pages, with what the catalogue knows', async () => {
    const { adapter, sent } = adapterOf((url) =>
      url.includes('after_id=claude-opus-5-5')
        ? { data: [{ id: 'claude-next-9', display_name: 'Next', max_input_tokens: 2_000_000 }], has_more: false }
        : {
            data: [{ id: 'claude-opus-5-5', max_tokens: 64_000 }, { id: 7 }],
            has_more: true,
            last_id: 'claude-opus-5-5',
          },
    );
    expect(await adapter.listModels()).toMatchObject([
      { id: 'claude-opus-5-5', displayName: 'Claude Opus 5.5', maxOutput: 64_000, pricing: { outputPerMillion: 20 } },
      { id: 'claude-next-9', displayName: 'Next', contextWindow: 2_000_000 },
    ]);
    expect(sent).toHaveLength(2);
    expect(adapter.getContextWindow('claude-next-9')).toBe(2_000_000);
    expect(adapter.getContextWindow('claude-haiku-4-5')).toBe(200_000);
  });

  it('does not follow a list that never ends, and refuses what is none', async () => {
    const { adapter, sent } = adapterOf(() => ({ data: [{ id: 'a' }], has_more: true, last_id: 'a' }));
    expect(await adapter.listModels()).toHaveLength(2);
    expect(sent).toHaveLength(2);
    await expect(adapterOf(() => ({ models: [] })).adapter.listModels()).rejects.toMatchObject({
      error: { code: 'invalid_response' },
    });
  });

  it('needs a key', () => {
    const dependencies = { http: createScriptedHttp(() => jsonBody({})).http, ids: () => 'tc_1', now: () => wireTime };
    expect(() => createAdapter({ providerId: 'anthropic' }, dependencies)).toThrow('needs an API key');
  });

  it('answers whole as well', async () => {
    const { adapter } = adapterOf(() => message([{ type: 'text', text: 'Hi' }], 'end_turn'));
    expect(await adapter.send(wireRequest({ model }))).toMatchObject({ content: 'Hi', finishReason: 'stop' });
  });
});
