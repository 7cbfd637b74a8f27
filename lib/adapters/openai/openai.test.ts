import { describe, expect, it } from 'vitest';
import { createAdapter } from '@/lib/adapters';
import type { MetonaRequest } from '@/lib/ir';
import { assistant, call, result, tool, user } from '@/tests/support/wire/conversation';
import { drive, modelCall, wireKey, wireTime } from '@/tests/support/wire/drive-adapter';
import { calls, ends, fails, says, spends } from '@/tests/support/wire/event-notation';
import { data, delta, done, errorBody, finish, opening, usageOf } from '@/tests/support/wire/openai-bytes';
import { eventStream, jsonBody } from '@/tests/support/wire/script';
import { createScriptedHttp } from '@/tests/support/wire/scripted-http';
import { type StreamCase, testStreamCases } from '@/tests/support/wire/stream-cases';

const hi = eventStream(delta({ content: 'Hi' }), finish('stop'), done);

async function bodyOf(request: Partial<MetonaRequest>): Promise<Record<string, unknown>> {
  return modelCall(await drive('openai', hi, { request: { model: 'gpt-5.6-sol', ...request } })).body ?? {};
}

describe('OpenAI requests', () => {
  it.each([
    ['o4-mini', { thinkingEnabled: true }, undefined],
    ['o4-mini', { thinkingEnabled: false }, 'low'],
    ['o4-mini', { thinkingEffort: 'max' }, 'high'],
    ['gpt-5', { thinkingEnabled: false }, 'minimal'],
    ['gpt-5.1', { thinkingEnabled: true }, 'medium'],
    ['gpt-5.1', { thinkingEffort: 'max' }, 'high'],
    ['gpt-5.2', { thinkingEffort: 'max' }, 'xhigh'],
    ['gpt-5.6-sol', { thinkingEnabled: false, thinkingEffort: 'high' }, 'none'],
    ['gpt-5.6-sol', { thinkingEffort: 'max' }, 'max'],
    ['gpt-6-astra', { thinkingEffort: 'low' }, 'low'],
    ['gpt-6-astra', {}, undefined],
    ['gpt-5-chat-latest', { thinkingEnabled: true, thinkingEffort: 'high' }, undefined],
    ['gpt-4o', { thinkingEnabled: true, thinkingEffort: 'high' }, undefined],
  ] as const)('%s with %o reasons with effort %s', async (model, params, effort) => {
    expect((await bodyOf({ model, params })).reasoning_effort).toBe(effort);
  });

  it.each([
    ['gpt-5.6-sol', { thinkingEnabled: true, thinkingEffort: 'high' }, 'none'],
    ['gpt-5.4', {}, 'none'],
    ['gpt-5.1', { thinkingEffort: 'high' }, 'high'],
    ['o4-mini', { thinkingEffort: 'high' }, 'high'],
    ['gpt-4o', { thinkingEffort: 'high' }, undefined],
  ] as const)('%s with tools and %o reasons with effort %s', async (model, params, effort) => {
    expect((await bodyOf({ model, params, tools: [tool('a.b')] })).reasoning_effort).toBe(effort);
  });

  const sampled = { maxTokens: 50, temperature: 0.5, topP: 0.9, stopSequences: ['X'] };

  it.each(['o4-mini', 'gpt-5.6-sol', 'gpt-5-chat-latest'])(
    'B39 send %s no parameter that it refuses',
    async (model) => {
      const body = await bodyOf({ model, params: sampled });
      expect(body.max_completion_tokens).toBe(50);
      for (const refused of ['max_tokens', 'temperature', 'top_p', 'stop']) expect(body).not.toHaveProperty(refused);
    },
  );

  it('B39 sample where it is possible', async () => {
    const accepted = { max_completion_tokens: 50, temperature: 0.5, top_p: 0.9 };
    expect(await bodyOf({ model: 'gpt-4o', params: sampled })).toMatchObject({ ...accepted, stop: ['X'] });
    expect(await bodyOf({ params: { ...sampled, thinkingEnabled: false } })).toMatchObject(accepted);
    expect((await bodyOf({ model: 'gpt-4o' })).temperature).toBe(0);
  });

  it('call the system prompt by the name the model expects', async () => {
    const roleOf = async (model: string) => ((await bodyOf({ model })).messages as { role: string }[])[0]?.role;
    expect(await roleOf('o4-mini')).toBe('developer');
    expect(await roleOf('gpt-4o')).toBe('system');
  });

  it('return no reasoning, whoever it is from', async () => {
    const messages = [
      user('Where?'),
      assistant('', [call('tc_1', 'map.look_up')], { reasoningContent: 'hm' }),
      result('tc_1', 'north'),
    ];
    const body = await bodyOf({ messages, tools: [tool('map.look_up')], toolChoice: { name: 'map.look_up' } });
    expect(JSON.stringify(body)).not.toContain('reasoning_content');
    expect(body.tool_choice).toEqual({ type: 'function', function: { name: 'map_look_up' } });
  });

  it('A50 show an image by its address or inline, never to a model that is blind', async () => {
    const messages = [user('What?', { images: [{ url: 'https://pics.test/a.png', detail: 'high' }] })];
    const body = await bodyOf({ messages });
    expect(body.messages).toMatchObject([
      {},
      { content: [{ text: 'What?' }, { image_url: { url: 'https://pics.test/a.png', detail: 'high' } }] },
    ]);
    const blind = await drive('openai', hi, { request: { model: 'o3-mini', messages } });
    expect(blind.tokens).toEqual([[...fails('invalid_request', false)]]);
    expect(blind.sent).toEqual([]);
  });

  it('ask for a schema strictly only where it is strict', async () => {
    const formatOf = async (schema: Record<string, unknown>) =>
      (await bodyOf({ responseFormat: { type: 'json_schema', name: 'n', schema } })).response_format;
    const closed = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false };
    expect(await formatOf({ ...closed, required: ['a'] })).toMatchObject({ json_schema: { strict: true } });
    expect(await formatOf(closed)).toMatchObject({ json_schema: { strict: false, name: 'n' } });
  });

  it.each([
    ['https://api.openai.com', 'https://api.openai.com/v1/chat/completions'],
    ['http://x.test/v1/', 'http://x.test/v1/chat/completions'],
    ['http://x.test/proxy', 'http://x.test/proxy/chat/completions'],
  ])('C22 join the base URL %s to %s', async (baseUrl, url) => {
    expect(modelCall(await drive('openai', hi, { baseUrl })).url).toBe(url);
  });
});

const usage = usageOf(30, 12, {
  prompt_tokens_details: { cached_tokens: 20 },
  completion_tokens_details: { reasoning_tokens: 5 },
});

const answers: readonly StreamCase[] = [
  [
    'A6 the usage chunk',
    eventStream(delta({ content: 'Hi' }), finish('stop', { usage: null }), data({ choices: [], usage }), done),
    [says('Hi'), spends(30, 12, { reasoningTokens: 5, cacheHitTokens: 20, cacheMissTokens: 10 }), ends('stop')],
  ],
  [
    'A22 "stop" with calls',
    eventStream(delta({ tool_calls: [opening([0, 'c0', 'wx', '{"q":"A"}'])] }), finish('stop'), done),
    [calls('wx', { q: 'A' }), ends('tool_calls')],
  ],
  [
    'B20 tags stay text',
    eventStream(delta({ content: '<think>a</think>b' }), finish('stop'), done),
    [says('<think>a</think>b'), ends('stop')],
  ],
  [
    'C5 a refusal',
    eventStream(delta({ role: 'assistant', refusal: 'No' }), delta({ refusal: '.' }), finish('stop'), done),
    [says('No.'), ends('content_filter')],
  ],
  [
    'B38 filtered',
    jsonBody(errorBody('filtered', { code: 'content_filter', type: null }), 400),
    [fails('content_filtered', false, 'content_filter')],
  ],
  [
    'B39 a parameter that is refused',
    jsonBody(errorBody("Unsupported parameter: 'top_p'", { code: 'unsupported_parameter' }), 400),
    [fails('invalid_request', false, 'unsupported_parameter')],
  ],
  [
    'C32 a region',
    jsonBody(errorBody('Country not supported', { code: 'unsupported_country_region_territory' }), 403),
    [fails('auth_invalid', false, 'unsupported_country_region_territory')],
  ],
  [
    'C32 a 403 inside the stream',
    eventStream(data({ error: { message: 'no', type: 'permission_error' } })),
    [fails('auth_invalid', false, 'permission_error')],
  ],
];

describe('OpenAI answers', () => {
  testStreamCases('openai', answers);
});

describe('the OpenAI catalogue', () => {
  it('knows prices of listed models and sizes of their kin', async () => {
    const list = {
      data: [{ id: 'gpt-5.6-sol' }, { id: 'o9-preview' }, { id: 'whatever' }, { id: 'text-embedding-3-small' }],
    };
    const adapter = createAdapter(
      { providerId: 'openai', apiKey: wireKey },
      { http: createScriptedHttp(() => jsonBody(list)).http, ids: () => 'tc_1', now: () => wireTime },
    );
    const models = await adapter.listModels();
    expect(models).toMatchObject([
      { supportsThinking: true, pricing: { inputPerMillion: 2, outputPerMillion: 10, currency: 'USD' } },
      { supportsThinking: true, contextWindow: 200_000 },
      { supportsThinking: false, supportsToolCalling: true },
    ]);
  });
});
