import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdapter } from '@/lib/adapters';
import { newId } from '@/lib/crypto/tokens';
import { createRunBody } from '@/lib/server/run-schemas';
import { createWorld, USER, type World } from '../support/agent-world';

const say = (text: string) => ({ name: 'test.echo', args: { text } });
const add = { name: 'test.add', args: { left: 1, right: 2 } };
const codes = (run: { tool_results: { errorCode?: string | undefined }[] }) =>
  run.tool_results.map((result) => result.errorCode ?? 'ran');

describe('the constraints of a run', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  it('go with every model call, and the run says them', async () => {
    const constraints = { allowedTools: ['test.echo', 'test.add'], maxToolCalls: 2, timeoutMs: 5_000 };
    const { run } = await world.runToEnd([{ calls: [say('one')] }, { text: 'done' }], { constraints });
    const asked = world.requestsOf(run.id);
    expect(asked.map((request) => request.constraints)).toEqual([constraints, constraints]);
    expect(asked[0]?.tools?.map((tool) => tool.name)).toEqual(constraints.allowedTools);
    expect(run.constraints).toEqual(constraints);
    expect((await world.agent.runs.find(USER, run.id)).constraints).toEqual(constraints);
  });

  it('name what the run may do where it was given none', async () => {
    const { run } = await world.runToEnd([{ text: 'done' }], { allowed_tools: ['test.add'], timeout_ms: 60_000 });
    const [request] = world.requestsOf(run.id);
    expect(request?.constraints).toMatchObject({ allowedTools: ['test.add'], maxToolCalls: 100 });
    expect(request?.constraints?.timeoutMs).toBeGreaterThan(50_000);
    expect(request?.constraints?.timeoutMs).toBeLessThanOrEqual(60_000);
    expect(run.constraints).toBeUndefined();
  });

  it('narrow the tools of the run, never widen them', async () => {
    const steps = [{ calls: [say('x'), add] }, { text: 'ok' }];
    const outcome = async (allowed_tools: string[] | undefined, allowedTools: string[]) =>
      codes((await world.runToEnd(steps, { allowed_tools, constraints: { allowedTools } })).run);
    expect(await outcome(['*'], ['test.echo'])).toEqual(['ran', 'not_allowed']);
    expect(await outcome(['test.echo'], ['test.echo', 'test.add'])).toEqual(['ran', 'not_allowed']);
    expect(await outcome(['test.add'], ['*'])).toEqual(['not_allowed', 'ran']);
    expect(await outcome(undefined, ['test.add'])).toEqual(['not_allowed', 'ran']);
    expect(await outcome(['*'], [])).toEqual(['not_allowed', 'not_allowed']);
  });

  it('let so many calls of one answer run, whatever comes after them', async () => {
    const calls = [{ name: 'no.such' }, say('one'), { name: 'test.note', args: { title: 'beyond' } }, say('three')];
    const { run } = await world.runToEnd([{ calls }, { calls: [say('again')] }, { text: 'ok' }], {
      constraints: { maxToolCalls: 1 },
    });
    expect(codes(run)).toEqual(['unknown_tool', 'ran', 'not_allowed', 'not_allowed', 'ran']);
    expect(world.count('beyond')).toBe(0);
    expect(run.tool_results[2]?.error).toContain('At most 1');
  });

  it('end a model call that takes longer, and the run with it', async () => {
    const slow = createAdapter(
      { providerId: 'mock' },
      { http: () => Promise.reject(new Error('no network')), ids: () => newId('tc_'), now: Date.now, testModels: true },
    );
    const other = await createWorld({ adapters: { open: async () => slow } });
    const startedAt = Date.now();
    const { id } = await other.start([], { model: 'mock-slow', constraints: { timeoutMs: 350 } });
    const run = await other.until(id, (now) => now.finished_at !== null);
    expect([run.status, run.error?.code]).toEqual(['failed', 'timeout']);
    expect(Date.now() - startedAt).toBeLessThan(4_000);
    await other.close();
  });

  it('are refused where they cannot be kept', () => {
    for (const constraints of [
      { maxToolCalls: 0 },
      { maxToolCalls: 101 },
      { timeoutMs: 10 },
      { allowedTools: 'test.echo' },
      { forbiddenTools: ['test.echo'] },
      null,
    ]) {
      expect(createRunBody.safeParse({ input: 'x', constraints }).success, JSON.stringify(constraints)).toBe(false);
    }
  });
});
