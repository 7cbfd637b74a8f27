import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ofType, USER, type World } from '../support/agent-world';

const say = (text: string) => ({ name: 'test.echo', args: { text } });

describe('the limits of a run', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ maxRuns: 8 });
  });
  afterAll(() => world.close());

  it('makes one closing call without tools after max_steps calls with tools', async () => {
    const { run, events } = await world.runToEnd(
      [{ calls: [say('one')] }, { calls: [say('two')] }, { text: 'that is all' }],
      { max_steps: 2 },
    );
    expect([run.status, run.output, run.finish_reason]).toEqual(['completed', 'that is all', 'max_iterations']);
    expect(world.requestsOf(run.id).map((request) => request.tools !== undefined)).toEqual([true, true, false]);
    expect(ofType(events, 'tool_start').length).toBe(2);
  });

  it('fails when the closing call brings no text, and answers what it proposed', async () => {
    const steps = ['one', 'two', 'three', 'four'].map((word) => ({ calls: [say(word)] }));
    const { run, events } = await world.runToEnd(steps, { max_steps: 3 });
    expect([run.status, run.error?.code]).toEqual(['failed', 'max_iterations']);
    expect([world.requestsOf(run.id).length, ofType(events, 'tool_start').length]).toEqual([4, 3]);
    expect(run.tool_results.at(-1)).toMatchObject({ success: false, errorCode: 'not_allowed' });
  });

  it('offers no tools in the second try of a closing call that was cut', async () => {
    const { run } = await world.runToEnd([{ calls: [say('one')] }, { calls: [say('cut')], isCut: true }], {
      max_steps: 1,
    });
    expect([run.status, run.error?.code]).toEqual(['failed', 'output_length_exceeded']);
    expect(world.requestsOf(run.id).map((request) => request.tools !== undefined)).toEqual([true, false, false]);
  });

  it('stops before the tools and the next call once the token budget is spent', async () => {
    const usage = { inputTokens: 900, outputTokens: 200 };
    const steps = [
      { calls: [say('b'), { name: 'test.note', args: { title: 'budget' } }], usage },
      { text: 'too late' },
    ];
    const { run, events } = await world.runToEnd(steps, { token_budget: 1_000 });
    expect([run.status, run.error?.code, run.usage.totalTokens]).toEqual(['failed', 'budget_exceeded', 1_100]);
    expect(run.tool_results.map((result) => result.errorCode)).toEqual(['cancelled', 'cancelled']);
    expect([ofType(events, 'permission_required'), world.requestsOf(run.id).length]).toEqual([[], 1]);
  });

  it('lets an answer stand that used the budget up', async () => {
    const usage = { inputTokens: 900, outputTokens: 200 };
    const { run } = await world.runToEnd([{ text: 'just so', usage }], { token_budget: 1_000 });
    expect([run.status, run.output]).toEqual(['completed', 'just so']);
  });

  it('ends a run whose model hangs after timeout_ms and keeps what it had said', async () => {
    const startedAt = Date.now();
    const { run, events } = await world.runToEnd([{ text: 'some words', hangs: true }], { timeout_ms: 400 });
    expect([run.status, run.error?.code]).toEqual(['failed', 'timeout']);
    expect(Date.now() - startedAt).toBeLessThan(3_000);
    expect(world.model.aborted).toContain(world.requestsOf(run.id)[0]?.meta.requestId);
    expect(ofType(events, 'message_committed')[0]?.message).toMatchObject({ content: 'some words', status: 'partial' });
  });

  it('ends a run whose tool outlasts timeout_ms', async () => {
    const { run } = await world.runToEnd([{ calls: [{ name: 'test.wait', args: { text: 'w' } }] }], {
      timeout_ms: 400,
    });
    expect([run.error?.code, run.tool_results[0]?.errorCode]).toEqual(['timeout', 'cancelled']);
  });

  it('gives up a model that does not hear', async () => {
    const { run } = await world.runToEnd([{ text: 'words', hangs: true, isDeaf: true }], { timeout_ms: 300 });
    expect([run.status, run.error?.code]).toEqual(['failed', 'timeout']);
  });

  it('fails with the error of the provider', async () => {
    const fails = { code: 'auth_invalid', message: 'no such key', retryable: false } as const;
    const { run } = await world.runToEnd([{ text: 'half an ans', fails }]);
    expect([run.status, run.error]).toEqual(['failed', fails]);
  });

  it('lets a user have so many runs at once and no more, however fast they come', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, () => world.start([{ text: 'x', pauseMs: 1_500 }])),
    );
    const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(made.length).toBe(8);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ error: { code: 'rate_limited' } });
    for (const { id } of made) expect((await world.finish(id)).run.status).toBe('completed');
    const { items } = await world.agent.runs.list(USER, { limit: 100 });
    expect(items.every((run) => run.finished_at !== null)).toBe(true);
  });
});
