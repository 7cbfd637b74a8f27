import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PermissionRequest } from '@/lib/ir';
import { createWorld, ofType, USER, type World } from '../support/agent-world';

let tags = 0;
const newTag = () => {
  tags += 1;
  return `note-${tags}`;
};

describe('permission decisions', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const note = (title: string) => ({ name: 'test.note', args: { title } });

  /** A run that stands at one question per title. */
  const pending = async (titles: readonly string[] = [newTag()], more: Record<string, unknown> = {}) => {
    const { id } = await world.start([{ calls: titles.map(note) }, { text: 'understood' }], more);
    const run = await world.until(id, ({ status }) => status === 'waiting_permission');
    const requests = titles.map((title) =>
      run.pending_permissions.find(({ tool_call: call }) => call.args.title === title),
    ) as PermissionRequest[];
    expect(requests).not.toContain(undefined);
    const [request] = requests;
    if (!request) throw new Error('nothing is asked');
    return { run, request, requests, title: titles[0] ?? '' };
  };
  const conflict = (status: string) => ({ error: { code: 'conflict' }, details: { current: { status } } });
  const stillOpen = async (request: PermissionRequest) => {
    const { status, pending_permissions: open } = await world.agent.runs.find(USER, request.run_id);
    expect([status, open.map(({ id }) => id)]).toEqual(['waiting_permission', expect.arrayContaining([request.id])]);
  };

  it('waits with everything a person needs to know, and has done nothing', async () => {
    const { run, request, title } = await pending();
    expect([run.phase, request.status, request.permission, request.risk_level]).toEqual([
      'waiting_permission',
      'open',
      'notes.write',
      'medium',
    ]);
    expect(request.tool_call.args).toEqual({ title });
    expect(request.reason).toBe('asks_by_default');
    expect(request.grant_scope).toEqual({ session_id: run.session_id, tool: 'test.note' });
    expect(Date.parse(request.expires_at)).toBeGreaterThan(Date.now() + 3_000_000);
    const { items } = await world.agent.runs.openPermissions(USER);
    expect(items).toContainEqual(request);
    expect((await world.agent.runs.openPermissions('user_other')).items).toEqual([]);
    expect(world.count(title)).toBe(0);
    await world.decide(request, { decision: 'deny' });
    await world.finish(run.id);
    expect((await world.agent.runs.openPermissions(USER)).items).toEqual([]);
  });

  it('runs what was shown, once, and goes on', async () => {
    const { run, request, title } = await pending();
    const decided = await world.decide(request, { decision: 'allow_once' });
    expect(decided.status).toBe('allowed_once');
    const { run: ended, events } = await world.finish(run.id);
    expect([ended.status, ended.output, world.count(title)]).toEqual(['completed', 'understood', 1]);
    const order = ['permission_required', 'permission_resolved', 'tool_start', 'tool_result'];
    const at = order.map((type) => events.findIndex((event) => event.type === type));
    expect(at).toEqual([...at].sort((left, right) => left - right));
    expect(await world.decide(request, { decision: 'allow_once' })).toEqual(decided);
    await expect(world.decide(request, { decision: 'deny' })).rejects.toMatchObject(conflict('allowed_once'));
    expect(world.count(title)).toBe(1);
  });

  it('tells the model why a person said no', async () => {
    const { run, request, title } = await pending();
    const denied = await world.decide(request, { decision: 'deny', reason: 'not\0today' });
    expect([denied.status, denied.decision_reason, denied.reason]).toEqual([
      'denied',
      'not\uFFFDtoday',
      'asks_by_default',
    ]);
    const { run: ended, events } = await world.finish(run.id);
    expect([ended.status, ended.tool_results[0]?.errorCode, world.count(title)]).toEqual(['completed', 'denied', 0]);
    expect(ofType(events, 'tool_start')).toEqual([]);
    const read = world.requestsOf(run.id)[1]?.messages.at(-1)?.toolResult?.summary;
    expect(read).toContain('today');
    for (const decision of ['allow_once', 'allow_session'] as const) {
      await expect(world.decide(request, { decision })).rejects.toMatchObject(conflict('denied'));
    }
  });

  it('situation 42: asks again after allow_once, and no more after allow_session, in this session only', async () => {
    const { run, request } = await pending();
    const session_id = run.session_id;
    await world.decide(request, { decision: 'allow_once' });
    await world.finish(run.id);
    const second = await pending([newTag()], { session_id });
    await world.decide(second.request, { decision: 'allow_session' });
    await world.finish(second.run.id);
    const title = newTag();
    const { events } = await world.runToEnd([{ calls: [note(title)] }, { text: 'ok' }], { session_id });
    expect([ofType(events, 'permission_required'), world.count(title)]).toEqual([[], 1]);
    const elsewhere = await pending();
    await world.decide(elsewhere.request, { decision: 'deny' });
    await world.finish(elsewhere.run.id);
  });

  it.each([
    ['revoked', `revoked_at = now()`],
    ['expired', `expires_at = now() - interval '1 second'`],
    ['of another tool', `tool_identity = 'changed'`],
    ['of another user', `user_id = 'user_other'`],
  ])('situation 42: asks again when the grant is %s', async (_what, change) => {
    const { run, request } = await pending();
    await world.decide(request, { decision: 'allow_session' });
    await world.finish(run.id);
    const { rowCount } = await world.database.pool.query(
      `UPDATE permission_grants SET ${change} WHERE session_id = $1`,
      [run.session_id],
    );
    expect(rowCount).toBe(1);
    const again = await pending([newTag()], { session_id: run.session_id });
    await world.agent.runs.cancel(USER, again.run.id);
  });

  it('grants for twelve hours at most', async () => {
    const { run, request } = await pending();
    await world.decide(request, { decision: 'allow_session' });
    const { rows } = await world.database.pool.query('SELECT expires_at FROM permission_grants WHERE session_id = $1', [
      run.session_id,
    ]);
    expect(rows[0].expires_at.getTime()).toBeLessThanOrEqual(Date.now() + 12 * 3_600_000);
  });

  it('situation 40: answers the other open questions of the tool with allow_session', async () => {
    const titles = [newTag(), newTag(), newTag()];
    const { run, requests } = await pending(titles);
    const [, second] = requests;
    if (!second) throw new Error('no second question');
    await world.decide(second, { decision: 'allow_session' });
    const { run: ended, events } = await world.finish(run.id);
    expect(ofType(events, 'permission_resolved').map((event) => event.status)).toEqual(
      Array(3).fill('allowed_session'),
    );
    expect([ended.tool_results.length, titles.map(world.count)]).toEqual([3, [1, 1, 1]]);
    const { rows } = await world.database.pool.query('SELECT 1 FROM permission_grants WHERE session_id = $1', [
      run.session_id,
    ]);
    expect(rows.length).toBe(1);
  });

  it('situation 40: takes answers in any order, one per call, and starts when all are in', async () => {
    const titles = [newTag(), newTag()];
    const { run, requests } = await pending(titles);
    const [first, second] = requests as [PermissionRequest, PermissionRequest];
    await world.decide(second, { decision: 'allow_once' });
    await stillOpen(first);
    expect(titles.map(world.count)).toEqual([0, 0]);
    await world.decide(first, { decision: 'deny' });
    const { run: ended } = await world.finish(run.id);
    expect([ended.tool_results.map((result) => result.success), titles.map(world.count)]).toEqual([
      [false, true],
      [0, 1],
    ]);
  });

  it('situation 42: never offers a session grant for what is critical', async () => {
    const steps = [{ calls: [{ name: 'test.drop', args: { title: 'gone' } }] }, { text: 'ok' }];
    const { id } = await world.start(steps);
    const { pending_permissions: open } = await world.until(id, ({ status }) => status === 'waiting_permission');
    const [request] = open as [PermissionRequest];
    expect([request.grant_scope, request.risk_level]).toEqual([null, 'critical']);
    await expect(world.decide(request, { decision: 'allow_session' })).rejects.toMatchObject({
      error: { code: 'invalid_request' },
    });
    await stillOpen(request);
    await world.decide(request, { decision: 'allow_once' });
    await world.finish(id);
    expect(world.count('gone')).toBe(1);
  });

  it('situation 38: checks edited arguments, runs them instead, and keeps what was proposed', async () => {
    const { run, request, title } = await pending();
    const edited = newTag();
    for (const args of [{}, { title: 7 }, { title: { $ne: 1 } }, { title: edited, extra: 1 }]) {
      await expect(world.decide(request, { decision: 'allow_once', args })).rejects.toMatchObject({
        error: { code: 'invalid_request' },
      });
    }
    await expect(world.decide(request, { decision: 'deny', args: { title: edited } })).rejects.toMatchObject({
      error: { code: 'invalid_request' },
    });
    await stillOpen(request);
    const decided = await world.decide(request, { decision: 'allow_once', args: { title: edited } });
    expect(decided.tool_call.args).toEqual({ title: edited });
    await expect(world.decide(request, { decision: 'allow_once', args: { title: 'third' } })).rejects.toMatchObject(
      conflict('allowed_once'),
    );
    const { run: ended } = await world.finish(run.id);
    expect([world.count(title), world.count(edited), world.count('third')]).toEqual([0, 1, 0]);
    expect(ended.tool_calls[0]?.args).toEqual({ title: edited });
    const trace = await world.agent.runTrace(USER, run.id);
    expect(trace.find((span) => span.kind === 'tool')?.detail).toMatchObject({
      args: { title: edited },
      proposed_args: { title },
    });
  });

  it('covers only this call with an edit under allow_session', async () => {
    const titles = [newTag(), newTag()];
    const { run, requests } = await pending(titles);
    const [first] = requests as [PermissionRequest];
    const edited = newTag();
    await world.decide(first, { decision: 'allow_session', args: { title: edited } });
    await world.finish(run.id);
    expect([...titles, edited].map(world.count)).toEqual([0, 1, 1]);
  });

  it('situation 36: gives another user the 404 of an unknown id', async () => {
    const { run, request, title } = await pending();
    for (const decision of ['allow_once', 'allow_session', 'deny'] as const) {
      for (const id of [request.id, 'pr_nope']) {
        await expect(world.decide({ ...request, id }, { decision }, 'user_other')).rejects.toMatchObject({
          error: { code: 'not_found' },
        });
      }
    }
    const other = await pending();
    await expect(world.decide({ ...request, run_id: other.run.id }, { decision: 'allow_once' })).rejects.toMatchObject({
      error: { code: 'not_found' },
    });
    await stillOpen(request);
    expect(world.count(title)).toBe(0);
    for (const { id } of [run, other.run]) await world.agent.runs.cancel(USER, id);
  });

  it('does not count the time a person takes', async () => {
    const { run, request } = await pending([newTag()], { timeout_ms: 900 });
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    await stillOpen(request);
    await world.decide(request, { decision: 'allow_once' });
    expect((await world.finish(run.id)).run.status).toBe('completed');
  });

  it('situation 42: refuses to allow a tool that has changed since it was asked', async () => {
    const { run, request, title } = await pending();
    await world.database.pool.query(`UPDATE permission_requests SET tool_identity = 'older' WHERE id = $1`, [
      request.id,
    ]);
    await expect(world.decide(request, { decision: 'allow_once' })).rejects.toMatchObject({
      error: { code: 'invalid_request' },
    });
    await world.decide(request, { decision: 'deny' });
    await world.finish(run.id);
    expect(world.count(title)).toBe(0);
  });
});
