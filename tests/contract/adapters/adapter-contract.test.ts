import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AdapterConfig, createAdapter } from '@/lib/adapters';
import type { IMetonaProviderAdapter, MetonaMessage, MetonaRequest, MetonaResponse, MetonaStreamEvent } from '@/lib/ir';
import { createSafeFetch, type SafeFetch } from '@/lib/net/safe-fetch';
import { result, tool, user } from '@/tests/support/wire/conversation';
import { deepSeekKey, startDeepSeekServer } from '@/tests/support/wire/deepseek-server';
import { wireRequest } from '@/tests/support/wire/drive-adapter';
import { brokenRules, tokensOf } from '@/tests/support/wire/event-notation';
import { piece } from '@/tests/support/wire/ollama-bytes';
import { startOllamaServer } from '@/tests/support/wire/ollama-server';
import { delta } from '@/tests/support/wire/openai-bytes';
import { ending, eventStream, lineStream, type WireScript } from '@/tests/support/wire/script';
import type { WireServer } from '@/tests/support/wire/wire-server';

interface Subject {
  readonly name: string;
  readonly model: string;
  readonly start: () => Promise<WireServer>;
  readonly config: (origin: string) => AdapterConfig;
  /** "Hi" and then nothing for ever, or a broken connection. */
  readonly unfinished: WireScript;
  readonly chatPath: string;
}

const subjects: readonly Subject[] = [
  {
    name: 'DeepSeek',
    model: 'deepseek-flash',
    start: startDeepSeekServer,
    config: (baseUrl) => ({ providerId: 'deepseek', baseUrl, apiKey: deepSeekKey }),
    unfinished: eventStream(delta({ content: 'Hi' })),
    chatPath: '/chat/completions',
  },
  {
    name: 'Ollama',
    model: 'qwen3:8b',
    start: startOllamaServer,
    config: (baseUrl) => ({ providerId: 'ollama', baseUrl }),
    unfinished: lineStream(piece({ content: 'Hi' })),
    chatPath: '/api/chat',
  },
];

describe.each(subjects)('the $name adapter over a socket', (subject) => {
  let server: WireServer;
  let safe: SafeFetch;
  let adapter: IMetonaProviderAdapter;
  let minted = 0;

  const open = (config: Partial<AdapterConfig> = {}) =>
    createAdapter(
      { ...subject.config(server.origin), ...config },
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

  const modelCalls = () => server.requests.filter((request) => request.path === subject.chatPath);
  const request = (more: Partial<MetonaRequest> = {}) =>
    wireRequest({ model: subject.model, params: { thinkingEnabled: true }, ...more });

  async function ask(more: Partial<MetonaRequest> = {}, signal?: AbortSignal) {
    const events: MetonaStreamEvent[] = [];
    const options = signal === undefined ? {} : { signal };
    const response = await adapter.sendStream(request(more), (event) => events.push(event), options);
    expect(brokenRules(events, response)).toEqual([]);
    return { events, response, kinds: tokensOf(events).map(([kind]) => kind) };
  }

  it('streams thinking, text and usage', async () => {
    const { response, kinds } = await ask();
    expect(kinds).toEqual(['thinking_start', 'reasoning', 'thinking_end', 'text', 'usage', 'done']);
    expect(response).toMatchObject({ content: 'Hello there.', reasoningContent: 'Let me see.', finishReason: 'stop' });
  });

  it('gives the same answer whole', async () => {
    const streamed = (await ask()).response;
    const whole = await adapter.send(request());
    expect([whole.content, whole.reasoningContent, whole.finishReason]).toEqual([
      streamed.content,
      streamed.reasoningContent,
      streamed.finishReason,
    ]);
    expect(modelCalls().map(({ body }) => body?.stream)).toEqual([true, false]);
  });

  function remember(response: MetonaResponse): MetonaMessage {
    const { content, reasoningContent, toolCalls } = response;
    return {
      role: 'assistant',
      content,
      timestamp: 1,
      ...(reasoningContent !== undefined && { reasoningContent }),
      ...(toolCalls !== undefined && { toolCalls }),
    };
  }

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
      expect(second.response).toMatchObject({ content: 'Hello there.', finishReason: 'stop' });
      messages.push(remember(second.response));
    }
    expect(modelCalls()).toHaveLength(4);
    expect(JSON.stringify(modelCalls().at(-1)?.body)).toContain('Let me see.');
  });

  it('closes the socket when the caller leaves', async () => {
    server.enqueue(ending(subject.unfinished, 'hang'));
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
    server.enqueue(ending(subject.unfinished, 'reset'));
    const { response } = await ask();
    expect(response).toMatchObject({
      content: 'Hi',
      finishReason: 'error',
      error: { code: 'network_error', retryable: true },
    });
  });

  it('lists models and is healthy', async () => {
    expect((await adapter.listModels()).map((model) => model.id)).toContain(subject.model);
    expect(await adapter.healthCheck()).toBe(true);
  });

  it('says so when the model is unknown', async () => {
    const { response } = await ask({ model: 'no-such-model' });
    expect(response.error).toMatchObject({ code: 'model_not_found', retryable: false });
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

describe('a wrong key', () => {
  it('is refused and never repeated', async () => {
    const server = await startDeepSeekServer();
    const safe = createSafeFetch({ privateOrigins: [server.origin], ownPorts: [] });
    const apiKey = 'sk-wire-wrong-0a1b2c3d4e5f';
    const adapter = createAdapter(
      { providerId: 'deepseek', baseUrl: server.origin, apiKey },
      { http: safe.fetch, ids: () => 'tc_1', now: Date.now },
    );
    const failure = await adapter.send(wireRequest({ model: 'deepseek-flash' })).catch((error: unknown) => error);
    expect(failure).toMatchObject({ error: { code: 'auth_invalid', providerCode: 'invalid_request_error' } });
    expect(JSON.stringify(failure)).not.toContain(apiKey);
    await safe.close();
    await server.close();
  });
});
