import { describe, expect, it } from 'vitest';
import { createAdapter } from '@/lib/adapters';
import type { MetonaRequest } from '@/lib/ir';
import { assistant, call, result, tool, user } from '@/tests/support/wire/conversation';
import { type DriveOptions, drive, modelCall, wireRequest, wireTime } from '@/tests/support/wire/drive-adapter';
import { fails } from '@/tests/support/wire/event-notation';
import { lastLine, piece } from '@/tests/support/wire/ollama-bytes';
import { jsonBody, lineStream, type WireScript } from '@/tests/support/wire/script';
import { createScriptedHttp, type SentRequest } from '@/tests/support/wire/scripted-http';

const hi = lineStream(piece({ content: 'Hi' }), lastLine());
const image = 'data:image/png;base64,iVBORw0K';

interface Server {
  readonly capabilities?: readonly string[];
  readonly contextLength?: number;
  readonly version?: string;
}

function answers({ capabilities, contextLength = 40_960, version = '1.0.0' }: Server) {
  return ({ url }: SentRequest): WireScript | undefined => {
    if (url.endsWith('/api/version')) return jsonBody({ version });
    if (url.endsWith('/api/tags'))
      return jsonBody({ models: [{ name: 'qwen3:8b', model: 'qwen3:8b' }, { name: 'tiny' }] });
    if (!url.endsWith('/api/show') || capabilities === undefined) return undefined;
    return jsonBody({
      capabilities,
      model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': contextLength },
    });
  };
}

async function bodyOf(server: Server, request: Partial<MetonaRequest> = {}, more: DriveOptions = {}) {
  const outcome = await drive('ollama', hi, { request, beside: answers(server), ...more });
  return modelCall(outcome).body ?? {};
}

const thinker = { capabilities: ['completion', 'tools', 'thinking', 'vision'] };

describe('Ollama requests', () => {
  it.each([
    ['A48 switched off', thinker, { thinkingEnabled: false }, false],
    ['switched on', thinker, { thinkingEnabled: true }, true],
    ['low', thinker, { thinkingEffort: 'low' }, 'low'],
    ['medium', thinker, { thinkingEnabled: true, thinkingEffort: 'medium' }, 'medium'],
    ['high', thinker, { thinkingEffort: 'high' }, 'high'],
    ['max on a new server', thinker, { thinkingEffort: 'max' }, 'max'],
    ['max on an old server', { ...thinker, version: '0.21.9' }, { thinkingEffort: 'max' }, true],
    ['nothing asked', thinker, {}, undefined],
    ['a model that cannot think', { capabilities: ['completion'] }, { thinkingEnabled: false }, undefined],
    [
      'a model that cannot think, asked to',
      { capabilities: ['completion'] },
      { thinkingEnabled: true, thinkingEffort: 'max' },
      undefined,
    ],
    ['a server that does not say', {}, { thinkingEnabled: true }, undefined],
  ] as const)('think: %s', async (...[, server, params, expected]) => {
    expect((await bodyOf(server, { params })).think).toBe(expected);
  });

  it("situation 86: ask for the model's own window up to a cap, always", async () => {
    const window = async (server: Server) => (await bodyOf(server)).options;
    expect(await window({ ...thinker, contextLength: 4096 })).toMatchObject({ num_ctx: 4096 });
    expect(await window({ ...thinker, contextLength: 262_144 })).toMatchObject({ num_ctx: 32_768 });
    expect(await window({})).toMatchObject({ num_ctx: 8192 });
  });

  it('carry the parameters under their own names', async () => {
    const params = { maxTokens: 7, topP: 0.5, stopSequences: ['x'] };
    const body = await bodyOf(thinker, {
      params,
      responseFormat: { type: 'json_schema', name: 'n', schema: { type: 'object' } },
    });
    expect(body).toMatchObject({
      stream: true,
      format: { type: 'object' },
      options: { num_predict: 7, top_p: 0.5, stop: ['x'], temperature: 0 },
    });
  });

  it('B48 return arguments as an object, with the name of the tool', async () => {
    const messages = [
      user('Go'),
      assistant('', [call('tc_1', 'notes.search', { providerCallId: 'call_1' })], { reasoningContent: 'hm' }),
      result('tc_1', 'found'),
    ];
    const body = await bodyOf(thinker, { messages, tools: [tool('notes.search')] });
    expect((body.messages as unknown[]).slice(2)).toEqual([
      {
        role: 'assistant',
        content: '',
        thinking: 'hm',
        tool_calls: [{ id: 'call_1', function: { name: 'notes_search', arguments: { q: 'A' } } }],
      },
      { role: 'tool', content: 'found', tool_name: 'notes_search', tool_call_id: 'call_1' },
    ]);
    expect(body.tools).toMatchObject([{ type: 'function', function: { name: 'notes_search' } }]);
  });

  it('offer no tools to a model that has no use for them', async () => {
    expect(await bodyOf({ capabilities: ['completion'] }, { tools: [tool('a')] })).not.toHaveProperty('tools');
  });

  it('A50 send an inline image as bare base64, and refuse it for a model without eyes', async () => {
    const request = { messages: [user('What?', { images: [{ url: image }] })] };
    expect((await bodyOf(thinker, request)).messages).toMatchObject([{}, { content: 'What?', images: ['iVBORw0K'] }]);
    const blind = { capabilities: ['completion'] };
    const refused = await drive('ollama', hi, { request, beside: answers(blind) });
    expect(refused.tokens).toEqual([[...fails('invalid_request', false)]]);
    const later = { messages: [...request.messages, assistant('A map.'), user('And now?')] };
    const [, first] = (await bodyOf(blind, later)).messages as { content: string; images?: unknown }[];
    expect(first?.images).toBeUndefined();
    expect(first?.content).toContain('cannot see images');
  });

  it('B50 fetch a public image through the function they are given, or fail before asking the model', async () => {
    const request = { messages: [user('What?', { images: [{ url: 'https://pics.test/a.png' }] })] };
    const downloadImage = async () => new TextEncoder().encode('pixels');
    expect((await bodyOf(thinker, request, { downloadImage })).messages).toMatchObject([{}, { images: ['cGl4ZWxz'] }]);
    const without = await drive('ollama', hi, { request, beside: answers(thinker) });
    expect(without.tokens).toEqual([[...fails('invalid_request', false)]]);
    const broken = await drive('ollama', hi, {
      request,
      beside: answers(thinker),
      downloadImage: () => Promise.reject(new Error('no')),
    });
    expect(broken.tokens).toEqual([[...fails('network_error', false)]]);
    expect([...without.sent, ...broken.sent].some(({ url }) => url.endsWith('/api/chat'))).toBe(false);
  });

  it.each(['http://x.test:11434', 'http://x.test:11434/', 'http://x.test:11434/v1/', 'http://x.test:11434/api'])(
    'C22 join %s once',
    async (baseUrl) => {
      expect(modelCall(await drive('ollama', hi, { baseUrl })).url).toBe('http://x.test:11434/api/chat');
    },
  );
});

describe('the Ollama adapter', () => {
  function adapterFor(server: Server) {
    const scripted = createScriptedHttp((request) =>
      request.url.endsWith('/api/chat') ? hi : (answers(server)(request) ?? jsonBody({}, 404)),
    );
    return {
      ...scripted,
      adapter: createAdapter({ providerId: 'ollama' }, { http: scripted.http, ids: () => 'tc_1', now: () => wireTime }),
    };
  }

  it('asks about a model once', async () => {
    const { adapter, sent, http } = adapterFor(thinker);
    await adapter.send(wireRequest());
    await adapter.send(wireRequest());
    const second = createAdapter({ providerId: 'ollama' }, { http, ids: () => 'tc_1', now: () => wireTime });
    await second.send(wireRequest());
    expect(sent.filter(({ url }) => url.endsWith('/api/show'))).toHaveLength(1);
    expect(second.getContextWindow('wire-model')).toBe(32_768);
    expect(second.getContextWindow('unheard')).toBe(8192);
  });

  it('lists the installed models with what they can do', async () => {
    const { adapter } = adapterFor({ capabilities: ['completion', 'tools'], contextLength: 2048 });
    expect(await adapter.listModels()).toMatchObject([
      {
        id: 'qwen3:8b',
        contextWindow: 2048,
        supportsToolCalling: true,
        supportsThinking: false,
        supportsImages: false,
      },
      { id: 'tiny' },
    ]);
    expect(adapter.getContextWindow('tiny')).toBe(2048);
    expect(await adapter.healthCheck()).toBe(true);
  });
});
