import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as getPlugin, DELETE as removePlugin } from '@/app/api/plugins/[id]/route';
import { POST as testPlugin } from '@/app/api/plugins/[id]/test/route';
import { POST as installPlugin, GET as listPlugins } from '@/app/api/plugins/route';
import { GET as getSettings, PUT as putSettings } from '@/app/api/settings/route';
import { container } from '@/lib/server/container';
import { signUp } from '../support/api-client';
import {
  allow,
  asks,
  canary,
  install,
  line,
  openPluginWorld,
  type PluginWorld,
  patch,
  preview,
  start,
  until,
  update,
} from './plugin-world';
import { as } from './resource-world';

const open = (origin: string) => ({
  name: 'open',
  description: 'Needs no key.',
  parameters: { type: 'object', properties: {} },
  request: { url: `${origin}/open` },
});

let world: PluginWorld;
beforeAll(async () => {
  world = await openPluginWorld();
});
afterAll(() => world.close());

describe('what a plugin reaches', () => {
  it('check 63 76 77: asks for its host, is called with its key, and gives the key to nobody', async () => {
    const user = await signUp('berta');
    const { id } = (await install(user, world.manifest())).body;
    const early = await allow(user, await until(user, (await start(user, line('Lima'))).id, asks), 'allow_once');
    expect(early.tool_results[0]).toMatchObject({
      success: false,
      error: expect.stringContaining('needs its API key'),
    });
    expect((await as(user, testPlugin, { method: 'POST', id })).body).toMatchObject({
      ok: false,
      problems: [{ name: 'api_key' }],
    });
    const saved = await patch(user, id, { secrets: { api_key: canary } });
    expect(saved.body.secrets).toMatchObject([{ name: 'api_key', set: true, last4: '17c2' }]);
    expect((await as(user, testPlugin, { method: 'POST', id })).body).toMatchObject({ ok: true, problems: [] });

    const before = world.seen.length;
    const asking = await until(user, (await start(user, line('São Paulo/../../etc?x=1'))).id, asks);
    expect(asking.pending_permissions[0]).toMatchObject({
      permission: 'network.request',
      grant_scope: { host: world.host },
    });
    expect(world.seen).toHaveLength(before);
    const done = await allow(user, asking, 'allow_session');
    expect(world.seen.at(-1)).toMatchObject({
      url: `/v1/weather?q=${encodeURIComponent('São Paulo/../../etc?x=1')}`,
      headers: { 'x-key': canary },
    });
    expect(done.tool_results[0]).toMatchObject({
      success: true,
      untrusted: true,
      result: { city: 'Lima', degrees: 21 },
    });
    const dump = JSON.stringify([
      done,
      (await as(user, getPlugin, { id })).body,
      (await as(user, listPlugins)).body,
      await world.prisma.pluginSecret.findMany(),
      await world.prisma.toolResult.findMany(),
    ]);
    expect(dump).not.toContain(canary);
  });

  it('loses its grants, and keys that would go elsewhere, with an update', async () => {
    const user = await signUp('carl');
    const same = {
      ...world.weather(),
      name: 'same',
      request: { url: `${world.origin}/x`, query: { zone: 'z', q: '{city}', a: '1' }, headers: {} },
    };
    const { id } = (await install(user, world.manifest({ tools: [world.weather(), same] }))).body;
    await patch(user, id, { secrets: { api_key: canary } });
    const kept = { 'plugin.weather.same': 'allow', 'notes.read': 'allow' };
    const policy = { 'plugin.weather.get_weather': 'allow', ...kept };
    await as(user, putSettings, { method: 'PUT', json: { 'permissions.policy': policy } });
    const free = await until(user, (await start(user, line('Lima'))).id, asks);
    expect(free.tool_results[0]?.success).toBe(true);
    await as(user, putSettings, { method: 'PUT', json: { 'permissions.policy': {} } });
    const asking = await until(user, (await start(user, line('Rome'))).id, asks);
    await allow(user, asking, 'allow_session');
    await as(user, putSettings, { method: 'PUT', json: { 'permissions.policy': policy } });
    const live = () => world.prisma.permissionGrant.count({ where: { userId: user.id, revokedAt: null } });
    expect(await live()).toBe(1);

    const next = world.manifest({ version: '1.1.0', tools: [world.weather('https://api.example/v2'), same] });
    const shown = (await preview(user, { manifest: JSON.stringify(next) })).body;
    expect(shown.installed).toMatchObject({ id, version: '1.0.0', forgets: ['api_key'] });
    expect(shown.installed.changes).toEqual([
      { kind: 'host', change: 'changed', name: world.host },
      { kind: 'host', change: 'added', name: 'api.example' },
      { kind: 'secret', change: 'changed', name: 'api_key' },
      { kind: 'tool', change: 'changed', name: 'plugin.weather.get_weather' },
    ]);
    const wrong = await patch(user, id, { manifest: shown.manifest, accepts: '0'.repeat(64) });
    expect([wrong.status, (await as(user, getPlugin, { id })).body.version]).toEqual([409, '1.0.0']);
    const updated = (await update(user, id, next)).body;
    expect(updated).toMatchObject({ id, version: '1.1.0', secrets: [{ set: false, last4: null }] });
    expect(await live()).toBe(0);
    const rules = (await as(user, getSettings)).body['permissions.policy'];
    expect(rules).toEqual(kept);
    const renamed = world.manifest({ id: 'other', version: '1.2.0' });
    expect((await update(user, id, renamed)).body.error.code).toBe('invalid_request');
  });

  it('is not called with an old yes once it has changed, nor after it is gone', async () => {
    const user = await signUp('kai');
    const { id } = (await install(user, world.manifest({ secrets: [], tools: [open(world.origin)] }))).body;
    const ask = async () => until(user, (await start(user, '/tool plugin.weather.open {}')).id, asks);
    const before = world.seen.length;
    const waiting = await ask();
    await update(user, id, world.manifest({ version: '1.0.1', secrets: [], tools: [open(world.origin)] }));
    await expect(allow(user, waiting, 'allow_once')).rejects.toThrow('it can only be denied');
    await container().agent.runs.cancel(user.id, waiting.id);
    const late = await ask();
    await as(user, removePlugin, { method: 'DELETE', id });
    const gone = await allow(user, late, 'allow_once');
    expect(gone.tool_results[0]).toMatchObject({ success: false, errorCode: 'unknown_tool' });
    expect(world.seen).toHaveLength(before);
  });

  it('check 34 37 39: comes from an address that is fetched once, and leads nowhere else', async () => {
    const user = await signUp('emma');
    world.publish(world.manifest({ version: '2.0.0' }));
    const before = world.seen.length;
    const shown = await preview(user, { url: `${world.origin}/manifest.json` });
    expect(shown.body).toMatchObject({ version: '2.0.0', source_url: `${world.origin}/manifest.json` });
    world.publish(world.manifest({ version: '6.6.6' }));
    const { manifest: text, hash, source_url } = shown.body;
    const made = await as(user, installPlugin, { method: 'POST', json: { manifest: text, accepts: hash, source_url } });
    expect(made.body).toMatchObject({ version: '2.0.0', source_url: `${world.origin}/manifest.json` });
    expect(world.seen).toHaveLength(before + 1);
    for (const url of [
      `${world.origin}/away`,
      'http://127.0.0.1:9/x',
      'file:///etc/passwd',
      'https://a@b.example/',
      'https://169.254.169.254/',
    ]) {
      const refused = await preview(user, { url });
      expect([refused.status >= 400, refused.body.error.code]).toEqual([true, expect.not.stringMatching('unknown')]);
    }
    expect((await preview(user, {})).status).toBe(400);
  });

  it('check 31 32 33 34 35 65: reaches no address in the operator’s network that he has not named', async () => {
    const user = await signUp('fred');
    for (const url of [
      'http://127.0.0.1:9/x',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/latest',
      'http://api.example/',
    ]) {
      const value = world.manifest({ tools: [world.weather(url)] });
      const refused = await preview(user, { manifest: JSON.stringify(value) });
      expect([url, refused.status, refused.body.issues?.[0]?.path]).toEqual([url, 400, 'tools.0.request.url']);
    }
    const local = { name: 'x', command: 'npx', args: ['-y', 'evil'] };
    expect((await preview(user, { manifest: JSON.stringify(world.manifest({ mcp_servers: [local] })) })).status).toBe(
      400,
    );
  });
});
