import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PolicyRule } from '@/lib/agent/ports';
import { createGrantStore } from '@/lib/db/grant-store';
import type { PermissionRequest } from '@/lib/ir';
import { createGrants } from '@/lib/server/grants';
import { createWorld, ofType, USER, type World } from '../support/agent-world';

let tags = 0;
const newUrl = (host: string) => {
  tags += 1;
  return `https://${host}/${tags}`;
};
const post = (url: string) => ({ name: 'test.post', args: { url } });
const note = (title: string) => ({ name: 'test.note', args: { title } });

describe('a grant for the network', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const asking = async (urls: readonly string[], more: Record<string, unknown> = {}) => {
    const { id } = await world.start([{ calls: urls.map(post) }, { text: 'ok' }], more);
    const { pending_permissions: open, session_id } = await world.until(
      id,
      (run) => run.pending_permissions.length === urls.length,
    );
    const requests = urls.map((url) => open.find((request) => request.tool_call.args.url === url));
    return { id, session_id, requests: requests as [PermissionRequest, ...PermissionRequest[]] };
  };
  const runs = async (urls: readonly string[], session_id: string) => {
    const { events } = await world.runToEnd([{ calls: urls.map(post) }, { text: 'ok' }], { session_id });
    return ofType(events, 'permission_required').length;
  };

  it('situation 40: answers the open questions about its host in the same transaction, and no others', async () => {
    const urls = [newUrl('a.example'), newUrl('b.example'), newUrl('A.example:443'), newUrl('a.example:8443')];
    const { id, requests, session_id } = await asking(urls);
    expect(requests.map((request) => request.grant_scope)).toEqual(
      ['a.example', 'b.example', 'a.example', 'a.example:8443'].map((host) => ({
        session_id,
        tool: 'test.post',
        host,
      })),
    );
    await world.decide(requests[0], { decision: 'allow_session' });
    const { pending_permissions: open } = await world.agent.runs.find(USER, id);
    expect(open.map((request) => request.id).sort()).toEqual([requests[1]?.id, requests[3]?.id].sort());
    for (const request of open) await world.decide(request, { decision: 'deny' });
    const { events } = await world.finish(id);
    expect(urls.map(world.count)).toEqual([1, 0, 1, 0]);
    const [first, second] = ofType(events, 'permission_resolved');
    expect([first?.status, second?.status, (second?.seq ?? 0) - (first?.seq ?? 0)]).toEqual([
      'allowed_session',
      'allowed_session',
      1,
    ]);
  });

  it('situation 42: holds for that host, in this chat, for this tool', async () => {
    const { id, requests, session_id } = await asking([newUrl('c.example')]);
    await world.decide(requests[0], { decision: 'allow_session' });
    await world.finish(id);
    const url = newUrl('c.example');
    expect([await runs([url], session_id), world.count(url)]).toEqual([0, 1]);
    const others = [
      await asking([newUrl('d.example')], { session_id }),
      await asking([newUrl('c.example')]),
      await asking([newUrl('c.example.evil.test')]),
    ];
    for (const other of others) await world.agent.runs.cancel(USER, other.id);
  });

  it('check 63: is listed with its host and asked for again once it is taken back', async () => {
    const { id, requests, session_id } = await asking([newUrl('e.example')]);
    await world.decide(requests[0], { decision: 'allow_session' });
    await world.finish(id);
    const grants = createGrants({ grants: createGrantStore(world.database.prisma), now: Date.now });
    const { items } = await grants.list(USER);
    const listed = items.find((grant) => grant.session_id === session_id);
    expect([listed?.tool, listed?.host]).toEqual(['test.post', 'e.example']);
    expect((await grants.list('user_other')).items).toEqual([]);
    await expect(grants.revoke('user_other', listed?.id ?? '')).rejects.toMatchObject({ error: { code: 'not_found' } });
    await grants.revoke(USER, listed?.id ?? '');
    expect((await grants.list(USER)).items.some((grant) => grant.id === listed?.id)).toBe(false);
    const again = await asking([newUrl('e.example')], { session_id });
    await world.agent.runs.cancel(USER, again.id);
  });

  it('is not offered for a call that names no host', async () => {
    const { id, requests } = await asking(['no url at all']);
    expect(requests[0].grant_scope).toBeNull();
    await world.agent.runs.cancel(USER, id);
  });

  it('situation 38: does not reach another host by an edit; the edit is allowed for itself', async () => {
    const [url, edited] = [newUrl('f.example'), newUrl('g.example')];
    const { id, requests, session_id } = await asking([url]);
    const change = { args: { url: edited } };
    await expect(world.decide(requests[0], { decision: 'allow_session', ...change })).rejects.toMatchObject({
      error: { code: 'invalid_request' },
    });
    const decided = await world.decide(requests[0], { decision: 'allow_once', ...change });
    expect(decided.tool_call.args).toEqual(change.args);
    await world.finish(id);
    expect([world.count(url), world.count(edited)]).toEqual([0, 1]);
    for (const host of ['f.example', 'g.example']) {
      const again = await asking([newUrl(host)], { session_id });
      await world.agent.runs.cancel(USER, again.id);
    }
  });
});

describe('a yes', () => {
  it('situation 42: does not run a tool that has changed since it was given', async () => {
    const world = await createWorld();
    const { id } = await world.start([{ calls: [note('changed')] }, { text: 'ok' }]);
    const { pending_permissions: open } = await world.until(id, (run) => run.pending_permissions.length === 1);
    await world.agent.stopWorker();
    await world.decide(open[0] as PermissionRequest, { decision: 'allow_once' });
    const changed = world.tools.map((tool) => (tool.def.name === 'test.note' ? { ...tool, identity: 'newer' } : tool));
    const next = await world.again({ tools: changed });
    const { run, events } = await world.finish(id);
    expect([run.status, run.tool_results[0]?.errorCode, world.count('changed')]).toEqual([
      'completed',
      'not_allowed',
      0,
    ]);
    expect(ofType(events, 'tool_start')).toEqual([]);
    await next.stopWorker();
    await world.close();
  });
});

describe('the rules of a user', () => {
  let world: World;
  const policy: Record<string, PolicyRule> = {};
  beforeAll(async () => {
    world = await createWorld({ settings: { policy } });
  });
  afterAll(() => world.close());

  const under = async (rules: Record<string, PolicyRule>, title: string) => {
    for (const key of Object.keys(policy)) delete policy[key];
    Object.assign(policy, rules);
    const { id } = await world.start([{ calls: [note(title)] }, { text: 'ok' }]);
    return world.until(id, (run) => run.finished_at !== null || run.pending_permissions.length > 0);
  };

  it('hold per permission and per tool, the tool before its permission, and a denial before both', async () => {
    const outcome = async (rules: Record<string, PolicyRule>, title: string) => {
      const run = await under(rules, title);
      const [request] = run.pending_permissions;
      if (request) await world.agent.runs.cancel(USER, run.id);
      return [request?.reason ?? run.tool_results[0]?.errorCode ?? 'ran', world.count(title)];
    };
    expect(await outcome({}, 'rule 1')).toEqual(['asks_by_default', 0]);
    expect(await outcome({ 'notes.write': 'allow' }, 'rule 2')).toEqual(['ran', 1]);
    expect(await outcome({ 'notes.write': 'confirm' }, 'rule 3')).toEqual(['policy_confirm', 0]);
    expect(await outcome({ 'notes.write': 'deny' }, 'rule 4')).toEqual(['denied', 0]);
    expect(await outcome({ 'test.note': 'allow', 'notes.write': 'confirm' }, 'rule 5')).toEqual(['ran', 1]);
    expect(await outcome({ 'test.note': 'confirm', 'notes.write': 'allow' }, 'rule 6')).toEqual(['policy_confirm', 0]);
    expect(await outcome({ 'test.note': 'allow', 'notes.write': 'deny' }, 'rule 7')).toEqual(['denied', 0]);
    expect(await outcome({ 'test.note': 'deny', 'notes.write': 'allow' }, 'rule 8')).toEqual(['denied', 0]);
  });

  it('forbid what they came to deny while the question was open', async () => {
    const run = await under({}, 'late rule');
    const [request] = run.pending_permissions as [PermissionRequest];
    policy['notes.write'] = 'deny';
    for (const decision of ['allow_once', 'allow_session'] as const) {
      await expect(world.decide(request, { decision })).rejects.toMatchObject({ error: { code: 'invalid_request' } });
    }
    await world.decide(request, { decision: 'deny' });
    const { run: ended } = await world.finish(run.id);
    expect([ended.tool_results[0]?.errorCode, world.count('late rule')]).toEqual(['denied', 0]);
  });

  it('deny what was granted before', async () => {
    const run = await under({}, 'granted once');
    const [request] = run.pending_permissions as [PermissionRequest];
    await world.decide(request, { decision: 'allow_session' });
    await world.finish(run.id);
    policy['test.note'] = 'deny';
    const steps = [{ calls: [note('granted twice')] }, { text: 'ok' }];
    const { run: second, events } = await world.runToEnd(steps, { session_id: run.session_id });
    expect([second.tool_results[0]?.errorCode, ofType(events, 'permission_required')]).toEqual(['denied', []]);
    expect(world.count('granted twice')).toBe(0);
  });
});
