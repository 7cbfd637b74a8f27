import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/crypto/tokens';
import { createMessageStore } from '@/lib/db/message-store';
import { createSessionStore } from '@/lib/db/session-store';
import { createWorkspaceStore } from '@/lib/db/workspace-store';
import type { PermissionRequest } from '@/lib/ir';
import { createExport } from '@/lib/server/export';
import { createWorld, ofType, USER, type World } from '../support/agent-world';
import type { ScriptedStep } from '../support/scripted-model';

let tags = 0;
const newTag = () => {
  tags += 1;
  return `untrusted-${tags}`;
};
const fetchOf = (url: string) => ({ name: 'test.fetch', args: { url } });
const note = (title: string) => ({ name: 'test.note', args: { title } });
const policy = { 'network.request': 'allow', 'notes.write': 'allow', 'test.note': 'allow' } as const;

describe('text of strangers in a conversation', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ settings: { policy } });
  });
  afterAll(() => world.close());

  const asked = async (runId: string, count = 1) => {
    const { pending_permissions: open } = await world.until(runId, (run) => run.pending_permissions.length === count);
    return open as [PermissionRequest, ...PermissionRequest[]];
  };
  const fetched = async (url = `https://a.example/${newTag()}`) => {
    const { run, events } = await world.runToEnd([{ calls: [fetchOf(url)] }, { text: 'read' }]);
    expect([ofType(events, 'permission_required'), world.count(url)]).toEqual([[], 1]);
    return run;
  };
  const noteIn = (sessionId: string | undefined, title: string, more: Record<string, unknown> = {}) =>
    world.start([{ calls: [note(title)] }, { text: 'ok' }], { ...(sessionId && { session_id: sessionId }), ...more });

  it('makes notes and the network ask again and says so, although rules allow both', async () => {
    const [url, title] = [`https://a.example/${newTag()}`, newTag()];
    const steps: ScriptedStep[] = [
      { calls: [fetchOf(url)] },
      { calls: [note(title)] },
      { calls: [fetchOf(`${url}?all=${title}`)] },
      { calls: [{ name: 'test.echo', args: { text: 'harmless' } }] },
      { text: 'done' },
    ];
    const { id } = await world.start(steps);
    const [first] = await asked(id);
    expect([first.reason, first.permission, first.grant_scope]).toEqual(['untrusted_content', 'notes.write', null]);
    expect([world.count(url), world.count(title)]).toEqual([1, 0]);
    await expect(world.decide(first, { decision: 'allow_session' })).rejects.toMatchObject({
      error: { code: 'invalid_request' },
    });
    await world.decide(first, { decision: 'allow_once' });
    const [second] = await world
      .until(id, (run) => run.pending_permissions.some((request) => request.id !== first.id))
      .then((run) => run.pending_permissions);
    expect([second?.reason, second?.permission]).toEqual(['untrusted_content', 'network.request']);
    if (second) await world.decide(second, { decision: 'deny', reason: 'no leaks' });
    const { run } = await world.finish(id);
    expect(run.tool_results.map((result) => [result.success, result.untrusted])).toEqual([
      [true, true],
      [true, undefined],
      [false, undefined],
      [true, undefined],
    ]);
    expect([world.count(title), world.count(`${url}?all=${title}`)]).toEqual([1, 0]);
  });

  it('beats a grant of the same conversation, and leaves others alone', async () => {
    const title = newTag();
    const { session_id } = await fetched();
    await world.database.pool.query(
      `INSERT INTO permission_grants (id, user_id, session_id, tool_name, tool_identity, expires_at)
       VALUES ($1, $2, $3, 'test.note', $4, now() + interval '1 hour')`,
      [newId('pg_'), USER, session_id, world.tools.find((tool) => tool.def.name === 'test.note')?.identity],
    );
    const { id } = await noteIn(session_id, title);
    const [request] = await asked(id);
    expect(request.reason).toBe('untrusted_content');
    await world.decide(request, { decision: 'deny' });
    await world.finish(id);
    const elsewhere = await noteIn(undefined, title);
    await world.finish(elsewhere.id);
    const beside = await noteIn(session_id, title, { parent_message_id: null });
    await world.finish(beside.id);
    expect(world.count(title)).toBe(2);
  });

  it('is not there yet for calls that were proposed beside the one that brings it', async () => {
    const [url, title] = [`https://a.example/${newTag()}`, newTag()];
    const { run, events } = await world.runToEnd([{ calls: [fetchOf(url), note(title)] }, { text: 'ok' }]);
    expect([run.status, ofType(events, 'permission_required'), world.count(title)]).toEqual(['completed', [], 1]);
  });

  it('comes with the errors of such a tool as well', async () => {
    const title = newTag();
    const failing = world.tools.map((tool) =>
      tool.def.name === 'test.fetch' ? { ...tool, execute: () => Promise.reject(new Error('a hostile text')) } : tool,
    );
    const other = await createWorld({ settings: { policy } });
    await other.agent.stopWorker();
    const agent = await other.again({ tools: failing });
    const { id } = await other.start([{ calls: [fetchOf('https://a.example/')] }, { calls: [note(title)] }]);
    const run = await other.until(id, (now) => now.pending_permissions.length === 1);
    expect([run.tool_results[0]?.success, run.pending_permissions[0]?.reason]).toEqual([false, 'untrusted_content']);
    await other.agent.runs.cancel(USER, id);
    await agent.stopWorker();
    await other.close();
  });

  it('is remembered by rows: after a restart, and when the tool is gone', async () => {
    const own = await createWorld({ settings: { policy } });
    const { run } = await own.runToEnd([{ calls: [fetchOf('https://a.example/r')] }, { text: 'read' }]);
    await own.agent.stopWorker();
    const without = own.tools.filter((tool) => tool.def.name !== 'test.fetch');
    const second = await own.again({ tools: without });
    const { session_id } = run;
    const { id } = await own.start([{ calls: [note('late')] }, { text: 'ok' }], { session_id });
    const asking = await own.until(id, (now) => now.pending_permissions.length === 1);
    await second.stopWorker();
    const third = await own.again({ tools: without });
    expect((await third.runs.find(USER, id)).pending_permissions).toEqual(asking.pending_permissions);
    const [request] = asking.pending_permissions;
    expect(request?.reason).toBe('untrusted_content');
    if (!request) throw new Error('nothing is asked');
    await third.runs.decide(USER, { runId: id, requestId: request.id, answer: { decision: 'allow_once' } });
    await own.finish(id);
    expect(own.count('late')).toBe(1);
    await third.stopWorker();
    await own.close();
  });

  it('comes with an imported conversation', async () => {
    const { prisma } = world.database;
    await prisma.user.create({ data: { id: USER, email: 'reader@example.com' } });
    const [sessions, messages] = [createSessionStore(prisma), createMessageStore(prisma)];
    const foundation = { newId: (prefix: string) => newId(`${prefix}_`), now: Date.now };
    const workspace = createWorkspaceStore(prisma, { ...foundation, maxUserBytes: 0 });
    const exports = createExport({ sessions, messages, files: workspace, ...foundation });
    const said = { role: 'user' as const, content: 'hello', timestamp: 1 };
    const session = { title: null };
    const file = { format: 'metona.session', version: 1, session, messages: [said] } as const;
    const { id: sessionId } = await exports.import(USER, { ...file, messages: [said] });
    const { id } = await noteIn(sessionId, newTag());
    const [request] = await asked(id);
    expect(request.reason).toBe('untrusted_content');
    await world.agent.runs.cancel(USER, id);
  });

  it('never lets secrets be used unasked, and says which of the two causes it is', async () => {
    const secret = { calls: [{ name: 'test.secret', args: { text: newTag() } }] };
    const clean = await world.start([secret, { text: 'ok' }]);
    expect((await asked(clean.id))[0].reason).toBe('always_asks');
    const { session_id } = await fetched();
    const tainted = await world.start([secret, { text: 'ok' }], { session_id });
    expect((await asked(tainted.id))[0].reason).toBe('untrusted_content');
    for (const { id } of [clean, tainted]) await world.agent.runs.cancel(USER, id);
  });
});
