import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as listServers } from '@/app/api/mcp-servers/route';
import { GET as getPlugin, PATCH as patchPlugin, DELETE as removePlugin } from '@/app/api/plugins/[id]/route';
import { POST as testPlugin } from '@/app/api/plugins/[id]/test/route';
import { POST as previewPlugin } from '@/app/api/plugins/preview/route';
import { POST as installPlugin, GET as listPlugins } from '@/app/api/plugins/route';
import { GET as getSettings, PUT as putSettings } from '@/app/api/settings/route';
import { PATCH as patchSkill, DELETE as removeSkill } from '@/app/api/skills/[id]/route';
import { GET as listSkills } from '@/app/api/skills/route';
import { GET as listTools } from '@/app/api/tools/route';
import type { AgentRun } from '@/lib/ir';
import { container } from '@/lib/server/container';
import { isOver, startRun, waitFor } from '../support/agent';
import { call, type SignedUp, signUp } from '../support/api-client';
import { as, openWorld, type World } from './resource-world';

const canary = 'k3y-CANARY-3f9a17c2';
const mcpUrl = 'http://127.0.0.1:9/mcp';

let world: World;
let server: Server;
let origin: string;
let host: string;
const seen: { url: string; method: string; headers: IncomingHttpHeaders; body: string }[] = [];
/** What lies at `/manifest.json`. */
let published: object = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', method = '', headers } = request;
      seen.push({ url, method, headers, body: Buffer.concat(chunks).toString('utf8') });
      const isManifest = url === '/manifest.json';
      if (url.startsWith('/away')) return response.writeHead(302, { location: 'https://evil.example/' }).end();
      const body = isManifest ? published : { city: 'Lima', degrees: 21, echo: headers['x-key'] };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  host = `127.0.0.1:${port}`;
  origin = `http://${host}`;
  world = await openWorld({
    METONA_PLUGIN_PRIVATE_ORIGINS: origin,
    METONA_MCP_PRIVATE_ORIGINS: 'http://127.0.0.1:9',
  });
  await container().agent.startWorker();
});
afterAll(async () => {
  await container().agent.stopWorker();
  await world.database.drop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const weather = (url = `${origin}/v1/weather`) => ({
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  request: { url, query: { q: '{city}' }, headers: { 'X-Key': '{secret:api_key}' } },
});
const open = () => ({
  name: 'open',
  description: 'Needs no key.',
  parameters: { type: 'object', properties: {} },
  request: { url: `${origin}/open` },
});
const manifest = (change: object = {}) => ({
  manifest: 1,
  id: 'weather',
  name: 'Weather',
  version: '1.0.0',
  description: 'Weather of cities.',
  secrets: [{ name: 'api_key', label: 'API key' }],
  tools: [weather()],
  ...change,
});
const packing = {
  files: [{ path: 'SKILL.md', content: '---\nname: packing\ndescription: What to pack.\n---\nA coat.' }],
};

const preview = (user: SignedUp, json: object) => as(user, previewPlugin, { method: 'POST', json });
async function install(user: SignedUp, value: object) {
  const shown = await preview(user, { manifest: JSON.stringify(value) });
  const json = { manifest: shown.body.manifest, accepts: shown.body.hash };
  return as(user, installPlugin, { method: 'POST', json });
}
const patch = (user: SignedUp, id: string, json: object) => as(user, patchPlugin, { method: 'PATCH', id, json });
async function update(user: SignedUp, id: string, value: object) {
  const shown = await preview(user, { manifest: JSON.stringify(value) });
  return patch(user, id, { manifest: shown.body.manifest, accepts: shown.body.hash });
}
const namesOf = async (user: SignedUp, handler: typeof listTools) =>
  (await as(user, handler)).body.items.map(({ name }: { name: string }) => name) as string[];
const toolsOf = async (user: SignedUp) => (await namesOf(user, listTools)).filter((name) => name.startsWith('plugin.'));

const line = (city: string) => `/tool plugin.weather.get_weather ${JSON.stringify({ city })}`;
const start = (user: SignedUp, input: string, more: object = {}) =>
  startRun(container().agent, user.id, { input, provider_id: 'mock', model: 'mock-1', allowed_tools: ['*'], ...more });
const until = (user: SignedUp, id: string, test: (run: AgentRun) => boolean) =>
  waitFor(container().agent, { userId: user.id, runId: id }, test);
const asks = (run: AgentRun) => run.pending_permissions.length > 0 || isOver(run);
async function allow(user: SignedUp, run: AgentRun, decision: 'allow_once' | 'allow_session'): Promise<AgentRun> {
  const requestId = run.pending_permissions[0]?.id ?? '';
  await container().agent.runs.decide(user.id, { runId: run.id, requestId, answer: { decision } });
  return until(user, run.id, isOver);
}

describe('a plugin', () => {
  it('is shown whole before it is installed, and only what was shown is installed', async () => {
    const anna = await signUp('anna');
    const value = manifest({ skills: [packing], mcp_servers: [{ name: 'search', url: mcpUrl, headers: ['X-Token'] }] });
    const shown = await preview(anna, { manifest: JSON.stringify(value) });
    expect(shown.body).toMatchObject({
      slug: 'weather',
      installed: null,
      hosts: [
        { host, encrypted: false, private: true, used_by: ['plugin.weather.get_weather'], secrets: ['api_key'] },
        { host: '127.0.0.1:9', secrets: ['X-Token'] },
      ],
      skills: [{ name: 'packing', description: 'What to pack.' }],
      secrets: [{ name: 'api_key', label: 'API key', required: true, hosts: [origin] }],
    });
    expect((await as(anna, listPlugins)).body.items).toEqual([]);
    const other = JSON.stringify(manifest({ description: 'Something else.' }));
    const swapped = await as(anna, installPlugin, {
      method: 'POST',
      json: { manifest: other, accepts: shown.body.hash },
    });
    expect([swapped.status, swapped.body.error.code]).toEqual([409, 'conflict']);
    const made = await install(anna, value);
    expect([made.status, made.body]).toMatchObject([201, { slug: 'weather', enabled: true, readable: true }]);
    expect(await toolsOf(anna)).toEqual(['plugin.weather.get_weather']);
    expect(await namesOf(anna, listSkills)).toEqual(['packing']);
    expect(await namesOf(anna, listServers)).toEqual(['search']);
    expect((await install(anna, value)).body.error.code).toBe('conflict');
  });

  it('check 63 76 77: asks for its host, is called with its key, and gives the key to nobody', async () => {
    const user = await signUp('berta');
    const { id } = (await install(user, manifest())).body;
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

    const before = seen.length;
    const asking = await until(user, (await start(user, line('São Paulo/../../etc?x=1'))).id, asks);
    expect(asking.pending_permissions[0]).toMatchObject({ permission: 'network.request', grant_scope: { host } });
    expect(seen).toHaveLength(before);
    const done = await allow(user, asking, 'allow_session');
    expect(seen.at(-1)).toMatchObject({
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
      await world.database.prisma.pluginSecret.findMany(),
      await world.database.prisma.toolResult.findMany(),
    ]);
    expect(dump).not.toContain(canary);
  });

  it('loses its grants, and keys that would go elsewhere, with an update', async () => {
    const user = await signUp('carl');
    const same = {
      ...weather(),
      name: 'same',
      request: { url: `${origin}/x`, query: { zone: 'z', q: '{city}', a: '1' }, headers: {} },
    };
    const { id } = (await install(user, manifest({ tools: [weather(), same] }))).body;
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
    const live = () => world.database.prisma.permissionGrant.count({ where: { userId: user.id, revokedAt: null } });
    expect(await live()).toBe(1);

    const next = manifest({ version: '1.1.0', tools: [weather('https://api.example/v2'), same] });
    const shown = (await preview(user, { manifest: JSON.stringify(next) })).body;
    expect(shown.installed).toMatchObject({ id, version: '1.0.0', forgets: ['api_key'] });
    expect(shown.installed.changes).toEqual([
      { kind: 'host', change: 'changed', name: host },
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
    const renamed = manifest({ id: 'other', version: '1.2.0' });
    expect((await update(user, id, renamed)).body.error.code).toBe('invalid_request');
  });

  it('is not called with an old yes once it has changed, nor after it is gone', async () => {
    const user = await signUp('kai');
    const { id } = (await install(user, manifest({ secrets: [], tools: [open()] }))).body;
    const ask = async () => until(user, (await start(user, '/tool plugin.weather.open {}')).id, asks);
    const before = seen.length;
    const waiting = await ask();
    await update(user, id, manifest({ version: '1.0.1', secrets: [], tools: [open()] }));
    await expect(allow(user, waiting, 'allow_once')).rejects.toThrow('it can only be denied');
    await container().agent.runs.cancel(user.id, waiting.id);
    const late = await ask();
    await as(user, removePlugin, { method: 'DELETE', id });
    const gone = await allow(user, late, 'allow_once');
    expect(gone.tool_results[0]).toMatchObject({ success: false, errorCode: 'unknown_tool' });
    expect(seen).toHaveLength(before);
  });

  it('takes everything with it that it brought', async () => {
    const user = await signUp('dora');
    const value = manifest({ skills: [packing], mcp_servers: [{ name: 'search', url: mcpUrl }] });
    const { id } = (await install(user, value)).body;
    await patch(user, id, { secrets: { api_key: canary } });
    const skills = (await as(user, listSkills)).body.items;
    const own = { path: 'SKILL.md', content: '---\nname: mine\ndescription: x\n---\nx' };
    const skill = { method: 'PATCH', id: skills[0].id };
    expect((await as(user, patchSkill, { ...skill, json: { files: [own] } })).status).toBe(409);
    expect((await as(user, removeSkill, { method: 'DELETE', id: skills[0].id })).status).toBe(409);
    expect((await as(user, patchSkill, { ...skill, json: { enabled: false } })).body.enabled).toBe(false);

    await patch(user, id, { enabled: false });
    expect(await toolsOf(user)).toEqual([]);
    expect((await as(user, listServers)).body.items[0].enabled).toBe(false);
    await patch(user, id, { enabled: true });
    expect(await toolsOf(user)).toHaveLength(1);
    const rule = { 'plugin.weather.get_weather': 'deny' };
    await as(user, putSettings, { method: 'PUT', json: { 'permissions.policy': rule } });

    const remove = () => as(user, removePlugin, { method: 'DELETE', id });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect([await toolsOf(user), await namesOf(user, listSkills), await namesOf(user, listServers)]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await world.database.prisma.pluginSecret.count({ where: { userId: user.id } })).toBe(0);
    expect((await as(user, getSettings)).body['permissions.policy']).toEqual({});
  });

  it('check 34 37 39: comes from an address that is fetched once, and leads nowhere else', async () => {
    const user = await signUp('emma');
    published = manifest({ version: '2.0.0' });
    const before = seen.length;
    const shown = await preview(user, { url: `${origin}/manifest.json` });
    expect(shown.body).toMatchObject({ version: '2.0.0', source_url: `${origin}/manifest.json` });
    published = manifest({ version: '6.6.6' });
    const { manifest: text, hash, source_url } = shown.body;
    const made = await as(user, installPlugin, { method: 'POST', json: { manifest: text, accepts: hash, source_url } });
    expect(made.body).toMatchObject({ version: '2.0.0', source_url: `${origin}/manifest.json` });
    expect(seen).toHaveLength(before + 1);
    for (const url of [
      `${origin}/away`,
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
      const value = manifest({ tools: [weather(url)] });
      const refused = await preview(user, { manifest: JSON.stringify(value) });
      expect([url, refused.status, refused.body.issues?.[0]?.path]).toEqual([url, 400, 'tools.0.request.url']);
    }
    const local = { name: 'x', command: 'npx', args: ['-y', 'evil'] };
    expect((await preview(user, { manifest: JSON.stringify(manifest({ mcp_servers: [local] })) })).status).toBe(400);
  });

  it('is nobody else’s: foreign and unknown plugins get the same 404', async () => {
    const [gina, hans] = [await signUp('gina'), await signUp('hans')];
    const { id } = (await install(gina, manifest())).body;
    const calls = [
      [getPlugin, {}],
      [testPlugin, { method: 'POST' }],
      [patchPlugin, { method: 'PATCH', json: { secrets: { api_key: 'stolen' } } }],
      [removePlugin, { method: 'DELETE' }],
    ] as const;
    for (const [handler, options] of calls) {
      const foreign = await as(hans, handler, { ...options, id });
      const unknown = await as(hans, handler, { ...options, id: 'plugin_unknown' });
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
      expect((await call(handler, { ...options, params: { id } })).status).toBe(401);
    }
    expect(await toolsOf(hans)).toEqual([]);
    expect((await as(gina, getPlugin, { id })).body.secrets[0].set).toBe(false);
    const run = await start(hans, line('Lima'));
    expect((await until(hans, run.id, asks)).tool_results[0]).toMatchObject({ errorCode: 'unknown_tool' });
  });

  it('check 62: hides no tool of another one behind a name that reads alike', async () => {
    const user = await signUp('ines');
    await install(user, manifest({ id: 'a', tools: [{ ...weather(), name: 'b_c' }] }));
    const alike = await install(user, manifest({ id: 'a-b', tools: [{ ...weather(), name: 'c' }] }));
    expect([alike.status, alike.body.error.message]).toEqual([409, expect.stringContaining('reads like plugin.a-b.c')]);
  });

  it('brings nothing when a part of it cannot be brought', async () => {
    const user = await signUp('jo');
    await install(user, manifest({ id: 'first', tools: [], skills: [packing], secrets: [] }));
    const clash = await install(user, manifest({ id: 'second', skills: [packing] }));
    expect([clash.status, clash.body.error.message]).toEqual([
      409,
      'There is already a skill named packing, from the plugin first.',
    ]);
    const many = Array.from({ length: 4 }, (_, at) =>
      install(
        user,
        manifest({
          id: `s${'abcd'[at]}`,
          tools: [],
          secrets: [],
          mcp_servers: Array.from({ length: 10 }, (_unused, no) => ({ name: `s${at}-${no}`, url: mcpUrl })),
        }),
      ),
    );
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses).toContain(409);
    const left = (await as(user, listPlugins)).body.items;
    const servers = (await as(user, listServers)).body.items;
    expect(servers).toHaveLength(left.flatMap((item: { mcp_server_ids: string[] }) => item.mcp_server_ids).length);
  });
});
