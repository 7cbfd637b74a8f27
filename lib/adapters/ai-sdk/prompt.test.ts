import { describe, expect, it } from 'vitest';
import { createAdapter } from '@/lib/adapters';
import type { MetonaMessage, MetonaRequest } from '@/lib/ir';
import { assistant, call, result, tool, user } from '@/tests/support/wire/conversation';
import { wireKey, wireRequest, wireTime } from '@/tests/support/wire/drive-adapter';
import { completion, delta, done, finish } from '@/tests/support/wire/openai-bytes';
import { eventStream, jsonBody, type WireScript } from '@/tests/support/wire/script';
import { createScriptedHttp } from '@/tests/support/wire/scripted-http';

type Dependencies = Parameters<typeof createAdapter>[1];
type Fields = Record<string, unknown>;

const answer = eventStream(delta({ content: 'Hi' }), finish('stop'), done);

async function drive(
  providerId: string,
  request: Partial<MetonaRequest>,
  { script = answer, ...more }: Pick<Dependencies, 'downloadImage'> & { script?: WireScript } = {},
) {
  const { http, sent } = createScriptedHttp(() => script);
  const dependencies = { http, ids: () => 'tc_9', now: () => wireTime, ...more };
  const adapter = createAdapter({ providerId, apiKey: wireKey }, dependencies);
  const response = await adapter.sendStream(wireRequest(request), () => undefined);
  return { response, sent, body: sent[0]?.body as Fields, adapter };
}

const gemini = { model: 'gemini-3.8-flash' };
const medium = { model: 'mistral-medium-latest' };

describe('thinking that goes back', () => {
  const blocks = [
    { type: 'reasoning', length: 4, metadata: { google: { thoughtSignature: 'UzE=' } } },
    { type: 'text', length: 3 },
    { type: 'call', length: 0, metadata: { google: { thoughtSignature: 'UzI=' } } },
  ];
  const said = (state: Partial<NonNullable<MetonaMessage['providerState']>> = {}, more: Partial<MetonaMessage> = {}) =>
    assistant('Yes', [call('tc_1', 'map.look_up')], {
      reasoningContent: 'Hmm.',
      providerState: { provider: 'google', model: gemini.model, data: { blocks }, ...state },
      ...more,
    });
  const partsFor = async (message: MetonaMessage) => {
    const messages = [user('Where?'), message, result('tc_1', 'north')];
    const { body } = await drive('google', { ...gemini, messages, tools: [tool('map.look_up')] });
    return (body.contents as { parts: Fields[] }[])[1]?.parts;
  };

  it('goes back in order and signed, to the model that thought it', async () => {
    expect(await partsFor(said())).toMatchObject([
      { text: 'Hmm.', thought: true, thoughtSignature: 'UzE=' },
      { text: 'Yes' },
      { functionCall: { name: 'map_look_up', args: { q: 'A' } }, thoughtSignature: 'UzI=' },
    ]);
  });

  it.each([
    ['another model', said({ model: 'gemini-4-carbon' })],
    ['another provider', said({ provider: 'openrouter' })],
    ['a state of another form', said({ data: { blocks: 'x' } })],
    ['words that were changed', said({}, { content: 'Yes!' })],
  ])('stays away for %s', async (_why, message) => {
    const parts = await partsFor(message);
    expect(parts).toMatchObject([{ text: message.content }, { functionCall: { name: 'map_look_up' } }]);
    expect(JSON.stringify(parts)).not.toMatch(/Hmm|UzE=|UzI=/);
  });
});

describe('images', () => {
  const messages = (url: string) => [user('What is it?', { images: [{ url }] })];

  it('go as they are, as an address, or as what was fetched', async () => {
    const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const inline = await drive('google', { ...gemini, messages: messages('data:image/webp;base64,UklGRg==') });
    expect(JSON.stringify(inline.body)).toContain('{"inlineData":{"mimeType":"image/webp","data":"UklGRg=="}}');
    const address = await drive('groq', { model: 'llama-4', messages: messages('https://made.up/a.png') });
    expect(JSON.stringify(address.body)).toContain('{"type":"image_url","image_url":{"url":"https://made.up/a.png"}}');
    const fetched = await drive(
      'mistral',
      { ...medium, messages: messages('https://made.up/a') },
      { downloadImage: async () => bytes },
    );
    expect(JSON.stringify(fetched.body)).toContain('data:image/png;base64,iVBORw0KGgo=');
  });

  it('that cannot be fetched or seen stop the call before it is made', async () => {
    const request = { ...medium, messages: messages('https://made.up/a') };
    const failing = { downloadImage: () => Promise.reject(new Error('gone')) };
    const cases = [
      [await drive('mistral', request), 'invalid_request'],
      [await drive('mistral', request, failing), 'network_error'],
      [
        await drive('groq', { model: 'openai/gpt-oss-20b', messages: messages('data:image/png;base64,AA==') }),
        'invalid_request',
      ],
    ] as const;
    for (const [{ response, sent }, code] of cases) {
      expect(response.error).toMatchObject({ code, retryable: false });
      expect(sent).toEqual([]);
    }
  });

  it('of older messages become a note for a model that is blind', async () => {
    const history = [...messages('data:image/png;base64,AA=='), assistant('A map.'), user('Where?')];
    const { body } = await drive('groq', { model: 'openai/gpt-oss-20b', messages: history });
    expect(JSON.stringify(body)).toContain('cannot see images');
  });
});

describe('parameters', () => {
  it('leave the temperature to models that think, and cool the others', async () => {
    expect((await drive('mistral', medium)).body).not.toHaveProperty('temperature');
    expect((await drive('mistral', { model: 'mistral-large-latest' })).body).toMatchObject({ temperature: 0 });
    expect((await drive('mistral', { ...medium, params: { temperature: 0.3 } })).body).toMatchObject({
      temperature: 0.3,
    });
  });

  it.each([
    ['mistral', medium.model, { reasoning_effort: 'high' }],
    ['groq', 'openai/gpt-oss-120b', { reasoning_effort: 'high' }],
    ['openrouter', 'openai/gpt-oss-120b', { reasoning: { effort: 'high' } }],
    ['xai', 'grok-4.6', { reasoning: { effort: 'xhigh' } }],
    [
      'google',
      gemini.model,
      { generationConfig: { thinkingConfig: { thinkingLevel: 'high', includeThoughts: true } } },
    ],
  ])('ask %s for the most thinking', async (providerId, model, expected) => {
    const params = { thinkingEnabled: true, thinkingEffort: 'max' as const };
    expect((await drive(providerId, { model, params })).body).toMatchObject(expected);
  });

  it('say a schema in words where it would be refused', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } } };
    const responseFormat = { type: 'json_schema' as const, name: 'a', schema };
    const { body } = await drive('groq', { model: 'openai/gpt-oss-120b', responseFormat });
    expect(body).toMatchObject({ response_format: { type: 'json_object' } });
    expect(JSON.stringify(body.messages)).toContain('JSON Schema');
  });
});

describe('the form of an answer', () => {
  it('B7 is read whole when a stream was asked for', async () => {
    const script = jsonBody(completion({ content: 'Hello.', reasoning: 'hm' }, 'stop'));
    const { response } = await drive('groq', { model: 'openai/gpt-oss-120b' }, { script });
    expect(response).toMatchObject({ content: 'Hello.', reasoningContent: 'hm', finishReason: 'stop' });
    expect(response.usage).toMatchObject({ inputTokens: 9, outputTokens: 2 });
  });

  it('is read as a stream when a whole answer was asked for', async () => {
    const { adapter, sent } = await drive('groq', { model: 'openai/gpt-oss-120b' });
    expect((await adapter.send(wireRequest({ model: 'openai/gpt-oss-120b' }))).content).toBe('Hi');
    expect(sent).toHaveLength(2);
  });

  it('may report a failure although it says that all is well', async () => {
    const script = jsonBody({ error: { message: 'no credit', code: 'insufficient_quota' } });
    const { response } = await drive('openrouter', { model: 'openai/gpt-oss-120b' }, { script });
    expect(response.error).toMatchObject({ code: 'quota_exceeded', providerCode: 'insufficient_quota' });
  });

  it('may say in its body how long to wait', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }];
    const script = jsonBody(
      { error: { code: 429, message: 'quota exceeded', status: 'RESOURCE_EXHAUSTED', details } },
      429,
    );
    const { response } = await drive('google', gemini, { script });
    expect(response.error).toMatchObject({ code: 'rate_limited', retryable: true, retryAfterMs: 34_500 });
  });
});
