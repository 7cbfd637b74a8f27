import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '../support/agent';
import { createWorld, ofType, USER, type World } from '../support/agent-world';
import { checkTranscript } from '../support/run-oracle';
import type { ScriptedStep } from '../support/scripted-model';

describe('stopping a run', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ grace: { onStop: 300, onTimeout: 300, onDrain: 100 } });
  });
  afterAll(() => world.close());

  /** Cancels, and gives the ended run after at most a second. */
  const cancel = async (runId: string) => {
    const startedAt = Date.now();
    await world.agent.runs.cancel(USER, runId);
    const ended = await world.finish(runId, 5_000);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
    expect(ended.run.status).toBe('cancelled');
    return ended;
  };

  /** The session takes the next message, and what the model then gets is a whole conversation. */
  const goOn = async (sessionId: string) => {
    const { run } = await world.runToEnd([{ text: 'fine' }], { session_id: sessionId });
    expect(run.output).toBe('fine');
    const [request] = world.requestsOf(run.id);
    checkTranscript(request?.messages ?? []);
    expect(request?.messages.some((message) => message.status === 'partial')).toBe(false);
    return request?.messages ?? [];
  };

  const running = async (steps: readonly ScriptedStep[], began: () => boolean) => {
    const run = await world.start(steps);
    await expect.poll(began, { timeout: 5_000 }).toBe(true);
    return run;
  };

  it('situation 54: while the model speaks', async () => {
    const run = await world.start([{ text: 'one two three four', pieces: 20, pauseMs: 100 }]);
    await readEvents(world.agent, { userId: USER, runId: run.id, take: 5 });
    const { events } = await cancel(run.id);
    const last = events.findLast((event) => event.type === 'error');
    expect(last).toMatchObject({ error: { code: 'user_aborted' } });
    expect(world.model.aborted).toContain(world.requestsOf(run.id)[0]?.meta.requestId);
    expect(ofType(events, 'message_committed')[0]?.message.status).toBe('partial');
    const again = await world.agent.runs.cancel(USER, run.id);
    expect([again.status, again.last_seq]).toEqual(['cancelled', events.length - 1]);
    await goOn(run.session_id);
  });

  it('while a model speaks that does not hear', async () => {
    const run = await running([{ text: 'deaf', hangs: true, isDeaf: true }], () => world.model.requests.length > 0);
    await readEvents(world.agent, { userId: USER, runId: run.id, take: 4 });
    await cancel(run.id);
    await goOn(run.session_id);
  });

  it.each([
    ['test.wait', 'cancelled'],
    ['test.write_slowly', 'outcome_unknown'],
    ['test.deaf', 'outcome_unknown'],
  ])('situation 23: while %s runs', async (name, errorCode) => {
    const calls = [
      { name, args: { text: name } },
      { name: 'test.echo', args: { text: 'quick' } },
    ];
    const run = await running([{ calls }, { text: 'no' }], () => world.count(`${name} began`) > 0);
    const { run: ended } = await cancel(run.id);
    expect(ended.tool_results.map((result) => result.errorCode)).toEqual([errorCode, undefined]);
    const sent = await goOn(run.session_id);
    expect(sent.filter((message) => message.role === 'tool').length).toBe(2);
  });

  it('situation 14: leaves a call that it stopped as cancelled, for the model as well', async () => {
    const calls = [{ name: 'test.wait', args: { text: 'stopped here' } }];
    const run = await running([{ calls }, { text: 'no' }], () => world.count('stopped here began') > 0);
    await cancel(run.id);
    const { rows } = await world.database.pool.query('SELECT status FROM tool_calls WHERE run_id = $1', [run.id]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
    const told = (await goOn(run.session_id)).find((message) => message.role === 'tool')?.toolResult;
    expect([told?.success, told?.errorCode, told?.summary ?? told?.error]).toEqual([
      false,
      'cancelled',
      expect.stringContaining('The user stopped'),
    ]);
  });

  it('situation 1: while a person is asked', async () => {
    const calls = [
      { name: 'test.echo', args: { text: 'quick' } },
      { name: 'test.note', args: { title: 'asked' } },
    ];
    const run = await world.start([{ calls }, { text: 'no' }]);
    const waiting = await world.until(run.id, ({ status }) => status === 'waiting_permission');
    const { run: ended, events } = await cancel(run.id);
    expect(ofType(events, 'permission_resolved')).toMatchObject([{ status: 'cancelled', decidedBy: 'system' }]);
    expect(ended.tool_results.map((result) => result.errorCode)).toEqual([undefined, 'cancelled']);
    const [request] = waiting.pending_permissions;
    if (!request) throw new Error('nothing was asked');
    await expect(world.decide(request, { decision: 'allow_once' })).rejects.toMatchObject({
      error: { code: 'conflict' },
      details: { current: { status: 'cancelled' } },
    });
    expect(world.count('asked')).toBe(0);
    await goOn(run.session_id);
  });

  it('while it still waits for its turn', async () => {
    const idle = await createWorld();
    await idle.agent.stopWorker();
    const run = await idle.start([{ text: 'never' }]);
    expect(run.status).toBe('queued');
    const ended = await idle.agent.runs.cancel(USER, run.id);
    expect([ended.status, ended.finished_at === null]).toEqual(['cancelled', false]);
    const { events } = await idle.finish(run.id);
    expect(events.map((event) => event.type)).toEqual(['run_started', 'run_cancelled']);
    expect(idle.model.requests).toEqual([]);
    await idle.database.drop();
  });

  it('wins against an answer that is just being written', async () => {
    for (let round = 0; round < 15; round += 1) {
      const run = await world.start([{ text: 'quick' }]);
      await new Promise((resolve) => setTimeout(resolve, round * 2));
      await world.agent.runs.cancel(USER, run.id);
      const { run: ended } = await world.finish(run.id);
      expect(['completed', 'cancelled']).toContain(ended.status);
    }
  });

  it('changes nothing about a run that is over', async () => {
    const { run } = await world.runToEnd([{ text: 'done' }]);
    expect(await world.agent.runs.cancel(USER, run.id)).toEqual(run);
  });

  it('is nobody else’s to do', async () => {
    const run = await world.start([{ text: 'mine', pauseMs: 500 }]);
    for (const runId of [run.id, 'run_nope']) {
      await expect(world.agent.runs.cancel('user_other', runId)).rejects.toMatchObject({
        error: { code: 'not_found' },
      });
    }
    expect((await world.finish(run.id)).run.status).toBe('completed');
  });
});
