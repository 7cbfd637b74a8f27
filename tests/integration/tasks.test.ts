import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as getTask, PATCH as patchTask, DELETE as removeTask } from '@/app/api/tasks/[id]/route';
import { POST as createTask, GET as listTasks } from '@/app/api/tasks/route';
import { container } from '@/lib/server/container';
import { isOver, startRun, waitFor } from '../support/agent';
import { call, type SignedUp, signUp } from '../support/api-client';
import { as, conversation, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ben: SignedUp;

beforeAll(async () => {
  world = await openWorld();
  anna = await signUp('anna');
  ben = await signUp('ben');
  await container().agent.startWorker();
});
afterAll(async () => {
  await container().agent.stopWorker();
  await world.database.drop();
});

const create = (user: SignedUp, json: unknown) => as(user, createTask, { method: 'POST', json });
const change = (user: SignedUp, id: string, json: unknown) => as(user, patchTask, { method: 'PATCH', id, json });
const list = async (user: SignedUp, query = '') => (await as(user, listTasks, { path: `/api/tasks${query}` })).body;
const titles = async (user: SignedUp, query: string): Promise<string[]> =>
  (await list(user, query)).items.map((task: { title: string }) => task.title);

describe('the tasks of a user', () => {
  it('are written down, changed, completed, reopened and deleted', async () => {
    const made = await create(anna, { title: ' Buy tea ', due_date: '2026-12-03' });
    expect([made.status, made.body]).toMatchObject([
      201,
      { title: 'Buy tea', detail: '', status: 'todo', priority: 'normal', due_date: '2026-12-03', session_id: null },
    ]);
    const { id } = made.body;
    world.clock.offset += 1000;
    const done = (await change(anna, id, { status: 'done' })).body;
    expect(done.completed_at).toBe(done.updated_at);
    expect(Date.parse(done.completed_at)).toBeGreaterThan(Date.parse(done.created_at));
    world.clock.offset += 1000;
    expect((await change(anna, id, { status: 'done', title: 'Buy green tea' })).body).toMatchObject({
      title: 'Buy green tea',
      completed_at: done.completed_at,
    });
    const reopened = (await change(anna, id, { status: 'todo', due_date: null })).body;
    expect([reopened.completed_at, reopened.due_date, reopened.title]).toEqual([null, null, 'Buy green tea']);
    const remove = () => as(anna, removeTask, { method: 'DELETE', id });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect((await as(anna, getTask, { id })).status).toBe(404);
  });

  it('are nobody else’s: a foreign task and an unknown one get the same 404', async () => {
    const { id } = (await create(anna, { title: 'secret plan' })).body;
    for (const [handler, options] of [
      [getTask, {}],
      [patchTask, { method: 'PATCH', json: { title: 'mine' } }],
      [removeTask, { method: 'DELETE' }],
    ] as const) {
      const [foreign, unknown] = [
        await as(ben, handler, { ...options, id }),
        await as(ben, handler, { ...options, id: 'task_unknown' }),
      ];
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
      expect((await call(handler, { ...options, params: { id } })).status).toBe(401);
    }
    expect((await list(ben)).items).toEqual([]);
    expect((await list(ben, '?q=secret')).items).toEqual([]);
    expect((await as(anna, getTask, { id })).body.title).toBe('secret plan');
    await as(anna, removeTask, { method: 'DELETE', id });
  });

  it('are found by state, day and words, the most urgent first, page by page', async () => {
    const given = [
      { title: 'no day' },
      { title: 'later', due_date: '2026-12-24' },
      { title: 'soon', due_date: '2026-12-01', priority: 'low' },
      { title: 'soon and high', due_date: '2026-12-01', priority: 'high' },
      { title: 'finished', due_date: '2026-12-01', status: 'done' },
      { title: '写数据库报告', detail: 'with a chart' },
    ];
    for (const task of given) {
      world.clock.offset += 1000;
      expect((await create(anna, task)).status).toBe(201);
    }
    const urgent = ['soon and high', 'soon', 'later', 'no day', '写数据库报告'];
    expect((await titles(anna, '?status=open&order=urgency')).slice(0, 3)).toEqual(urgent.slice(0, 3));
    const first = await list(anna, '?status=open&order=urgency&limit=2');
    const rest = await titles(anna, `?status=open&order=urgency&cursor=${first.next_cursor}`);
    expect([...first.items.map((task: { title: string }) => task.title), ...rest].sort()).toEqual([...urgent].sort());
    expect((await titles(anna, '?limit=2'))[0]).toBe('写数据库报告');
    const newest = await list(anna, '?limit=2');
    expect(await titles(anna, `?limit=2&cursor=${newest.next_cursor}`)).toEqual(['soon and high', 'soon']);
    expect(await titles(anna, '?status=done')).toEqual(['finished']);
    expect(await titles(anna, '?due_from=2026-12-02&due_to=2026-12-24')).toEqual(['later']);
    expect(await titles(anna, '?q=数据库')).toEqual(['写数据库报告']);
    expect(await titles(anna, '?q=chart&status=done')).toEqual([]);
    expect(await titles(anna, '?q=%27%3A%2A')).toEqual([]);
  });

  it.each([
    [{}, 'title'],
    [{ title: '' }, 'title'],
    [{ title: 'x', due_date: '2026-02-30' }, 'due_date'],
    [{ title: 'x', due_date: '1969-12-31' }, 'due_date'],
    [{ title: 'x', status: 'over' }, 'status'],
    [{ title: 'x', user_id: 'ben' }, 'user_id'],
    [{ title: 'x', completed_at: '2026-01-01T00:00:00Z' }, 'completed_at'],
  ])('are refused as %j', async (body, path) => {
    const refused = await create(anna, body);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request']);
    expect(JSON.stringify(refused.body.issues)).toContain(path);
  });

  it('keep what no text of a database may hold as a sign', async () => {
    const made = await create(anna, { title: 'a\u0000b', detail: '\ud800' });
    expect([made.status, made.body.title, made.body.detail]).toEqual([201, 'a\ufffdb', '\ufffd']);
    await as(anna, removeTask, { method: 'DELETE', id: made.body.id });
  });

  it('refuse cursors and queries that are none', async () => {
    for (const query of ['?cursor=x', '?status=over', '?due_from=soon', '?order=best', '?limit=0', '?user_id=ben']) {
      expect((await as(anna, listTasks, { path: `/api/tasks${query}` })).status).toBe(400);
    }
  });

  it('survive two changes at once', async () => {
    const { id } = (await create(anna, { title: 'both' })).body;
    await Promise.all([change(anna, id, { detail: 'one' }), change(anna, id, { priority: 'high' })]);
    expect((await as(anna, getTask, { id })).body).toMatchObject({ detail: 'one', priority: 'high', title: 'both' });
  });

  it('outlive the conversation they come from', async () => {
    const { id: session } = await conversation(world, ben, [{ role: 'user', content: 'hi' }]);
    const { id } = (await create(ben, { title: 'stays' })).body;
    await world.database.prisma.task.update({ where: { id }, data: { sessionId: session } });
    await container().sessions.delete(ben.id, session);
    expect((await as(ben, getTask, { id })).body).toMatchObject({ title: 'stays', session_id: null });
  });
});

describe('a run and the tasks of its user', () => {
  it('adds one only after a yes, and completes it', async () => {
    const start = (input: string) =>
      startRun(container().agent, ben.id, { input, provider_id: 'mock', model: 'mock-1', allowed_tools: ['*'] });
    const ended = async (input: string, isAllowed: boolean) => {
      const run = await start(input);
      const of = { userId: ben.id, runId: run.id };
      const waiting = await waitFor(container().agent, of, (found) => found.status === 'waiting_permission');
      const [request] = waiting.pending_permissions;
      expect(request?.permission).toBe('tasks.write');
      const answer = { decision: isAllowed ? ('allow_once' as const) : ('deny' as const) };
      await container().agent.runs.decide(ben.id, { runId: run.id, requestId: request?.id ?? '', answer });
      return { ...(await waitFor(container().agent, of, isOver)), sessionId: run.session_id };
    };
    await ended('/tool tasks.create {"title":"never"}', false);
    expect(await titles(ben, '?q=never')).toEqual([]);
    const made = await ended('/tool tasks.create {"title":"from a chat"}', true);
    const [task] = (await list(ben, '?q=chat')).items;
    expect(task).toMatchObject({ title: 'from a chat', session_id: made.sessionId });
    await ended(`/tool tasks.update ${JSON.stringify({ id: task.id, status: 'done' })}`, true);
    expect((await list(ben, '?status=done')).items).toMatchObject([{ id: task.id, status: 'done' }]);
  });
});
