import { type LanguageModelV4CallOptions, UnsupportedFunctionalityError } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import type { MetonaRequest, MetonaStreamEvent } from '@/lib/ir';
import { wireKey, wireRequest, wireTime } from '@/tests/support/wire/drive-adapter';
import { brokenRules } from '@/tests/support/wire/event-notation';
import { eventStream, jsonBody, type WireScript } from '@/tests/support/wire/script';
import { createScriptedHttp } from '@/tests/support/wire/scripted-http';
import { aiSdkProvider } from './adapter';
import { groqCatalogue } from './models';
import type { AiSdkProviderLine, AnyModel, Connection } from './provider-line';

type Fetch = Connection['fetch'];

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 2, text: 2, reasoning: undefined },
  raw: {},
};
const finish = { finishReason: { unified: 'stop', raw: 'stop' }, usage } as const;

/** A package whose model reads its whole answer as one text. */
function modelOf(read: (fetch: Fetch, options: LanguageModelV4CallOptions) => Promise<string>, version = 'v4') {
  const ending =
    version === 'v2' ? { finishReason: 'stop', usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 } } : finish;
  return (fetch: Fetch): AnyModel =>
    ({
      specificationVersion: version,
      provider: 'made-up',
      modelId: 'one',
      supportedUrls: {},
      doGenerate: async (options: LanguageModelV4CallOptions) => {
        const text = await read(fetch, options);
        return { ...ending, content: [{ type: 'text', text }], warnings: [] };
      },
      doStream: async (options: LanguageModelV4CallOptions) => {
        const text = await read(fetch, options);
        const parts = [
          { type: 'raw', rawValue: {} },
          { type: 'text-delta', id: '0', delta: text },
          { ...ending, type: 'finish' },
        ];
        return { stream: new ReadableStream({ start: (stream) => fill(stream, parts) }) };
      },
    }) as unknown as AnyModel;
}

function fill(stream: ReadableStreamDefaultController, parts: readonly unknown[]): void {
  for (const part of parts) stream.enqueue(part);
  stream.close();
}

const ask = async (fetch: Fetch, body = '{}') =>
  (await fetch('http://made.up/answer', { method: 'POST', body })).text();

function open(model: (fetch: Fetch) => AnyModel, ...scripts: readonly WireScript[]) {
  const line: AiSdkProviderLine = {
    providerId: 'made-up',
    displayName: 'Made up',
    defaultBaseUrl: 'http://made.up',
    basePath: '',
    keyUrl: 'https://made.up/keys',
    defaultModel: 'one',
    catalogue: groqCatalogue,
    load: async ({ fetch }) => ({ languageModel: () => model(fetch) }),
  };
  const left = [...scripts];
  const { http, sent } = createScriptedHttp(() => left.shift() ?? jsonBody({ error: { message: 'no more' } }, 503));
  const config = { providerId: 'made-up', apiKey: wireKey };
  const adapter = aiSdkProvider(line).create(config, { http, ids: () => 'tc_1', now: () => wireTime });
  return {
    sent,
    send: () => adapter.send(wireRequest({ model: 'one' })),
    stream: async (more: Partial<MetonaRequest> = {}) => {
      const events: MetonaStreamEvent[] = [];
      const response = await adapter.sendStream(wireRequest({ model: 'one', ...more }), (event) => events.push(event));
      expect(brokenRules(events, response)).toEqual([]);
      return response;
    },
  };
}

const words = eventStream('Good day.');

describe('a model of any package', () => {
  it.each(['v2', 'v3', 'v4'])('of generation %s answers, whole and streamed', async (version) => {
    const model = modelOf((fetch) => ask(fetch), version);
    const { stream, send, sent } = open(model, words, jsonBody('A whole day.'));
    expect(await stream()).toMatchObject({ content: 'Good day.', finishReason: 'stop', usage: { totalTokens: 5 } });
    expect(await send()).toMatchObject({ content: '"A whole day."', finishReason: 'stop', usage: { totalTokens: 5 } });
    expect(sent[0]).toMatchObject({ url: 'http://made.up/answer', method: 'POST' });
  });

  it('goes on in a second request where its answer does', async () => {
    const twice = modelOf(async (fetch) => (await ask(fetch)) + (await ask(fetch)));
    const { stream, sent } = open(twice, words, words);
    expect((await stream()).content).toBe('Good day.Good day.');
    expect(sent).toHaveLength(2);
  });

  it('fails as a refusal says, which it never sees', async () => {
    const { stream } = open(
      modelOf((fetch) => ask(fetch)),
      jsonBody({ error: { message: 'slow down' } }, 429),
    );
    expect((await stream()).error).toMatchObject({ code: 'rate_limited', message: 'slow down', retryable: true });
  });

  it('that cannot put the request into its form is refused before anything is sent', async () => {
    const picky = modelOf(async () => {
      throw new UnsupportedFunctionalityError({ functionality: 'greetings' });
    });
    const { stream, sent } = open(picky, words);
    const { error } = await stream();
    expect(error).toMatchObject({ code: 'invalid_request', retryable: false });
    expect(error?.message).toContain('greetings');
    expect(sent).toEqual([]);
  });

  it('that asks for nothing, or for what nobody can send, is a failure', async () => {
    const silent = open(modelOf(async () => 'from nowhere'));
    expect((await silent.stream()).error).toMatchObject({ code: 'invalid_response' });
    const form = modelOf(async (fetch) =>
      (await fetch('http://made.up', { method: 'POST', body: new FormData() })).text(),
    );
    expect((await open(form).stream()).error).toMatchObject({ code: 'invalid_request' });
  });

  it('that breaks while it reads is a failure of the answer', async () => {
    const broken = modelOf(async (fetch) => {
      await ask(fetch);
      throw new TypeError('undefined is not a function');
    });
    const { error } = await open(broken, words).stream();
    expect(error).toMatchObject({ code: 'invalid_response', retryable: true });
    expect(error?.message).not.toContain('undefined');
  });
});
