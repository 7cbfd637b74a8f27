import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listProviders } from '@/lib/adapters';
import type { MetonaMessage } from '@/lib/ir';
import { result, tool, user } from '@/tests/support/wire/conversation';
import { ending } from '@/tests/support/wire/script';
import { openStage, remember, type Stage } from './stage';
import { subjects } from './subjects';

const image = { url: 'data:image/png;base64,iVBORw0KGgo=' };
const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};

/** Reached through the bridge, which has a contract of its own. */
const bridged = new Set(['google', 'mistral', 'xai', 'groq', 'openrouter']);

it('the suite runs for every provider that is spoken to in its own protocol', () => {
  const covered = new Set(subjects.map(({ registered }) => registered));
  const native = listProviders().filter(({ id, kind }) => kind !== 'offline' && !bridged.has(id));
  expect(native.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
});

describe.each(subjects)('the $name adapter over a socket', (subject) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(subject);
  });
  afterAll(() => stage.close());
  afterEach(() => {
    stage.server.requests.length = 0;
  });
  const thought = subject.showsThinking ? { reasoningContent: 'Let me see.' } : {};

  it('streams thinking, text and usage', async () => {
    const { response, kinds } = await stage.ask();
    const thinking = subject.showsThinking ? ['thinking_start', 'reasoning', 'thinking_end'] : [];
    expect(kinds).toEqual([...thinking, 'text', 'usage', 'done']);
    expect(response).toMatchObject({ content: 'Hello there.', ...thought, finishReason: 'stop' });
    const { inputTokens, outputTokens, totalTokens } = response.usage;
    expect([inputTokens > 0, outputTokens > 0, totalTokens]).toEqual([true, true, inputTokens + outputTokens]);
  });

  it('gives the same answer whole', async () => {
    const whole = await stage.adapter.send(stage.request());
    expect(whole).toMatchObject({ content: 'Hello there.', finishReason: 'stop' });
    expect(whole.reasoningContent).toBe(subject.showsThinkingWhole ? 'Let me see.' : undefined);
    expect(whole.usage.totalTokens).toBeGreaterThan(0);
    expect(stage.modelCalls().map(({ body }) => body?.stream)).toEqual([false]);
  });

  it.each([true, false])('holds a tool conversation of two steps, twice (thinking: %s)', async (thinkingEnabled) => {
    const asking = { tools: [tool('map.look_up')], params: { thinkingEnabled } };
    const messages: MetonaMessage[] = [];
    for (const question of ['Where is it?', 'And now?']) {
      messages.push(user(question));
      const first = await stage.ask({ ...asking, messages });
      expect(first.response).toMatchObject({
        finishReason: 'tool_calls',
        toolCalls: [{ name: 'map.look_up', args: { q: 'map' } }],
      });
      expect(first.response.reasoningContent).toBe(thinkingEnabled ? thought.reasoningContent : undefined);
      expect(first.kinds.includes('call')).toBe(true);
      const call = first.response.toolCalls?.[0];
      messages.push(remember(first.response, stage.adapter.providerId), result(call?.id ?? '', 'north'));
      const second = await stage.ask({ ...asking, messages });
      expect(second.response).toMatchObject({ content: 'Hello there.', finishReason: 'stop' });
      messages.push(remember(second.response, stage.adapter.providerId));
    }
    expect(stage.modelCalls()).toHaveLength(4);
  });

  it('puts parallel calls together from their pieces', async () => {
    stage.server.enqueue(subject.parallelCalls);
    const { events, response } = await stage.ask();
    expect(response).toMatchObject({
      finishReason: 'tool_calls',
      toolCalls: [
        { name: 'wx', args: { q: 'A' }, providerCallId: 'c0' },
        { name: 'tz', args: { q: 'B' }, providerCallId: 'c1' },
      ],
    });
    const pieces = events.flatMap((event) => (event.type === 'tool_call_delta' ? [event.toolCallDelta] : []));
    const shown = [0, 1].map((index) => {
      const own = pieces.filter((piece) => piece.index === index);
      return [own[0]?.name, own.map((piece) => piece.argsDelta ?? '').join('')];
    });
    if (subject.streamsCalls) {
      expect(shown).toEqual([
        ['wx', '{"q":"A"}'],
        ['tz', '{"q":"B"}'],
      ]);
    } else expect(pieces).toEqual([]);
  });

  it('runs no call of an answer that was cut', async () => {
    stage.server.enqueue(subject.cutCall);
    expect((await stage.ask()).response).toMatchObject({ finishReason: 'length' });
  });

  it('closes the socket when the caller leaves', async () => {
    stage.server.enqueue(ending(subject.unfinished, 'hang'));
    const controller = new AbortController();
    const asked = stage.ask({}, controller.signal);
    await expect.poll(() => stage.modelCalls().length).toBe(1);
    setTimeout(() => controller.abort(), 50);
    const { response } = await asked;
    expect(response.error).toMatchObject({ code: 'user_aborted', retryable: false });
    expect(response.content).toBe('Hi');
    await expect.poll(() => stage.modelCalls()[0]?.wasCut).toBe(true);
  });

  it('shows images, inline and by their form', async () => {
    const { model, seeingModel = model } = subject;
    const { response } = await stage.ask({
      model: seeingModel,
      messages: [user('What is this?', { images: [image] })],
    });
    expect(response).toMatchObject({ content: 'Hello there.' });
    expect(JSON.stringify(stage.modelCalls()[0]?.body)).toContain('iVBORw0KGgo=');
  });

  it('answers in a format, or says that the answer is none', async () => {
    const responseFormat = { type: 'json_schema', name: 'place', schema } as const;
    stage.server.enqueue(subject.text('{"city":"Oslo"}'), subject.text('It is Oslo.'));
    expect((await stage.ask({ responseFormat })).response.structuredOutput).toEqual({ city: 'Oslo' });
    expect((await stage.ask({ responseFormat })).response.error).toMatchObject({
      code: 'invalid_response',
      retryable: true,
    });
    expect(JSON.stringify(stage.modelCalls()[0]?.body)).toContain('city');
  });

  it.each(['low', 'medium', 'high', 'max'] as const)('thinks with effort %s', async (thinkingEffort) => {
    const params = { thinkingEnabled: true, thinkingEffort, temperature: 0.3, topP: 0.9, stopSequences: ['X'] };
    expect((await stage.ask({ params })).response.content).toBe('Hello there.');
  });

  it('lists models and is healthy', async () => {
    const ids = (await stage.adapter.listModels()).map((model) => model.id);
    expect(ids).toContain(subject.model);
    expect(stage.adapter.getContextWindow(subject.model)).toBeGreaterThan(1000);
    expect(await stage.adapter.healthCheck()).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
