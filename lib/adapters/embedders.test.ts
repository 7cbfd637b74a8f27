import { describe, expect, it } from 'vitest';
import type { MetonaFailure } from '@/lib/ir';
import { wireKey, wireTime } from '@/tests/support/wire/drive-adapter';
import { ending, jsonBody, type WireScript } from '@/tests/support/wire/script';
import { createScriptedHttp } from '@/tests/support/wire/scripted-http';
import { type AdapterConfig, createEmbedder, listProviders } from './index';

const texts = ['green tea', '绿茶'];
const vectors = [
  [1, 0, 0.5],
  [0.25, 1, 0],
];

function ask(config: AdapterConfig, answer: WireScript, more: { signal?: AbortSignal; model?: string } = {}) {
  const scripted = createScriptedHttp(() => answer);
  const dependencies = { http: scripted.http, ids: () => 'tc_1', now: () => wireTime };
  const embed = createEmbedder(config, dependencies);
  return { ...scripted, result: embed({ model: 'embed-1', texts, ...more }) };
}

const failureOf = (result: Promise<unknown>) =>
  result.then(
    () => null,
    (thrown: MetonaFailure) => thrown.error,
  );

const openAiAnswer = { data: vectors.map((embedding, index) => ({ index, embedding })).toReversed() };
const custom: AdapterConfig = {
  providerId: 'mine',
  kind: 'custom',
  baseUrl: 'http://vectors.test/v1',
  apiKey: wireKey,
};

interface Wire {
  readonly answer: unknown;
  readonly url: string;
  readonly body: object;
}

const cases: readonly [name: string, config: AdapterConfig, wire: Wire][] = [
  [
    'openai',
    { providerId: 'openai', apiKey: wireKey },
    { answer: openAiAnswer, url: 'https://api.openai.com/v1/embeddings', body: { model: 'embed-1', input: texts } },
  ],
  [
    'a server of the user’s own',
    custom,
    { answer: openAiAnswer, url: 'http://vectors.test/v1/embeddings', body: { input: texts } },
  ],
  [
    'ollama',
    { providerId: 'ollama' },
    {
      answer: { embeddings: vectors },
      url: 'http://localhost:11434/api/embed',
      body: { model: 'embed-1', input: texts, truncate: true },
    },
  ],
  [
    'mistral, through its package',
    { providerId: 'mistral', apiKey: wireKey },
    {
      answer: { data: openAiAnswer.data.toReversed(), usage: { prompt_tokens: 2 } },
      url: 'https://api.mistral.ai/v1/embeddings',
      body: { model: 'embed-1', input: texts },
    },
  ],
  [
    'google, through its package',
    { providerId: 'google', apiKey: wireKey },
    {
      answer: { embeddings: vectors.map((values) => ({ values })) },
      url: 'https://generativelanguage.googleapis.com/v1beta/models/embed-1:batchEmbedContents',
      body: {},
    },
  ],
];

describe('embedding models', () => {
  it.each(cases)('of %s give a vector for each text, in their order', async (_name, config, wire) => {
    const { answer, url, body } = wire;
    const { result, sent } = ask(config, jsonBody(answer));
    expect(await result).toEqual(vectors);
    expect(sent).toMatchObject([{ url, method: 'POST', body }]);
  });

  it.each(cases)('of %s tell why they refuse, without the key', async (_name, config) => {
    const { result } = ask(config, jsonBody({ error: { message: `quota of ${wireKey} is used up` } }, 429));
    const error = await failureOf(result);
    expect(error).toMatchObject({ code: 'rate_limited', retryable: true });
    expect(JSON.stringify(error)).not.toContain(wireKey);
  });

  it.each([
    ['too few vectors', { data: [{ index: 0, embedding: [1] }] }],
    ['vectors of unequal length', { data: [{ embedding: [1] }, { embedding: [1, 2] }] }],
    ['something that is no number', { data: [{ embedding: [1] }, { embedding: ['x'] }] }],
    ['no list', { data: 'x' }],
    ['nothing', null],
  ])('are not believed when they answer with %s', async (_what, answer) => {
    expect(await failureOf(ask(custom, jsonBody(answer)).result)).toMatchObject({ code: 'invalid_response' });
  });

  it.each([custom, { providerId: 'mistral', apiKey: wireKey }])(
    'stop when they are told to: $providerId',
    async (config) => {
      const hanging = ending(jsonBody({}), 'hang');
      const { result } = ask(config, hanging, { signal: AbortSignal.timeout(30) });
      expect(await failureOf(result)).not.toBeNull();
    },
  );

  it('of the mock provider need no network and find the same words near', async () => {
    const { result, sent } = ask({ providerId: 'mock' }, jsonBody({}));
    const [tea] = await result;
    expect([sent, tea?.reduce((sum, part) => sum + part, 0)]).toEqual([[], 2]);
  });

  it('are offered by the providers that have some, and by no other', () => {
    const dependencies = { http: createScriptedHttp(() => jsonBody({})).http, ids: () => 'tc_1', now: () => wireTime };
    for (const { id, embeddingModels } of listProviders()) {
      const open = () => createEmbedder({ providerId: id, apiKey: wireKey }, dependencies);
      if (embeddingModels === undefined) expect(open).toThrow('offers no embedding models');
      else expect(open()).toBeTypeOf('function');
    }
  });
});
