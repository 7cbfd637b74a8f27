import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMessageStore } from '@/lib/db/message-store';
import type { MetonaError, MetonaRequest } from '@/lib/ir';
import { createMessages } from '@/lib/server/messages';
import { readEvents } from '../support/agent';
import { createWorld, ofType, USER, type World } from '../support/agent-world';
import { ScriptedModel, type ScriptedStep } from '../support/scripted-model';

const tooLong: MetonaError = { code: 'context_length_exceeded', message: 'too long', retryable: false };
const free = { inputTokens: 0, outputTokens: 0 };
const isSummary = (request: MetonaRequest) => request.messages[0]?.content.startsWith('Shorten this conversation.');
const textOf = (request: MetonaRequest | undefined) =>
  request?.messages.map((message) => message.content).join('\n') ?? '';
const fill = (name: string, words = 300) => `${name} ${'word '.repeat(words)}`;

describe('a conversation that outgrows the window', () => {
  let world: World;
  let window = 100_000;
  let answer: (request: MetonaRequest) => ScriptedStep = () => ({ text: 'ok' });
  let summary: () => ScriptedStep = () => ({ text: 'THEY TALKED', usage: free });

  beforeAll(async () => {
    const model = new ScriptedModel((request) => (isSummary(request) ? summary() : answer(request)));
    Object.assign(model, { getContextWindow: () => window });
    world = await createWorld({ model });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    window = 100_000;
    answer = () => ({ text: 'ok' });
    summary = () => ({ text: 'THEY TALKED', usage: free });
  });

  const say = async (input: string, session?: string, more: { system_prompt?: string } = {}) => {
    const place = { ...(session !== undefined && { session_id: session }), ...more };
    const { id } = await world.start([], { input, allowed_tools: ['test.echo'], ...place });
    const ended = await world.finish(id);
    const requests = world.requestsOf(id);
    return {
      ...ended,
      session: ended.run.session_id,
      asked: requests.filter((request) => !isSummary(request)),
      requests,
    };
  };
  const grow = async (turns: number, words?: number) => {
    let session: string | undefined;
    for (let turn = 0; turn < turns; turn += 1) session = (await say(fill(`turn-${turn}`, words), session)).session;
    return session ?? '';
  };
  const messages = () => createMessages(createMessageStore(world.database.prisma));
  const pageOf = async (sessionId: string) => {
    const { rows } = await world.database.pool.query('SELECT head_message_id FROM sessions WHERE id = $1', [sessionId]);
    return messages().page(USER, sessionId, { headMessageId: rows[0].head_message_id, limit: 100 });
  };

  it('is folded before the window is full, once, and later runs go on from the summary', async () => {
    const session = await grow(9);
    window = 4_000;
    const folded = await say('the question', session);
    const [event] = ofType(folded.events, 'context_compressed');
    expect(event?.beforeTokens).toBeGreaterThan(3_200);
    expect(event?.afterTokens).toBeLessThan(2_600);
    expect(event?.messagesFolded).toBe(10);
    const sent = textOf(folded.asked[0]);
    expect(sent).toContain('THEY TALKED');
    expect([sent.includes('turn-4 '), sent.includes('turn-5 '), sent.includes('the question')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(folded.requests.map((request) => request.systemPrompt).at(-1)).toEqual(folded.asked[0]?.systemPrompt);
    expect(folded.requests.filter((request) => isSummary(request)).map((request) => request.tools)).toEqual([
      undefined,
    ]);
    expect(ofType(folded.events, 'phase').map((phase) => phase.phase)).toContain('compressing');

    const next = await say('and then', session);
    expect(ofType(next.events, 'context_compressed')).toEqual([]);
    expect([textOf(next.asked[0]).includes('THEY TALKED'), next.requests.length]).toEqual([true, 1]);

    const { items } = await pageOf(session);
    expect(items.filter((message) => message.content.startsWith('turn-')).length).toBe(9);
    const at = items.findIndex((message) => message.status === 'summary');
    expect(items[at]?.id).toBe(event?.summaryMessageId);
    expect([items[at - 1]?.content.slice(0, 7), items[at]?.parentId]).toEqual(['turn-5 ', items[at + 1]?.id]);
  });

  it('detail: compression that loses the system prompt or stores thinking as its summary', async () => {
    const session = await grow(9);
    window = 4_000;
    summary = () => ({
      thinking: 'I WONDER what matters',
      text: '<think>STILL WONDERING</think>THEY TALKED',
      usage: free,
    });
    const folded = await say('the question', session, { system_prompt: 'You are a gardener named Rosa.' });
    const [event] = ofType(folded.events, 'context_compressed');
    const { items } = await pageOf(session);
    const kept = items.find((message) => message.id === event?.summaryMessageId);
    expect(kept?.content).toContain('THEY TALKED');
    expect(JSON.stringify(kept)).not.toContain('WONDER');
    const [asked] = folded.asked;
    expect(JSON.stringify(asked?.systemPrompt)).toContain('a gardener named Rosa');
    expect(textOf(asked)).toContain('THEY TALKED');
    expect(textOf(asked)).not.toContain('WONDER');

    // A model that only thought has written no summary: how the turns begin stands for them.
    summary = () => ({ thinking: 'ONLY WONDERING', text: '', usage: free });
    const again = await say(fill('much more', 2_000), session, { system_prompt: 'You are a gardener named Rosa.' });
    expect(ofType(again.events, 'context_compressed')).toHaveLength(1);
    expect(textOf(again.asked.at(-1))).not.toContain('WONDER');
    expect(JSON.stringify(again.asked.at(-1)?.systemPrompt)).toContain('a gardener named Rosa');
  });

  it('pages over a summary without losing or doubling a message', async () => {
    const session = await grow(8);
    window = 3_000;
    await say('q', session);
    const whole = (await pageOf(session)).items.map((message) => message.id);
    const { rows } = await world.database.pool.query('SELECT head_message_id FROM sessions WHERE id = $1', [session]);
    for (const limit of [1, 2, 3, 5]) {
      const seen: string[] = [];
      let before: string | undefined;
      do {
        const page = await messages().page(USER, session, { headMessageId: rows[0].head_message_id, before, limit });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        seen.push(...page.items.map((message) => message.id));
        before = page.next_cursor ?? undefined;
      } while (before !== undefined);
      expect(seen).toEqual(whole);
    }
  });

  it('is left alone for a branch that the summary does not lie on', async () => {
    const session = await grow(8);
    window = 3_000;
    await say('q', session);
    window = 100_000;
    const { items } = await pageOf(session);
    const second = items.findLast((message) => message.content.startsWith('turn-1 '));
    const { id } = await world.start([], { input: 'other', session_id: session, parent_message_id: second?.parentId });
    await world.finish(id);
    const sent = textOf(world.requestsOf(id)[0]);
    expect([sent.includes('THEY TALKED'), sent.includes('turn-0 '), sent.includes('turn-1 ')]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('lists the calls of folded turns, by name and outcome', async () => {
    answer = ({ meta }) =>
      meta.iteration === 1 ? { calls: [{ name: 'test.echo', args: { text: 'x' } }] } : { text: 'done' };
    const session = await grow(8);
    answer = () => ({ text: 'ok' });
    window = 4_000;
    const { asked } = await say('q', session);
    expect(textOf(asked[0])).toContain('test.echo → succeeded (4 times)');
  });

  it('situation 85: is shortened once when the provider refuses it, and the question is asked again', async () => {
    const session = await grow(9);
    answer = (request) => (textOf(request).length > 9_000 ? { text: 'LOST', fails: tooLong } : { text: 'fits' });
    const { run, events, asked } = await say('the question', session);
    expect([run.output, asked.length, ofType(events, 'context_compressed').length]).toEqual(['fits', 2, 1]);
    expect(ofType(events, 'attempt_reset').map((event) => event.reason)).toEqual(['context_length_exceeded']);
    expect(textOf(asked[1])).toContain('the question');
    expect(ofType(events, 'message_committed').map((event) => event.message.content)).toEqual(['fits']);
  });

  it('situation 81: fails with the parts that cannot be shortened when that does not help', async () => {
    const session = await grow(7);
    answer = () => ({ fails: tooLong });
    const again = await say('q', session);
    expect([again.run.error?.code, again.asked.length]).toEqual(['context_length_exceeded', 2]);
    expect(again.run.error?.message).toMatch(/system prompt.*tools.*last messages/);
    const alone = await say('only a question');
    expect([alone.run.status, alone.asked.length, alone.requests.length]).toEqual(['failed', 1, 1]);
    expect(alone.run.error?.message).toMatch(/system prompt/);
  });

  it('loses nothing when the summary fails: the beginnings of the turns stand for them', async () => {
    const session = await grow(9);
    window = 4_000;
    summary = () => ({ fails: { code: 'server_error', message: 'down', retryable: true } });
    const { run, events, asked } = await say('q', session);
    expect([run.output, ofType(events, 'context_compressed').length]).toEqual(['ok', 1]);
    expect(textOf(asked[0])).toContain('User: turn-3 word');
    const kinds = (await world.agent.runTrace(USER, run.id)).map((span) => [
      span.kind === 'attempt' ? span.detail.purpose : span.kind,
      span.status,
    ]);
    expect(kinds).toEqual([
      ['compression', 'done'],
      ['summary', 'failed'],
      ['chat', 'done'],
    ]);
  });

  it('situation 81: goes on as it is when there is nothing to fold', async () => {
    window = 400;
    const { run, events, requests } = await say(fill('long', 900));
    expect([run.output, requests.length, ofType(events, 'context_compressed')]).toEqual(['ok', 1, []]);
  });

  it('counts what the summary cost', async () => {
    const session = await grow(9);
    window = 4_000;
    summary = () => ({ text: 'THEY TALKED', usage: { inputTokens: 900, outputTokens: 100 } });
    const { id } = await world.start([], { input: 'q', session_id: session });
    const run = await world.until(id, (now) => now.finished_at !== null);
    expect(run.usage.totalTokens).toBe(1_015);
    const poor = await world.start([], { input: fill('more', 2_000), session_id: session, token_budget: 500 });
    const spent = await world.until(poor.id, (now) => now.finished_at !== null);
    expect(spent.error?.code).toBe('budget_exceeded');
    expect(world.requestsOf(poor.id).every((request) => isSummary(request))).toBe(true);
    expect((await readEvents(world.agent, { userId: USER, runId: poor.id })).at(-1)?.type).toBe('run_failed');
  });

  it('stops at once when the user stops it while it is folded', async () => {
    const session = await grow(9);
    window = 4_000;
    summary = () => ({ hangs: true });
    const { id } = await world.start([], { input: 'q', session_id: session });
    await world.until(id, (now) => now.phase === 'compressing');
    await world.agent.runs.cancel(USER, id);
    const { run } = await world.finish(id);
    expect([run.status, world.requestsOf(id).length]).toEqual(['cancelled', 1]);
    expect((await pageOf(session)).items.filter((message) => message.status === 'summary')).toEqual([]);
    window = 100_000;
    expect((await say('go on', session)).run.output).toBe('ok');
  });

  it('situation 85: goes on with the question, and with what was said while it was folded', async () => {
    const session = await grow(9);
    window = 4_000;
    summary = () => ({ text: 'THEY TALKED', pieces: 10, pauseMs: 60, usage: free });
    const { id } = await world.start([], { input: 'the question', session_id: session });
    await world.until(id, (now) => now.phase === 'compressing');
    await world.agent.runs.steer(USER, id, 'and one thing more');
    const { run, events } = await world.finish(id);
    expect([run.status, ofType(events, 'context_compressed').length]).toEqual(['completed', 1]);
    const asked = world.requestsOf(id).filter((request) => !isSummary(request));
    expect(textOf(asked[0])).toContain('the question');
    expect(textOf(asked.at(-1))).toContain('and one thing more');
  });

  it('works on for very many turns in a small window', async () => {
    window = 2_000;
    let session: string | undefined;
    let folds = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      const said = await say(fill(`turn-${turn}`, 60), session);
      session = said.session;
      folds += ofType(said.events, 'context_compressed').length;
      expect(textOf(said.asked[0]).length).toBeLessThan(2_000 * 4);
    }
    expect(folds).toBeGreaterThan(3);
    expect(folds).toBeLessThan(30);
  });
});
