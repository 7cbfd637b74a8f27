import { describe, expect, it } from 'vitest';
import { createAdapter, listProviders } from '@/lib/adapters';
import type { MetonaMessage, MetonaStreamEvent } from '@/lib/ir';
import { assistant, call, result, user } from '@/tests/support/wire/conversation';
import { wireRequest, wireTime } from '@/tests/support/wire/drive-adapter';
import { brokenRules, calls as called, ends, fails, tokensOf } from '@/tests/support/wire/event-notation';

const noNetwork = () => Promise.reject(new Error('the mock must not use the network'));

function openMock(testModels = false) {
  let minted = 0;
  return createAdapter(
    { providerId: 'mock' },
    { http: noNetwork, ids: () => `tc_${++minted}`, now: () => wireTime, testModels },
  );
}

interface Run {
  readonly model?: string;
  readonly messages: MetonaMessage[];
  readonly testModels?: boolean;
  readonly signal?: AbortSignal;
}

async function run({ model = 'mock-1', messages, testModels, signal }: Run) {
  const events: MetonaStreamEvent[] = [];
  const options = signal === undefined ? {} : { signal };
  const request = wireRequest({ model, messages });
  const response = await openMock(testModels).sendStream(request, (event) => events.push(event), options);
  expect(brokenRules(events, response)).toEqual([]);
  return { events, response, tokens: tokensOf(events) };
}

const kinds = (events: readonly MetonaStreamEvent[]) => new Set(events.map((event) => event.type));

describe('the mock provider', () => {
  it('makes the calls of /tool lines in parallel and answers the text beside them', async () => {
    const input = 'Please\n/tool system.echo {"text":"hello tool"}\n/tool math.add {"left":1,"right":2}';
    const { response, tokens } = await run({ messages: [user(input)] });
    expect(tokens.filter(([kind]) => kind === 'call')).toEqual([
      [...called('system.echo', { text: 'hello tool' })],
      [...called('math.add', { left: 1, right: 2 })],
    ]);
    expect(tokens.at(-1)).toEqual([...ends('tool_calls')]);
    expect(response.content).toContain('“Please”');
  });

  it('says nothing beside calls alone', async () => {
    const { response } = await run({ messages: [user('/tool now')] });
    expect(response).toMatchObject({ content: '', finishReason: 'tool_calls', toolCalls: [{ name: 'now', args: {} }] });
  });

  it('turns broken JSON into a call that says so', async () => {
    const { response } = await run({ messages: [user('/tool math.add {"left":')] });
    expect(response.toolCalls).toMatchObject([{ args: {}, rawArgs: '{"left":', parseError: expect.any(String) }]);
  });

  it('states the results of its calls', async () => {
    const messages = [
      user('/tool math.add {}'),
      assistant('', [call('a', 'math.add'), call('b', 'web.fetch')]),
      result('b', 'not allowed', false),
      result('a', '3'),
    ];
    const { response } = await run({ messages });
    expect(response.finishReason).toBe('stop');
    expect(response.content).toContain('math.add → 3\n- web.fetch → Error: not allowed');
  });

  it('obeys a new message, not an old one', async () => {
    const { response } = await run({ messages: [user('/tool math.add {}'), assistant('Done.'), user('Thanks')] });
    expect(response.toolCalls).toBeUndefined();
    expect(response.content).toContain('“Thanks”');
  });

  it('answers in the language it was asked in, in several pieces, the same every time', async () => {
    const chinese = await run({ messages: [user('你好，世界')] });
    expect(chinese.response.content).toMatch(/你好，世界[\s\S]*离线模拟服务商[\s\S]*密钥/);
    const english = await run({ messages: [user('Hello')] });
    expect(english.response.content).toMatch(/“Hello”[\s\S]*offline mock provider[\s\S]*Settings/);
    expect(english.events.filter((event) => event.type === 'text_delta').length).toBeGreaterThan(5);
    expect((await run({ messages: [user('Hello')] })).events).toEqual(english.events);
    expect(english.response.usage.totalTokens).toBeGreaterThan(20);
  });

  it('thinks first when asked to', async () => {
    const { tokens, response } = await run({ model: 'mock-thinking', messages: [user('Hello')] });
    expect(tokens.map(([kind]) => kind)).toEqual([
      'thinking_start',
      'reasoning',
      'thinking_end',
      'text',
      'usage',
      'done',
    ]);
    expect(response.usage.reasoningTokens).toBeGreaterThan(0);
  });

  it('stops at once when cancelled', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 40);
    const { tokens } = await run({ messages: [user('Hello')], signal: controller.signal });
    expect(tokens.at(-1)).toEqual([...fails('user_aborted', false)]);
  });

  it('offers its scripted models only to tests', async () => {
    const ids = async (testModels: boolean) => (await openMock(testModels).listModels()).map((model) => model.id);
    expect(await ids(false)).toEqual(['mock-1', 'mock-thinking']);
    expect(await ids(true)).toEqual(
      expect.arrayContaining(['mock-slow', 'mock-fail-503', 'mock-fail-401', 'mock-cut']),
    );
    expect(listProviders().find(({ id }) => id === 'mock')?.catalogue).toHaveLength(2);
    expect((await run({ model: 'mock-cut', messages: [user('x')] })).tokens).toEqual([
      [...fails('model_not_found', false, 'http_404')],
    ]);
  });

  it.each([
    ['mock-fail-503', fails('model_overloaded', true, 'http_503')],
    ['mock-fail-401', fails('auth_invalid', false, 'http_401')],
    ['mock-cut', fails('network_error', true)],
  ])('%s fails as scripted', async (model, expected) => {
    const { tokens, events } = await run({ model, messages: [user('x')], testModels: true });
    expect(tokens.at(-1)).toEqual([...expected]);
    expect(kinds(events).has('text_delta')).toBe(model === 'mock-cut');
  });

  it('mock-slow counts its words and can be cancelled', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 350);
    const { response } = await run({
      model: 'mock-slow',
      messages: [user('x')],
      testModels: true,
      signal: controller.signal,
    });
    expect(response.content).toMatch(/^word-1 word-2/);
    expect(response.error?.code).toBe('user_aborted');
  });
});
