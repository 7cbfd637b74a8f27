import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '../support/agent';
import { createWorld, ofType, USER, type World } from '../support/agent-world';
import { type ScriptedStep, scriptOf } from '../support/scripted-model';

/** What the model says in step 2 to the one who wrote this. */
const steer = (text: string) => scriptOf([{}, { text }]);
const slowTool: ScriptedStep = { calls: [{ name: 'test.after', args: { ms: 600, text: 'slow' } }] };

describe('steering a run that is going on', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const steerRun = (runId: string, input: string) => world.agent.runs.steer(USER, runId, input);
  const rolesOf = async (sessionId: string) => {
    const { rows } = await world.database.pool.query<{ role: string }>(
      'SELECT role FROM messages WHERE session_id = $1 ORDER BY depth',
      [sessionId],
    );
    return rows.map((row) => row.role);
  };

  it('is read with the next step, after the results of the calls that ran', async () => {
    const run = await world.start([slowTool, { text: 'as planned' }]);
    await world.until(run.id, (now) => now.phase === 'executing_tools');
    expect((await steerRun(run.id, steer('as told'))).status).toBe('running');
    const { run: ended, events } = await world.finish(run.id);
    expect([ended.status, ended.output, ended.steps_used]).toEqual(['completed', 'as told', 2]);
    expect(await rolesOf(run.session_id)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
    const committed = ofType(events, 'message_committed').map((event) => event.message.role);
    expect(committed).toEqual(['assistant', 'tool', 'user', 'assistant']);
  });

  it('keeps a run going that was about to end, and what it had said stays', async () => {
    const run = await world.start([{ text: 'first ', pieces: 6, pauseMs: 80 }]);
    await readEvents(world.agent, { userId: USER, runId: run.id, take: 4 });
    await steerRun(run.id, steer('second'));
    const { run: ended } = await world.finish(run.id);
    expect([ended.status, ended.output, ended.steps_used]).toEqual(['completed', 'second', 2]);
    expect(await rolesOf(run.session_id)).toEqual(['user', 'assistant', 'user', 'assistant']);
    const asked = world
      .requestsOf(run.id)
      .at(-1)
      ?.messages.map((message) => message.content);
    expect(asked?.slice(1)).toEqual(['first ', steer('second')]);
  });

  it('waits while a person is asked, several in their order', async () => {
    const run = await world.start([{ calls: [{ name: 'test.note', args: { title: 'asked' } }] }, { text: 'unused' }]);
    const { pending_permissions: open } = await world.until(run.id, (now) => now.status === 'waiting_permission');
    await steerRun(run.id, 'one');
    await steerRun(run.id, steer('both'));
    if (open[0]) await world.decide(open[0], { decision: 'deny' });
    const { run: ended } = await world.finish(run.id);
    expect(ended.output).toBe('both');
    const asked = world.requestsOf(run.id).at(-1)?.messages ?? [];
    expect(asked.slice(-3).map((message) => message.role)).toEqual(['tool', 'user', 'user']);
  });

  it('stays in the conversation when the run ends before it is read', async () => {
    const run = await world.start([{ text: 'half', hangs: true }]);
    await readEvents(world.agent, { userId: USER, runId: run.id, take: 4 });
    await steerRun(run.id, 'too late');
    await world.agent.runs.cancel(USER, run.id);
    const { run: ended, events } = await world.finish(run.id);
    expect(ended.status).toBe('cancelled');
    expect(ofType(events, 'message_committed').at(-1)?.message).toMatchObject({ role: 'user', content: 'too late' });
    const next = await world.runToEnd([{ text: 'fine' }], { session_id: run.session_id });
    expect(world.requestsOf(next.run.id)[0]?.messages.map((message) => message.content)).toContain('too late');
  });

  it('does not widen the steps of a run', async () => {
    const run = await world.start([slowTool, { text: 'closing' }], { max_steps: 1 });
    await world.until(run.id, (now) => now.phase === 'executing_tools');
    await steerRun(run.id, steer('closing, told'));
    const { run: ended } = await world.finish(run.id);
    expect([ended.output, ended.finish_reason]).toEqual(['closing, told', 'max_iterations']);
  });

  it('is refused once the run is over, to anyone else, and without measure', async () => {
    const { run } = await world.runToEnd([{ text: 'over' }]);
    await expect(steerRun(run.id, 'late')).rejects.toMatchObject({ error: { code: 'conflict' } });
    await expect(world.agent.runs.steer('somebody_else', run.id, 'mine')).rejects.toMatchObject({
      error: { code: 'not_found' },
    });
    const open = await world.start([{ calls: [{ name: 'test.note', args: { title: 'open' } }] }, { text: 'ok' }]);
    await world.until(open.id, (now) => now.status === 'waiting_permission');
    for (let count = 0; count < 20; count += 1) await steerRun(open.id, `message ${count}`);
    await expect(steerRun(open.id, 'one more')).rejects.toMatchObject({ error: { code: 'rate_limited' } });
    await world.agent.runs.cancel(USER, open.id);
    await world.finish(open.id);
  });
});
