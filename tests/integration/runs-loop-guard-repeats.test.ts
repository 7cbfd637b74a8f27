import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PermissionAnswer } from '@/lib/agent/ports';
import type { AgentRun, PermissionRequest, RunEvent } from '@/lib/ir';
import { createWorld, ofType, type World } from '../support/agent-world';
import type { ScriptedStep } from '../support/scripted-model';

const say = (text: string) => ({ name: 'test.echo', args: { text } });
const note = (title: string) => ({ name: 'test.note', args: { title } });

describe('a model that turns in circles', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  /** Plays the script and answers every question the same way. */
  async function answering(
    steps: readonly ScriptedStep[],
    answer: PermissionAnswer,
  ): Promise<{ run: AgentRun; events: RunEvent[]; questions: PermissionRequest[] }> {
    const { id } = await world.start(steps, { max_steps: 30 });
    const questions: PermissionRequest[] = [];
    for (;;) {
      const run = await world.until(id, (now) => now.finished_at !== null || now.pending_permissions.length > 0);
      if (run.finished_at !== null) return { ...(await world.finish(id)), questions };
      for (const request of run.pending_permissions) {
        questions.push(request);
        await world.decide(request, answer);
      }
    }
  }

  it('situation 26: asks from the third time on, without offering a grant, and ends with the eighth however often it is allowed', async () => {
    const { run, events, questions } = await answering([{ calls: [say('same')] }], { decision: 'allow_once' });
    expect([run.status, run.error?.code, world.requestsOf(run.id).length]).toEqual(['failed', 'tool_loop', 8]);
    expect(questions.map((request) => [request.permission, request.grant_scope])).toEqual(
      Array(5).fill(['loop.continue', null]),
    );
    expect(ofType(events, 'tool_start').length).toBe(7);
    expect(run.tool_results.map((result) => result.success)).toEqual([...Array(7).fill(true), false]);
  });

  it('situation 26: counts what was denied', async () => {
    const { run, events } = await answering([{ calls: [say('no')] }], { decision: 'deny' });
    expect([run.error?.code, world.requestsOf(run.id).length]).toEqual(['tool_loop', 8]);
    expect(ofType(events, 'tool_start').length).toBe(2);
    const codes = run.tool_results.map((result) => result.errorCode);
    expect(codes.slice(0, 7)).toEqual([undefined, undefined, ...Array(5).fill('denied')]);
  });

  it('situation 26: counts what was denied from the first time on', async () => {
    const title = 'never written';
    const { run, questions } = await answering([{ calls: [note(title)] }], { decision: 'deny' });
    expect([run.error?.code, world.count(title)]).toEqual(['tool_loop', 0]);
    expect(questions.map((request) => request.permission)).toEqual([
      'notes.write',
      'notes.write',
      ...Array(5).fill('loop.continue'),
    ]);
  });

  it('asks nobody when another call comes between, or the arguments differ', async () => {
    const steps = [say('a'), say('a'), say('b'), say('a'), say('a'), say('c')].map((call) => ({ calls: [call] }));
    const { run, questions } = await answering([...steps, { text: 'done' }], { decision: 'deny' });
    expect([run.status, questions]).toEqual(['completed', []]);
  });

  it('ends one that proposes eight at once', async () => {
    const { run, events } = await answering([{ calls: Array.from({ length: 8 }, () => say('many')) }], {
      decision: 'allow_once',
    });
    expect([run.error?.code, ofType(events, 'tool_start')]).toEqual(['tool_loop', []]);
    expect(run.tool_results.length).toBe(8);
  });

  it('cannot be allowed for the session, neither itself nor by a sibling', async () => {
    const title = 'round and round';
    const steps = [
      { calls: [note(title)] },
      { calls: [note(title)] },
      { calls: [note(title), note('sibling of the round')] },
      { text: 'done' },
    ];
    const { id } = await world.start(steps);
    const pending = async (count: number) =>
      (await world.until(id, (now) => now.pending_permissions.length === count)).pending_permissions;
    for (let round = 0; round < 2; round += 1) {
      const [request] = await pending(1);
      if (request) await world.decide(request, { decision: 'allow_once' });
      await world.until(id, (now) => now.tool_results.length > round);
    }
    const both = await pending(2);
    const loop = both.find((request) => request.permission === 'loop.continue');
    const sibling = both.find((request) => request.permission === 'notes.write');
    if (!loop || !sibling) throw new Error('one of the questions is missing');
    await expect(world.decide(loop, { decision: 'allow_session' })).rejects.toMatchObject({
      error: { code: 'invalid_request' },
    });
    await world.decide(sibling, { decision: 'allow_session' });
    expect((await pending(1)).map((request) => request.id)).toEqual([loop.id]);
    await world.decide(loop, { decision: 'deny' });
    const { run } = await world.finish(id);
    expect([run.status, world.count(title), world.count('sibling of the round')]).toEqual(['completed', 2, 1]);
  });
});

describe('a model that cannot write arguments', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const broken = (text: string) => ({ calls: [{ name: 'test.add', broken: text }] });
  const wrong = { calls: [{ name: 'test.add', args: { left: 'one', right: 2 } }] };

  it('situation 18: may repair them twice in a row', async () => {
    const good = { calls: [{ name: 'test.add', args: { left: 1, right: 2 } }] };
    const { run } = await world.runToEnd([broken('{1'), wrong, good, broken('{2'), wrong, { text: 'done' }]);
    expect([run.status, run.output, run.tool_results.map((result) => result.success)]).toEqual([
      'completed',
      'done',
      [false, false, true, false, false],
    ]);
  });

  it('situation 18: fails with parse_error when that did not help', async () => {
    const { run, events } = await world.runToEnd([broken('{1'), wrong, broken('{3'), { text: 'too late' }]);
    expect([run.status, run.error?.code, world.requestsOf(run.id).length]).toEqual(['failed', 'parse_error', 3]);
    expect(run.tool_results.map((result) => result.errorCode)).toEqual(Array(3).fill('invalid_args'));
    expect(ofType(events, 'tool_start')).toEqual([]);
  });
});
