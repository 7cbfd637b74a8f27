import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AdapterConfig, createAdapter, listProviders } from '@/lib/adapters';
import type { IMetonaProviderAdapter, MetonaMessage, MetonaRequest, MetonaResponse, MetonaStreamEvent } from '@/lib/ir';
import { createSafeFetch, type SafeFetch } from '@/lib/net/safe-fetch';
import type { BridgeSubject } from '@/tests/support/wire/bridge-wire';
import { assistant, call, result, tool, user } from '@/tests/support/wire/conversation';
import { wireRequest } from '@/tests/support/wire/drive-adapter';
import { brokenRules, tokensOf } from '@/tests/support/wire/event-notation';
import { googleSubject } from '@/tests/support/wire/google-server';
import { groqSubject } from '@/tests/support/wire/groq-server';
import { mistralSubject } from '@/tests/support/wire/mistral-server';
import { openRouterSubject } from '@/tests/support/wire/openrouter-server';
import { ending, eventStream } from '@/tests/support/wire/script';
import type { WireServer } from '@/tests/support/wire/wire-server';
import { xaiSubject } from '@/tests/support/wire/xai-server';

const subjects: readonly BridgeSubject[] = [googleSubject, mistralSubject, xaiSubject, groqSubject, openRouterSubject];

const png = 'data:image/png;base64,iVBORw0KGgo=';

function remember({ content, reasoningContent, toolCalls, providerState }: MetonaResponse): MetonaMessage {
  return {
    ...assistant(content, toolCalls),
    ...(reasoningContent !== undefined && { reasoningContent }),
    ...(providerState !== undefined && { providerState }),
  };
}

describe.each(subjects)('the $providerId adapter over a socket', (subject) => {
  const { wire, key, providerId, model } = subject;
  const unfinished = eventStream(...wire.start, wire.text('Hi'));
  let server: WireServer;
  let safe: SafeFetch;
  let adapter: IMetonaProviderAdapter;
  let minted = 0;

  const open = (config: Partial<AdapterConfig> = {}) =>
    createAdapter(
      { providerId, baseUrl: server.origin, apiKey: key, ...config },
      { http: safe.fetch, ids: () => `tc_${++minted}`, now: Date.now },
    );

  beforeAll(async () => {
    server = await subject.start();
    safe = createSafeFetch({ privateOrigins: [server.origin, 'http://127.0.0.1:9'], ownPorts: [] });
    adapter = open();
  });
  afterAll(async () => {
    await safe.close();
    await server.close();
  });
  afterEach(() => {
    server.requests.length = 0;
  });

  const modelCalls = () => server.requests.filter(({ path }) => subject.isModelCall(path));
  const request = (more: Partial<MetonaRequest> = {}) =>
    wireRequest({ model, params: { thinkingEnabled: true }, ...more });

  async function ask(more: Partial<MetonaRequest> = {}, signal?: AbortSignal) {
    const events: MetonaStreamEvent[] = [];
    const options = signal === undefined ? {} : { signal };
    const response = await adapter.sendStream(request(more), (event) => events.push(event), options);
    expect(brokenRules(events, response)).toEqual([]);
    return { events, response, kinds: tokensOf(events).map(([kind]) => kind) };
  }

  it('is offered with its default model', () => {
    const described = listProviders().find(({ id }) => id === providerId);
    expect(described?.catalogue.map(({ id }) => id)).toContain(described?.defaultModel);
    expect(described).toMatchObject({ needsKey: true, keyUrl: expect.stringMatching(/^https:/) });
  });

  it('streams thinking, text and usage', async () => {
    const { response, kinds } = await ask();
    expect(response.error).toBeUndefined();
    expect(kinds).toEqual(['thinking_start', 'reasoning', 'thinking_end', 'text', 'usage', 'done']);
    expect(response).toMatchObject({ content: 'Hello there.', reasoningContent: 'Let me see.', finishReason: 'stop' });
    expect(response.usage).toEqual({
      ...{ inputTokens: 30, outputTokens: 12, totalTokens: 42 },
      ...{ cacheHitTokens: 20, cacheMissTokens: 10 },
      // Its package does not read how many tokens went into thinking.
      ...(providerId !== 'mistral' && { reasoningTokens: 5 }),
    });
    expect(response.meta).toMatchObject({ provider: providerId, rawFinishReason: wire.word('stop') });
  });

  it('gives the same answer whole', async () => {
    const { response: streamed } = await ask();
    const whole = await adapter.send(request());
    expect([whole.content, whole.reasoningContent, whole.finishReason, whole.usage]).toEqual([
      streamed.content,
      streamed.reasoningContent,
      streamed.finishReason,
      streamed.usage,
    ]);
  });

  it('holds a tool conversation of two steps, twice, while thinking', async () => {
    const tools = [tool('map.look_up')];
    const messages: MetonaMessage[] = [];
    for (const question of ['Where is it?', 'And now?']) {
      messages.push(user(question));
      const first = await ask({ messages, tools });
      expect(first.response).toMatchObject({
        finishReason: 'tool_calls',
        reasoningContent: 'Let me see.',
        toolCalls: [{ name: 'map.look_up', args: { q: 'map' } }],
      });
      messages.push(remember(first.response), result(first.response.toolCalls?.[0]?.id ?? '', 'north'));
      const second = await ask({ messages, tools });
      expect(second.response.error).toBeUndefined();
      expect(second.response).toMatchObject({ content: 'Hello there.', finishReason: 'stop' });
      messages.push(remember(second.response));
    }
    expect(modelCalls()).toHaveLength(4);
    expect(JSON.stringify(modelCalls().at(-1)?.body)).toContain('Let me see.');
    expect(JSON.stringify(modelCalls().at(-1)?.body)).toContain('map_look_up');
  });

  it('continues what another provider began, cut off between a call and its answer', async () => {
    const state = { provider: 'anthropic', model: 'other', data: { blocks: [{ type: 'reasoning', length: 3 }] } };
    const messages = [
      user('Where is it?'),
      assistant('One moment.', [call('tc_a', 'map.look_up'), call('tc_b', 'weather', { providerCallId: 'call!' })], {
        reasoningContent: 'hm.',
        providerState: state,
      }),
      result('tc_a', 'north'),
      user('Well?'),
    ];
    const { response } = await ask({ messages });
    expect(response).toMatchObject({ content: 'Hello there.', finishReason: 'stop' });
    expect(JSON.stringify(modelCalls()[0]?.body)).not.toContain('hm.');
  });

  it('takes instructions in the middle, images, limits and a format', async () => {
    const messages = [user('Hi'), assistant('Yes?'), { ...user('Summary'), role: 'system' as const }, user('Go on')];
    if (providerId !== 'groq') messages.push(assistant('Fine.'), user('And this?', { images: [{ url: png }] }));
    const schema = {
      type: 'object',
      properties: { a: { type: 'number' } },
      required: ['a'],
      additionalProperties: false,
    };
    const params = {
      maxTokens: 50,
      temperature: 0.5,
      topP: 0.9,
      stopSequences: ['END'],
      thinkingEffort: 'max' as const,
    };
    server.enqueue(eventStream(...wire.start, wire.text('{"a":1}'), ...wire.finish('stop'), ...wire.end));
    const { response } = await ask({ messages, params, responseFormat: { type: 'json_schema', name: 'a', schema } });
    expect(response.error).toBeUndefined();
    expect(response.structuredOutput).toEqual({ a: 1 });
    const sent = JSON.stringify(modelCalls()[0]?.body);
    for (const part of ['50', '0.5', 'additionalProperties']) expect(sent).toContain(part);
    if (providerId !== 'groq') expect(sent).toContain('iVBORw0KGgo=');
  });

  it('can be told not to think, and to call nothing or something', async () => {
    const tools = [tool('map.look_up'), tool('map.draw')];
    for (const toolChoice of ['none', 'required', 'auto', { name: 'map.draw' }] as const) {
      const { response } = await ask({ tools, toolChoice, params: { thinkingEnabled: false } });
      expect(response.finishReason).toBe(toolChoice === 'none' ? 'stop' : 'tool_calls');
    }
  });

  it('closes the socket when the caller leaves', async () => {
    server.enqueue(ending(unfinished, 'hang'));
    const controller = new AbortController();
    const asked = ask({}, controller.signal);
    await expect.poll(() => modelCalls().length).toBe(1);
    setTimeout(() => controller.abort(), 50);
    const { response } = await asked;
    expect(response.error).toMatchObject({ code: 'user_aborted', retryable: false });
    expect(response.content).toBe('Hi');
    await expect.poll(() => modelCalls()[0]?.wasCut).toBe(true);
  });

  it('keeps what arrived before the connection broke', async () => {
    server.enqueue(ending(unfinished, 'reset'));
    const { response } = await ask();
    expect(response).toMatchObject({
      content: 'Hi',
      finishReason: 'error',
      error: { code: 'network_error', retryable: true },
    });
  });

  it('lists models and is healthy', async () => {
    const listed = await adapter.listModels();
    expect(listed.map(({ id }) => id)).toContain(model);
    expect(listed.map(({ id }) => id).join()).not.toMatch(/embed|whisper/);
    expect(await adapter.healthCheck()).toBe(true);
    expect(adapter.getContextWindow(model)).toBeGreaterThan(100_000);
  });

  it('says so when the model is unknown', async () => {
    const { response } = await ask({ model: 'no-such-model' });
    expect(response.error).toMatchObject({ code: 'model_not_found', retryable: false });
  });

  it('says so when the key is wrong, without repeating it', async () => {
    const apiKey = 'sk-wire-wrong-0a1b2c3d4e5f';
    const failure = await open({ apiKey })
      .send(request())
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ error: { code: 'auth_invalid', retryable: false } });
    expect(JSON.stringify(failure)).not.toContain(apiKey);
    expect(() => open({ apiKey: '' })).toThrow('needs an API key');
  });

  it('says so when nobody listens', async () => {
    const nobody = open({ baseUrl: 'http://127.0.0.1:9' });
    await expect(nobody.send(request())).rejects.toMatchObject({ error: { code: 'network_error', retryable: true } });
    await expect(nobody.listModels()).rejects.toMatchObject({ error: { code: 'network_error' } });
    expect(await nobody.healthCheck()).toBe(false);
  });

  it('may not reach an address that is not allowed', async () => {
    const inside = open({ baseUrl: 'http://127.0.0.2:80' });
    await expect(inside.send(request())).rejects.toMatchObject({
      error: { code: 'invalid_request', retryable: false },
    });
  });
});
