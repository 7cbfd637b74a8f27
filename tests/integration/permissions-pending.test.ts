import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PermissionRequest } from '@/lib/ir';
import { readEvents } from '../support/agent';
import { createWorld, ofType, USER, type World } from '../support/agent-world';
import type { ScriptedStep } from '../support/scripted-model';

let tags = 0;
const newTag = () => {
  tags += 1;
  return `pending-${tags}`;
};
const note = (title: string) => ({ name: 'test.note', args: { title } });

describe('what waits for a person', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const pending = async (steps?: readonly ScriptedStep[]) => {
    const title = newTag();
    const { id } = await world.start(steps ?? [{ calls: [note(title)] }, { text: 'ok' }]);
    const run = await world.until(id, (now) => now.status === 'waiting_permission');
    return { run, title, request: run.pending_permissions[0] as PermissionRequest };
  };
  const openIds = async () => (await world.agent.runs.openPermissions(USER)).items.map((request) => request.id);
  const logOf = (runId: string) => readEvents(world.agent, { userId: USER, runId });

  it('situation 28: is found after a reload: in the run, in a list of its own, and in the log', async () => {
    const { run, request, title } = await pending();
    const reloaded = await world.again();
    expect((await reloaded.runs.find(USER, run.id)).pending_permissions).toEqual([request]);
    expect((await reloaded.runs.openPermissions(USER)).items).toContainEqual(request);
    expect(await reloaded.runs.findPermission(USER, run.id, request.id)).toEqual(request);
    const told = await readEvents(reloaded, { userId: USER, runId: run.id, take: run.last_seq + 1 });
    expect(ofType(told, 'permission_required').map((event) => event.request)).toEqual([request]);
    await reloaded.runs.decide(USER, { runId: run.id, requestId: request.id, answer: { decision: 'allow_once' } });
    await world.finish(run.id);
    await reloaded.stopWorker();
    expect([world.count(title), (await openIds()).includes(request.id)]).toEqual([1, false]);
  });

  it('situation 28: is in the snapshot for a reader whose events are gone', async () => {
    const { run, request } = await pending();
    await world.database.pool.query('DELETE FROM run_events WHERE run_id = $1 AND seq BETWEEN 1 AND 2', [run.id]);
    const elsewhere = await world.again();
    const [snapshot] = await readEvents(elsewhere, { userId: USER, runId: run.id, after: 0, take: 1 });
    await elsewhere.stopWorker();
    expect(snapshot).toMatchObject({ type: 'snapshot', pendingPermissions: [request], openCalls: [request.tool_call] });
    await world.agent.runs.cancel(USER, run.id);
  });

  it('situation 31: is one list, whatever it waits for, and is never empty while a run waits', async () => {
    const same = { name: 'test.echo', args: { text: newTag() } };
    const again = { calls: [same] };
    const mixed = { calls: [same, note(newTag()), { name: 'test.drop', args: { title: newTag() } }] };
    const { run } = await pending([again, again, mixed, { text: 'ok' }]);
    const asked = run.pending_permissions.map((request) => [request.permission, request.reason]);
    expect(asked.sort()).toEqual([
      ['loop.continue', 'repeated_call'],
      ['notes.delete', 'always_asks'],
      ['notes.write', 'asks_by_default'],
    ]);
    expect(await openIds()).toEqual(expect.arrayContaining(run.pending_permissions.map((request) => request.id)));
    for (const request of run.pending_permissions) {
      const now = await world.agent.runs.find(USER, run.id);
      expect([now.status, now.pending_permissions.length > 0]).toEqual(['waiting_permission', true]);
      await world.decide(request, { decision: 'deny' });
    }
    expect((await world.finish(run.id)).run.status).toBe('completed');
  });

  it('situation 34: has its answer in the log when the click is answered, and a second click does nothing', async () => {
    const { run, request, title } = await pending();
    const first = await world.decide(request, { decision: 'allow_once' });
    const { rows } = await world.database.pool.query(
      `SELECT count(*)::int AS n FROM run_events WHERE run_id = $1 AND payload LIKE '%"permission_resolved"%'`,
      [run.id],
    );
    expect(rows[0].n).toBe(1);
    const clicks = await Promise.all(
      Array.from({ length: 4 }, () => world.decide(request, { decision: 'allow_once' })),
    );
    expect(clicks).toEqual(Array(4).fill(first));
    const { events } = await world.finish(run.id);
    expect([ofType(events, 'permission_resolved').length, world.count(title)]).toEqual([1, 1]);
    expect([world.requestsOf(run.id).length, ofType(events, 'attempt_start').length]).toEqual([2, 2]);
  });

  it('situation 35: takes no answer any more once the run was cancelled, and stays cancelled', async () => {
    const { run, request, title } = await pending();
    await world.agent.runs.cancel(USER, run.id);
    const before = await logOf(run.id);
    for (const decision of ['allow_once', 'allow_session', 'deny'] as const) {
      await expect(world.decide(request, { decision })).rejects.toMatchObject({
        error: { code: 'conflict' },
        details: { current: { status: 'cancelled' } },
      });
    }
    expect(await logOf(run.id)).toEqual(before);
    expect([(await world.finish(run.id)).run.status, world.count(title)]).toEqual(['cancelled', 0]);
  });

  it('situation 35: is not revived by an answer after its end', async () => {
    const { run, request, title } = await pending();
    const decided = await world.decide(request, { decision: 'allow_once' });
    const { events } = await world.finish(run.id);
    expect(await world.decide(request, { decision: 'allow_once' })).toEqual(decided);
    await expect(world.decide(request, { decision: 'allow_session' })).rejects.toMatchObject({
      error: { code: 'conflict' },
    });
    expect(await logOf(run.id)).toEqual(events);
    expect(world.count(title)).toBe(1);
  });

  it('situation 36: is shown to its owner only, and so are the run, its log and its end', async () => {
    const { run, request } = await pending();
    const { runs, runEvents } = world.agent;
    const missing = { error: { code: 'not_found' } };
    await expect(runs.find('user_other', run.id)).rejects.toMatchObject(missing);
    await expect(runs.cancel('user_other', run.id)).rejects.toMatchObject(missing);
    await expect(runs.findPermission('user_other', run.id, request.id)).rejects.toMatchObject(missing);
    const events = new Request('http://localhost/events');
    await expect(runEvents.resume('user_other', run.id, events)).rejects.toMatchObject(missing);
    expect((await runs.openPermissions('user_other')).items).toEqual([]);
    expect((await runs.find(USER, run.id)).pending_permissions).toEqual([request]);
    await runs.cancel(USER, run.id);
  });

  it('situation 43: names the run and the conversation it belongs to, also in a list over all of them', async () => {
    const both = [await pending(), await pending()];
    const { items } = await world.agent.runs.openPermissions(USER);
    for (const { run, request } of both) {
      expect([request.run_id, request.session_id]).toEqual([run.id, run.session_id]);
      expect(items.filter((item) => item.run_id === run.id)).toEqual([request]);
      const told = await readEvents(world.agent, { userId: USER, runId: run.id, take: run.last_seq + 1 });
      expect(
        ofType(told, 'permission_required').map((event) => [event.runId, event.sessionId, event.request.id]),
      ).toEqual([[run.id, run.session_id, request.id]]);
      await world.agent.runs.cancel(USER, run.id);
    }
  });
});
