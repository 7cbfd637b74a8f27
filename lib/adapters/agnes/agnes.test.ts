import { describe, expect, it } from 'vitest';
import { createAdapter } from '@/lib/adapters';
import type { MetonaRequest } from '@/lib/ir';
import {
  blockStart,
  blockStop,
  callBlock,
  messageEnd,
  messageStart,
  textBlock,
  thinkingBlock,
} from '@/tests/support/wire/anthropic-bytes';
import { assistant, call, result, tool, user } from '@/tests/support/wire/conversation';
import {
  type DriveOptions,
  drive,
  driveEveryReading,
  modelCall,
  wireKey,
  wireTime,
} from '@/tests/support/wire/drive-adapter';
import { calls, ends, fails, reasons, says, spends, thinks, thought } from '@/tests/support/wire/event-notation';
import { delta, done, finish } from '@/tests/support/wire/openai-bytes';
import { eventStream, jsonBody, typed, type WireScript } from '@/tests/support/wire/script';
import { createScriptedHttp } from '@/tests/support/wire/scripted-http';
import { type StreamCase, testStreamCases } from '@/tests/support/wire/stream-cases';

const model = 'agnes-3.0-flash';
const hi = eventStream(delta({ content: 'Hi' }), finish('stop'), done);
const hiInMessages = eventStream(messageStart(), textBlock(0, 'Hi'), messageEnd('end_turn'));
const inMessages: DriveOptions = { settings: { mode: 'anthropic' } };

async function bodyOf(request: Partial<MetonaRequest>): Promise<Record<string, unknown>> {
  return modelCall(await drive('agnes-ai', hi, { request: { model, ...request } })).body ?? {};
}

async function messagesBodyOf(request: Partial<MetonaRequest>): Promise<Record<string, unknown>> {
  return modelCall(await drive('agnes-ai', hiInMessages, { request: { model, ...request }, ...inMessages })).body ?? {};
}

describe('Agnes requests', () => {
  it.each([
    [{ thinkingEffort: 'low' }, false],
    [{ thinkingEnabled: true, thinkingEffort: 'low' }, false],
    [{ thinkingEffort: 'medium' }, true],
    [{ thinkingEffort: 'high' }, true],
    [{ thinkingEffort: 'max' }, true],
    [{ thinkingEnabled: true }, true],
    [{ thinkingEnabled: false, thinkingEffort: 'max' }, false],
  ] as const)('%o switch thinking to %s', async (params, isOn) => {
    const body = await bodyOf({ params });
    expect(body.chat_template_kwargs).toEqual({ enable_thinking: isOn });
    expect(body).not.toHaveProperty('reasoning_effort');
  });

  it('say nothing of thinking when nothing was asked', async () => {
    expect(await bodyOf({})).not.toHaveProperty('chat_template_kwargs');
  });

  it('wrap tools and ask for a format in words', async () => {
    const body = await bodyOf({ tools: [tool('a.b')], responseFormat: { type: 'json_object' } });
    expect(body.tools).toMatchObject([{ type: 'function', function: { name: 'a_b' } }]);
    expect(body).not.toHaveProperty('response_format');
    expect(JSON.stringify(body.messages)).toContain('one JSON object');
  });

  it.each([
    [undefined, 'https://apihub.agnes-ai.com/v1/chat/completions'],
    ['https://apihub.agnes-ai.com', 'https://apihub.agnes-ai.com/v1/chat/completions'],
    ['https://apihub.agnes-ai.com/v1/', 'https://apihub.agnes-ai.com/v1/chat/completions'],
  ])('C22 join %s once', async (baseUrl, url) => {
    expect(modelCall(await drive('agnes-ai', hi, baseUrl === undefined ? {} : { baseUrl })).url).toBe(url);
  });
});

const hub = (message: string, more: Record<string, unknown>, status: number) =>
  jsonBody({ error: { message, type: 'AgnesAI_error', param: '', code: '', ...more } }, status);
const page = (status: number): WireScript => ({
  ...typed('text/html', `<!DOCTYPE html><title>${status}: Bad gateway</title><p>Try again</p>`),
  status,
});
const nested = 'hub.NotFoundError: {"error":{"message":"The model `zz` does not exist."}}';

const answers: readonly StreamCase[] = [
  [
    'A37 a missing model',
    hub(nested, { type: 'upstream_error', code: '404' }, 404),
    [fails('model_not_found', false, '404')],
  ],
  [
    'A39 too long',
    hub("Input length 1500 exceeds model's maximum context length (1000).", { type: '400' }, 400),
    [fails('context_length_exceeded', false, '400')],
  ],
  ['B5 502', page(502), [fails('network_error', true, 'http_502')]],
  ['B5 520', page(520), [fails('network_error', true, 'http_520')]],
  ['B5 522', page(522), [fails('network_timeout', true, 'http_522')]],
  ['B5 524', page(524), [fails('network_timeout', true, 'http_524')]],
  [
    'B10 503',
    hub('system memory overloaded', { code: 'system_memory_overloaded' }, 503),
    [fails('model_overloaded', true, 'system_memory_overloaded')],
  ],
  [
    'C32 403',
    hub('model access is not enabled for this token', {}, 403),
    [fails('auth_invalid', false, 'AgnesAI_error')],
  ],
  ['402', hub('Token Plan quota', {}, 402), [fails('quota_exceeded', false, 'AgnesAI_error')]],
  ['409', hub('duplicate task', {}, 409), [fails('invalid_request', false, 'AgnesAI_error')]],
  [
    '500',
    hub('do_request_failed', { code: 'do_request_failed' }, 500),
    [fails('server_error', true, 'do_request_failed')],
  ],
  [
    'B24 reasoning only',
    eventStream(
      delta({ content: '', reasoning_content: 'hm ' }),
      delta({ reasoning_content: 'ok' }),
      finish('length'),
      done,
    ),
    [thinks, reasons('hm ok'), thought, ends('length')],
  ],
  [
    'B23 a tag in the answer',
    eventStream(delta({ content: 'Use `<think>' }), delta({ content: '` tags.' }), finish('stop'), done),
    [says('Use `<think>` tags.'), ends('stop')],
  ],
];

describe('Agnes answers', () => {
  testStreamCases('agnes-ai', answers);
});

describe('Agnes through its second protocol', () => {
  it.each([
    [{ thinkingEffort: 'low' }, { type: 'enabled', budget_tokens: 1024 }],
    [{ thinkingEffort: 'medium' }, { type: 'enabled', budget_tokens: 2048 }],
    [{ thinkingEffort: 'high' }, { type: 'enabled', budget_tokens: 4096 }],
    [{ thinkingEffort: 'max' }, { type: 'enabled', budget_tokens: 8192 }],
    [{ thinkingEnabled: false }, { type: 'disabled' }],
    [{}, undefined],
  ] as const)('%o thinks with %o', async (params, thinking) => {
    expect((await messagesBodyOf({ params })).thinking).toEqual(thinking);
  });

  it('C18 passes over the empty text before a call, and needs no signature', async () => {
    const script = eventStream(
      messageStart(),
      thinkingBlock(0, ['hm']),
      blockStart(1, { type: 'text', text: '' }),
      blockStop(1),
      callBlock(2, ['t1', 'wx'], '{"q":', '"A"}'),
      messageEnd('tool_use'),
    );
    for (const outcome of await driveEveryReading('agnes-ai', script, inMessages)) {
      const expected = [thinks, reasons('hm'), thought, calls('wx', { q: 'A' }), spends(5, 4), ends('tool_calls')];
      expect(outcome.tokens).toEqual(expected.map((token) => [...token]));
      expect(outcome.broken).toEqual([]);
      expect(outcome.response).not.toHaveProperty('providerState');
    }
  });

  it('never gives thinking back, nor marks anything for a cache', async () => {
    const blocks = [
      { type: 'thinking', thinking: 'hm', signature: 'U0lH' },
      { type: 'tool_use', id: 't1' },
    ];
    const messages = [
      user('Where?'),
      assistant('', [call('tc_1', 'a.b', { providerCallId: 't1' })], {
        reasoningContent: 'hm',
        providerState: { provider: 'agnes-ai', model, data: { blocks } },
      }),
      result('tc_1', 'north'),
    ];
    const body = JSON.stringify(
      await messagesBodyOf({ messages, tools: [tool('a.b')], params: { thinkingEnabled: true } }),
    );
    expect(body).not.toContain('"hm"');
    expect(body).not.toContain('cache_control');
  });

  it.each([undefined, 'https://apihub.agnes-ai.com', 'https://apihub.agnes-ai.com/v1'])(
    'joins %s once',
    async (baseUrl) => {
      const options = { ...inMessages, ...(baseUrl !== undefined && { baseUrl }) };
      const { url, headers } = modelCall(await drive('agnes-ai', hiInMessages, options));
      expect(url).toBe('https://apihub.agnes-ai.com/v1/messages');
      expect(headers).toMatchObject({ 'x-api-key': wireKey, 'anthropic-version': '2023-06-01' });
    },
  );
});

describe('the Agnes adapters', () => {
  it.each(['openai', 'anthropic'] as const)('list what is known when the server has no list (%s)', async (mode) => {
    const listing = (script: WireScript) =>
      createAdapter(
        { providerId: 'agnes-ai', apiKey: wireKey, settings: { mode } },
        { http: createScriptedHttp(() => script).http, ids: () => 'tc_1', now: () => wireTime },
      );
    for (const script of [
      hub('Invalid URL', {}, 404),
      hub('broken', {}, 500),
      jsonBody({ nothing: true }),
      page(200),
    ]) {
      const models = await listing(script).listModels();
      expect(models.map(({ id }) => id)).toEqual(['agnes-3.0-flash', 'agnes-2.5-flash']);
      expect(await listing(script).healthCheck()).toBe(true);
    }
    await expect(listing(hub('Invalid token', {}, 401)).listModels()).rejects.toMatchObject({
      error: { code: 'auth_invalid' },
    });
    expect(await listing(jsonBody({ data: [{ id: 'agnes-9' }] })).listModels()).toMatchObject([
      { id: 'agnes-9', providerId: 'agnes-ai', contextWindow: 524_288 },
    ]);
  });
});
