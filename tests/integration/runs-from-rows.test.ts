import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunStore } from '@/lib/db/run-store';
import { readEvents, type TestAgent } from '../support/agent';
import { createWorld, ofType, USER, type World } from '../support/agent-world';

const note = (title: string) => ({ name: 'test.note', args: { title } });
const echo = { name: 'test.echo', args: { text: 'once' } };

describe('a run that lives in its rows', () => {
  let world: World;
  let second: TestAgent;
  beforeAll(async () => {
    world = await createWorld();
    second = await world.again();
  });
  afterAll(async () => {
    await second.stopWorker();
    await world.close();
  });

  const rowOf = async (runId: string) =>
    (await world.database.pool.query('SELECT * FROM runs WHERE id = $1', [runId])).rows[0];
  const waiting = async (titles: readonly string[]) => {
    const { id } = await world.start([{ text: 'I ask. ', calls: [echo, ...titles.map(note)] }, { text: 'done' }]);
    return world.until(id, ({ status }) => status === 'waiting_permission');
  };

  it('situation 45: repeats nothing of what came before the pause, whoever goes on with it', async () => {
    const { id, pending_permissions: open } = await waiting(['after the pause']);
    const before = await readEvents(world.agent, { userId: USER, runId: id, take: (await rowOf(id)).next_seq });
    for (const request of open) {
      await second.runs.decide(USER, { runId: id, requestId: request.id, answer: { decision: 'allow_once' } });
    }
    const { run, events } = await world.finish(id);
    expect([run.output, run.steps_used, world.count('after the pause')]).toEqual(['done', 2, 1]);
    expect(world.requestsOf(id).map((request) => request.meta.iteration)).toEqual([1, 2]);
    expect(events.slice(0, before.length)).toEqual(before);
    expect(ofType(events, 'tool_start').map((event) => event.toolCall.name)).toEqual(['test.echo', 'test.note']);
    const attempts = (await world.agent.runTrace(USER, id)).filter((span) => span.kind === 'attempt');
    expect(attempts.length).toBe(2);
  });

  it('situation 63: has one copy of itself, however many decisions come at once and wherever', async () => {
    const titles = ['left', 'middle', 'right'].map((side) => `sixty-three ${side}`);
    const { id, pending_permissions: open } = await waiting(titles);
    expect(open.length).toBe(3);
    await Promise.all(
      open.flatMap((request) =>
        Array.from({ length: 6 }, (_, index) =>
          (index % 2 ? world.agent : second).runs.decide(USER, {
            runId: id,
            requestId: request.id,
            answer: { decision: 'allow_once' },
          }),
        ),
      ),
    );
    const { run, events } = await world.finish(id);
    expect([run.status, run.output]).toEqual(['completed', 'done']);
    // It was claimed to begin and once more to go on.
    expect((await rowOf(id)).epoch).toBe(2);
    expect(world.requestsOf(id).map((request) => request.meta.iteration)).toEqual([1, 2]);
    expect(ofType(events, 'tool_start').length).toBe(4);
    expect(titles.map((title) => world.count(title))).toEqual([1, 1, 1]);
  });

  it('situation 63: stays with its owner while it is stopped from elsewhere again and again', async () => {
    const { id } = await world.start([{ text: 'one two three', hangs: true }]);
    await readEvents(world.agent, { userId: USER, runId: id, take: 4 });
    await Promise.all(Array.from({ length: 10 }, () => second.runs.cancel(USER, id)));
    const { run, events } = await world.finish(id);
    expect([run.status, (await rowOf(id)).epoch, world.requestsOf(id).length]).toEqual(['cancelled', 1, 1]);
    expect(events.filter(({ type }) => type === 'run_cancelled').length).toBe(1);
  });

  it('situation 65: is final once it is over, whatever still arrives', async () => {
    const { run, events } = await world.runToEnd([{ calls: [echo] }, { text: 'final' }]);
    const before = await rowOf(run.id);
    const store = createRunStore(world.database.pool, () => undefined);
    const { epoch, next_seq: nextSeq } = before;
    const write = { statuses: ['running'], epoch } as const;
    expect(await store.transact(run.id, write, (transaction) => transaction.update({ status: 'running' }))).toBeNull();
    expect(await store.transact(run.id, { ...write, nextSeq }, async () => 'written')).toBeNull();
    expect(await store.renewLeases('i_stale', new Map([[run.id, 9]]), Date.now() + 30_000)).toEqual(new Map());
    await store.returnClaims('i_stale', Date.now() + 30_000, []);
    expect((await store.findAbandoned('i_other', Date.now() + 3_600_000)).map(({ runId }) => runId)).not.toContain(
      run.id,
    );
    expect(await second.runs.cancel(USER, run.id)).toEqual(run);
    expect(await rowOf(run.id)).toEqual(before);
    expect((await world.finish(run.id)).events).toEqual(events);
  });

  it('counts what an answer had cost whose process died before it was kept', async () => {
    const { events } = await world.runToEnd([{ text: 'said' }]);
    const quiet = await createWorld();
    await quiet.agent.stopWorker();
    const run = await quiet.start([{ text: 'said again' }]);
    const cut = events.filter(({ type }) => ['attempt_start', 'text_delta', 'usage', 'done'].includes(type));
    for (const [index, { seq: _, type, ...rest }] of cut.entries()) {
      const place = { requestId: 'r_cut', runId: run.id, sessionId: run.session_id };
      await quiet.database.pool.query('INSERT INTO run_events (run_id, seq, payload) VALUES ($1, $2, $3)', [
        run.id,
        index + 1,
        JSON.stringify({ type, ...rest, ...place }),
      ]);
    }
    await quiet.database.pool.query(
      `INSERT INTO attempts (id, run_id, user_id, step, attempt, provider_id, model, meta)
       VALUES ('at_cut', $1, $2, 1, 1, 'scripted', 'script-1', '{"requestId": "r_cut"}')`,
      [run.id, USER],
    );
    await quiet.database.pool.query(
      `UPDATE runs SET status = 'running', owner = 'i_gone', epoch = 1, next_seq = $2, steps_used = 1, lease_until = now() - interval '1 second' WHERE id = $1`,
      [run.id, cut.length + 1],
    );
    const survivor = await quiet.again();
    const ended = await quiet.finish(run.id, 20_000);
    expect([ended.run.status, ended.run.output, ended.run.usage.totalTokens]).toEqual(['completed', 'said again', 30]);
    await survivor.stopWorker();
    await quiet.database.drop();
  });
});
