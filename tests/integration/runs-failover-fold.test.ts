import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MetonaError, MetonaModelRef, MetonaRequest } from '@/lib/ir';
import { createWorld, ofType, USER, type World } from '../support/agent-world';
import { ScriptedModel, type ScriptedStep } from '../support/scripted-model';

const down: MetonaError = { code: 'auth_invalid', message: 'no', retryable: false };
const small = { provider: 'small', model: 'small-1' };
const isSummary = (request: MetonaRequest) => request.messages[0]?.content.startsWith('Shorten this conversation.');
const textOf = (request: MetonaRequest | undefined) =>
  request?.messages.map((message) => message.content).join('\n') ?? '';

describe('a fallback with a smaller window', () => {
  let world: World;
  let isDown = false;
  let fallbacks: MetonaModelRef[] = [];
  let step: (request: MetonaRequest) => ScriptedStep = () => ({ text: 'ok' });

  beforeAll(async () => {
    const model = new ScriptedModel((request) => {
      if (isSummary(request)) return { text: 'THEY TALKED', usage: { inputTokens: 0, outputTokens: 0 } };
      return isDown && request.model === 'script-1' ? { fails: down } : step(request);
    });
    const windows: Record<string, number> = { 'small-1': 3_000, 'pot-1': 200 };
    Object.assign(model, { getContextWindow: (name: string) => windows[name] ?? 100_000 });
    world = await createWorld({ model, fallbacks: { list: async () => fallbacks } });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    isDown = false;
    fallbacks = [small];
    step = () => ({ text: 'ok' });
  });

  const ask = (input: string, session: string | undefined) => {
    const place = session === undefined ? {} : { session_id: session };
    return world.start([], { input, allowed_tools: ['test.echo'], ...place });
  };
  const grow = async (turns: number) => {
    let session: string | undefined;
    for (let turn = 0; turn < turns; turn += 1) {
      const input = `turn-${turn} ${'word '.repeat(300)}`;
      const { id } = await ask(input, session);
      session = (await world.finish(id)).run.session_id;
    }
    return session;
  };

  it('gets the conversation folded once, and answers', async () => {
    const session = await grow(10);
    isDown = true;
    const { id } = await ask('the question', session);
    const { run, events } = await world.finish(id);
    expect([run.status, run.output, run.answered_by]).toEqual(['completed', 'ok', small]);
    expect(ofType(events, 'context_compressed').length).toBe(1);
    const [refused, summary, answered, ...more] = world.requestsOf(id);
    expect([refused?.model, summary?.model, answered?.model, more]).toEqual(['script-1', 'small-1', 'small-1', []]);
    expect(textOf(answered)).toContain('THEY TALKED');
    expect(textOf(answered)).toContain('the question');
    expect(textOf(answered).length).toBeLessThan(3_000 * 4);
    const committed = ofType(events, 'message_committed').at(-1)?.message;
    expect(committed?.answeredBy).toEqual({
      ...small,
      because: 'auth_invalid',
      from: { provider: 'scripted', model: 'script-1' },
    });
  });

  it('takes over in the middle of a run, with the calls of the run whole', async () => {
    const session = await grow(10);
    step = ({ meta }) => {
      if (meta.iteration > 1) return { text: 'done' };
      isDown = true;
      return { calls: [{ name: 'test.echo', args: { text: 'kept' } }] };
    };
    const { id } = await ask('use it', session);
    const { run, events } = await world.finish(id);
    expect([run.output, run.answered_by, ofType(events, 'context_compressed').length]).toEqual(['done', small, 1]);
    const last = world.requestsOf(id).at(-1)?.messages ?? [];
    expect(last.slice(-3).map((message) => message.role)).toEqual(['user', 'assistant', 'tool']);
  });

  it('is passed over, with the reason, when not even the question fits', async () => {
    const pot = { provider: 'pot', model: 'pot-1' };
    fallbacks = [pot, small];
    const session = await grow(2);
    isDown = true;
    const { id } = await ask(`the question ${'word '.repeat(200)}`, session);
    const { run } = await world.finish(id);
    expect([run.output, run.answered_by]).toEqual(['ok', small]);
    const skipped = (await world.agent.runTrace(USER, id)).flatMap((span) =>
      span.kind === 'attempt' ? (span.detail.skipped ?? []) : [],
    );
    expect(skipped).toEqual([{ ...pot, reason: 'window_too_small' }]);
  });
});
