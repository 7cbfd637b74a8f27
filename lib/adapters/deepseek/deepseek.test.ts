import { describe, expect, it } from 'vitest';
import { createAdapter } from '@/lib/adapters';
import type { MetonaGenerationParams, MetonaMessage, MetonaRequest } from '@/lib/ir';
import { assistant, call, result, tool, user } from '@/tests/support/wire/conversation';
import { drive, modelCall, wireKey, wireTime } from '@/tests/support/wire/drive-adapter';
import { fails } from '@/tests/support/wire/event-notation';
import { delta, done, finish } from '@/tests/support/wire/openai-bytes';
import { eventStream, jsonBody } from '@/tests/support/wire/script';
import { createScriptedHttp } from '@/tests/support/wire/scripted-http';

const hi = eventStream(delta({ content: 'Hi' }), finish('stop'), done);

async function bodyOf(request: Partial<MetonaRequest>): Promise<Record<string, unknown>> {
  return modelCall(await drive('deepseek', hi, { request: { model: 'deepseek-flash', ...request } })).body ?? {};
}

const messagesOf = async (messages: MetonaMessage[], more: Partial<MetonaRequest> = {}) =>
  (await bodyOf({ messages, ...more })).messages as Record<string, unknown>[];

const toolTurn = [
  user('Where?'),
  assistant('', [call('tc_9', 'map.look_up', { providerCallId: 'c0' })], { reasoningContent: 'I need the map' }),
  result('tc_9', 'north'),
];

describe('DeepSeek requests', () => {
  it('situation 11: A1 return reasoning, content "" and the provider id in a tool loop', async () => {
    const [, , said, answer] = await messagesOf(toolTurn, { tools: [tool('map.look_up')] });
    expect(said).toEqual({
      role: 'assistant',
      content: '',
      reasoning_content: 'I need the map',
      tool_calls: [{ id: 'c0', type: 'function', function: { name: 'map_look_up', arguments: '{"q":"A"}' } }],
    });
    expect(answer).toEqual({ role: 'tool', tool_call_id: 'c0', content: 'north' });
  });

  it('situation 11: fill reasoning in on every assistant message once tools are in play', async () => {
    const messages = [user('a'), assistant('b'), assistant('c', [], { reasoningContent: 'hm' }), user('d')];
    const reasoning = (list: Record<string, unknown>[]) =>
      list.filter((m) => m.role === 'assistant').map((m) => m.reasoning_content);
    expect(reasoning(await messagesOf(messages, { tools: [tool('x')] }))).toEqual(['', 'hm']);
    expect(reasoning(await messagesOf([...messages, ...toolTurn]))).toEqual(['', 'hm', 'I need the map']);
    expect(reasoning(await messagesOf(messages))).toEqual([undefined, undefined]);
  });

  it("situation 12: send another provider's thinking back as none", async () => {
    const foreign = assistant('b', [], { reasoningContent: 'hm', answeredBy: { provider: 'ollama', model: 'x' } });
    const list = await messagesOf([user('a'), foreign, user('c')], { tools: [tool('x')] });
    expect(list[2]).toMatchObject({ content: 'b', reasoning_content: '' });
  });

  const efforts: readonly (readonly [MetonaGenerationParams, string, Record<string, unknown>])[] = [
    [{}, 'deepseek-flash', {}],
    [{ thinkingEnabled: false, thinkingEffort: 'max' }, 'deepseek-flash', { thinking: { type: 'disabled' } }],
    [{ thinkingEnabled: true }, 'deepseek-flash', { thinking: { type: 'enabled' } }],
    [
      { thinkingEnabled: true, thinkingEffort: 'low' },
      'deepseek-flash',
      { thinking: { type: 'enabled' }, reasoning_effort: 'low' },
    ],
    [
      { thinkingEnabled: true, thinkingEffort: 'low' },
      'deepseek-v4-pro',
      { thinking: { type: 'enabled' }, reasoning_effort: 'high' },
    ],
    [{ thinkingEffort: 'medium' }, 'deepseek-flash', { thinking: { type: 'enabled' }, reasoning_effort: 'high' }],
    [{ thinkingEffort: 'high' }, 'deepseek-flash', { thinking: { type: 'enabled' }, reasoning_effort: 'high' }],
    [{ thinkingEffort: 'max' }, 'deepseek-v4-pro', { thinking: { type: 'enabled' }, reasoning_effort: 'max' }],
  ];
  it.each(efforts)('A3 map %j for %s', async (params, model, expected) => {
    const { thinking, reasoning_effort } = await bodyOf({ params, model });
    expect({
      ...(thinking !== undefined && { thinking }),
      ...(reasoning_effort !== undefined && { reasoning_effort }),
    }).toEqual(expected);
  });

  it('A4 leave tool_choice and sampling out while thinking, send them otherwise', async () => {
    const more: Partial<MetonaRequest> = { tools: [tool('a.b')], toolChoice: { name: 'a.b' } };
    const thinking = await bodyOf({ ...more, params: { temperature: 1, topP: 0.5 } });
    expect(thinking).not.toHaveProperty('tool_choice');
    expect(thinking).not.toHaveProperty('temperature');
    expect(thinking).not.toHaveProperty('top_p');
    const plain = await bodyOf({
      ...more,
      params: { thinkingEnabled: false, topP: 0.5, maxTokens: 9, stopSequences: ['x'] },
    });
    expect(plain).toMatchObject({
      temperature: 0,
      top_p: 0.5,
      max_tokens: 9,
      stop: ['x'],
      tool_choice: { type: 'function', function: { name: 'a_b' } },
    });
  });

  it('offer no tools when none may be called, and only those that are allowed', async () => {
    const tools = [tool('a.b'), tool('c.d')];
    expect(await bodyOf({ tools, toolChoice: 'none' })).not.toHaveProperty('tools');
    expect((await bodyOf({ tools, constraints: { allowedTools: ['c.d'] } })).tools).toMatchObject([
      { function: { name: 'c_d' } },
    ]);
  });

  it('send images to the model that sees, and refuse the question for the one that does not', async () => {
    const messages = [user('What?', { images: [{ url: 'data:image/png;base64,AAAA', detail: 'low' }] })];
    expect((await messagesOf(messages))[1]?.content).toEqual([
      { type: 'text', text: 'What?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } },
    ]);
    const request = { messages, model: 'deepseek-v4-pro' };
    const refused = await drive('deepseek', hi, { request });
    expect(refused.tokens).toEqual([[...fails('invalid_request', false)]]);
    expect(refused.response.error?.message).toContain('cannot see images');
    expect(refused.sent).toEqual([]);
    const later = [...messages, assistant('A map.'), user('And now?')];
    expect((await messagesOf(later, { model: 'deepseek-v4-pro' }))[1]?.content).toContain('cannot see images');
  });

  it('put a schema into the prompt, since the server takes none', async () => {
    const body = await bodyOf({
      responseFormat: { type: 'json_schema', name: 'n', schema: { type: 'object', title: 'Answer' } },
    });
    expect(body.response_format).toEqual({ type: 'json_object' });
    expect(JSON.stringify(body.messages)).toContain('JSON Schema');
  });

  it('ask for usage when streaming and send the key in a header', async () => {
    const { url, headers, body } = modelCall(await drive('deepseek', hi));
    expect(url).toBe('https://api.deepseek.com/chat/completions');
    expect(headers).toMatchObject({ authorization: `Bearer ${wireKey}`, 'content-type': 'application/json' });
    expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    const whole = modelCall(await drive('deepseek', hi, { request: { params: { stream: false } } })).body;
    expect(whole).toMatchObject({ stream: false });
    expect(whole).not.toHaveProperty('stream_options');
  });

  it.each([
    'http://x.test',
    'http://x.test/',
    'http://x.test/v1',
    'http://x.test/v1/',
    'http://x.test/v1/chat/completions',
  ])('C22 join the base URL %s once', async (baseUrl) => {
    const path = new URL(modelCall(await drive('deepseek', hi, { baseUrl })).url).pathname;
    expect(path).toBe(baseUrl.includes('/v1') ? '/v1/chat/completions' : '/chat/completions');
  });
});

describe('the DeepSeek adapter', () => {
  const dependencies = (list: unknown) => ({
    http: createScriptedHttp(() => jsonBody(list)).http,
    ids: () => 'tc_1',
    now: () => wireTime,
  });

  it('lists what the server lists, with what the catalogue knows', async () => {
    const list = {
      object: 'list',
      data: [{ id: 'deepseek-flash', object: 'model' }, { id: 'deepseek-new' }, { object: 'model' }],
    };
    const adapter = createAdapter({ providerId: 'deepseek', apiKey: wireKey }, dependencies(list));
    const models = await adapter.listModels();
    expect(models.map(({ id, displayName, supportsImages }) => [id, displayName, supportsImages])).toEqual([
      ['deepseek-flash', 'DeepSeek Flash', true],
      ['deepseek-new', 'deepseek-new', false],
    ]);
    expect(adapter.getContextWindow('deepseek-flash')).toBe(1_000_000);
    expect(await adapter.healthCheck()).toBe(true);
  });

  it('needs a key and a usable address', () => {
    expect(() => createAdapter({ providerId: 'deepseek' }, dependencies({}))).toThrow(/needs an API key/);
    expect(() =>
      createAdapter({ providerId: 'deepseek', apiKey: wireKey, baseUrl: 'ftp://x' }, dependencies({})),
    ).toThrow(/base URL/);
    expect(() => createAdapter({ providerId: 'nobody' }, dependencies({}))).toThrow(/unknown provider/);
  });

  it("takes a custom server's window from its list, then from the settings", async () => {
    const list = { data: [{ id: 'a', max_model_len: 4096 }, { id: 'b', context_length: 8192 }, { id: 'c' }] };
    const config = {
      providerId: 'box',
      kind: 'custom',
      baseUrl: 'http://x.test/v1',
      settings: { contextWindow: 1234 },
    } as const;
    const adapter = createAdapter(config, dependencies(list));
    expect((await adapter.listModels()).map((model) => model.contextWindow)).toEqual([4096, 8192, 1234]);
    expect([adapter.getContextWindow('a'), adapter.getContextWindow('unheard')]).toEqual([4096, 1234]);
  });
});
