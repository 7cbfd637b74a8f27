import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PermissionRequest } from '@/lib/ir';
import type { TestAgent } from '../support/agent';
import { createWorld, ofType, USER, type World } from '../support/agent-world';
import type { ScriptedStep } from '../support/scripted-model';

const note = (title: string) => ({ name: 'test.note', args: { title } });
const say = (text: string) => ({ name: 'test.echo', args: { text } });

describe('limits that a pause and a restart do not reset', () => {
  let world: World;
  let agent: TestAgent;
  beforeAll(async () => {
    world = await createWorld({ grace: { onStop: 200, onTimeout: 200, onDrain: 200 } });
    agent = world.agent;
  });
  afterEach(async () => {
    await restart();
  });
  afterAll(async () => {
    await agent.stopWorker();
    await world.close();
  });

  /** Another process goes on: what is kept is what the rows say. */
  async function restart(): Promise<void> {
    await agent.stopWorker();
    agent = await world.again();
  }

  /** A run that stands at a question about its first step; `change` touches its row meanwhile. */
  async function paused(steps: readonly ScriptedStep[], more: Record<string, unknown>, change?: string) {
    const { run } = await agent.runs.create(USER, bodyOf(steps, more));
    await world.until(run.id, (now) => now.pending_permissions.length === 1);
    await restart();
    if (change) await world.database.pool.query(`UPDATE runs SET ${change} WHERE id = $1`, [run.id]);
    const { pending_permissions: open } = await agent.runs.find(USER, run.id);
    return { id: run.id, request: open[0] as PermissionRequest };
  }
  const bodyOf = (steps: readonly ScriptedStep[], more: Record<string, unknown>) =>
    ({ input: JSON.stringify(steps), allowed_tools: ['*'], max_steps: 10, timeout_ms: 60_000, ...more }) as Parameters<
      TestAgent['runs']['create']
    >[1];
  const answer = (id: string, request: PermissionRequest, decision: 'allow_once' | 'deny' = 'allow_once') =>
    agent.runs.decide(USER, { runId: id, requestId: request.id, answer: { decision } });

  it('situation 80: counts the steps before an approval', async () => {
    const steps = [{ calls: [note('steps')] }, { calls: [say('last')] }, { text: 'closing' }, { text: 'too late' }];
    const { id, request } = await paused(steps, { max_steps: 2 });
    await answer(id, request);
    const { run } = await world.finish(id);
    expect([run.status, run.finish_reason, run.output, run.steps_used]).toEqual([
      'completed',
      'max_iterations',
      'closing',
      3,
    ]);
    expect(world.requestsOf(id).map((asked) => asked.tools !== undefined)).toEqual([true, true, false]);
  });

  it('situation 80: counts the tokens before an approval', async () => {
    const usage = { inputTokens: 500, outputTokens: 100 };
    const steps = [
      { calls: [note('tokens')], usage },
      { calls: [note('unpaid')], usage },
      { text: 'too late', usage },
    ];
    const { id, request } = await paused(steps, { token_budget: 1_000 });
    await answer(id, request);
    const { run } = await world.finish(id);
    expect([run.status, run.error?.code, run.usage.totalTokens]).toEqual(['failed', 'budget_exceeded', 1_200]);
    expect([world.count('tokens'), world.count('unpaid'), world.requestsOf(id).length]).toEqual([1, 0, 2]);
  });

  it('does not call a model at all when the tokens are spent already', async () => {
    const steps = [{ calls: [note('spent')] }, { text: 'too late' }];
    const spent = `usage = jsonb_set(usage, '{totalTokens}', '1000')`;
    const { id, request } = await paused(steps, { token_budget: 1_000 }, spent);
    await answer(id, request);
    const { run } = await world.until(id, (now) => now.finished_at !== null).then((now) => ({ run: now }));
    expect([run.error?.code, world.requestsOf(id).length, world.count('spent')]).toEqual(['budget_exceeded', 1, 1]);
  });

  it('situation 80: counts the active time before an approval, and not the waiting', async () => {
    const steps = [{ calls: [note('time')] }, { text: 'words', hangs: true }];
    const { id, request } = await paused(steps, { timeout_ms: 60_000 }, 'active_ms = active_ms + 59_000');
    const { rows } = await world.database.pool.query('SELECT active_ms FROM runs WHERE id = $1', [id]);
    expect(rows[0].active_ms).toBeGreaterThanOrEqual(59_000);
    const startedAt = Date.now();
    await answer(id, request);
    const { run } = await world.finish(id);
    expect([run.status, run.error?.code]).toEqual(['failed', 'timeout']);
    expect(Date.now() - startedAt).toBeLessThan(4_000);
    expect(world.requestsOf(id)[1]?.constraints?.timeoutMs).toBeLessThanOrEqual(1_000);
  });

  it('situation 80: counts the tool calls before an approval, and lets no answer go beyond them', async () => {
    const steps = [
      { calls: [note('calls')] },
      { calls: [say('second'), say('third'), say('fourth'), note('fifth')] },
      { text: 'closing' },
    ];
    const { id, request } = await paused(steps, {}, 'max_tool_calls = 3');
    await answer(id, request);
    const { run, events } = await world.finish(id);
    expect(run.tool_results.map((result) => result.errorCode ?? 'ran')).toEqual([
      'ran',
      'ran',
      'ran',
      'not_allowed',
      'not_allowed',
    ]);
    expect([run.output, run.finish_reason, ofType(events, 'tool_start').length]).toEqual([
      'closing',
      'max_iterations',
      3,
    ]);
    expect(world.requestsOf(id).map((asked) => asked.tools !== undefined)).toEqual([true, true, false]);
  });

  it('situation 26: counts equal calls across a restart, the denied ones as well', async () => {
    const { id, request } = await paused([{ calls: [note('again')] }], {});
    await answer(id, request, 'deny');
    const nextQuestion = (seen: readonly string[]) =>
      world
        .until(id, (now) => now.pending_permissions.some((open) => !seen.includes(open.id)))
        .then((now) => now.pending_permissions[0] as PermissionRequest);
    const second = await nextQuestion([request.id]);
    await restart();
    await answer(id, second, 'deny');
    const third = await nextQuestion([request.id, second.id]);
    expect([second.permission, second.reason]).toEqual(['notes.write', 'asks_by_default']);
    expect([third.permission, third.reason, third.grant_scope]).toEqual(['loop.continue', 'repeated_call', null]);
    await agent.runs.cancel(USER, id);
    expect((await world.finish(id)).run.status).toBe('cancelled');
  });

  it('says once that the tokens run out', async () => {
    const usage = { inputTokens: 250, outputTokens: 50 };
    const steps = ['one', 'two', 'three'].map((word) => ({ calls: [say(word)], usage }));
    const { run } = await agent.runs.create(USER, bodyOf([...steps, { text: 'ok', usage }], { token_budget: 1_100 }));
    const { events } = await world.finish(run.id);
    expect(ofType(events, 'budget_warning').map(({ kind, used, limit }) => [kind, used, limit])).toEqual([
      ['tokens', 900, 1_100],
    ]);
  });

  it('gives each tool its own time and goes on after it', async () => {
    const steps = [{ calls: [{ name: 'test.snail', args: { text: 'snail' } }, say('beside')] }, { text: 'ok' }];
    const { run } = await agent.runs.create(USER, bodyOf(steps, {}));
    const { run: ended } = await world.finish(run.id);
    expect([ended.status, ended.tool_results.map((result) => result.errorCode)]).toEqual([
      'completed',
      ['timeout', undefined],
    ]);
    expect(ended.tool_results[0]?.durationMs).toBeGreaterThanOrEqual(190);
  });
});
