import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as listServers } from '@/app/api/mcp-servers/route';
import { GET as getPlugin, PATCH as patchPlugin, DELETE as removePlugin } from '@/app/api/plugins/[id]/route';
import { POST as testPlugin } from '@/app/api/plugins/[id]/test/route';
import { POST as installPlugin, GET as listPlugins } from '@/app/api/plugins/route';
import { GET as getSettings, PUT as putSettings } from '@/app/api/settings/route';
import { PATCH as patchSkill, DELETE as removeSkill } from '@/app/api/skills/[id]/route';
import { GET as listSkills } from '@/app/api/skills/route';
import { call, signUp } from '../support/api-client';
import {
  asks,
  canary,
  install,
  line,
  mcpUrl,
  namesOf,
  openPluginWorld,
  type PluginWorld,
  packing,
  patch,
  preview,
  start,
  toolsOf,
  until,
} from './plugin-world';
import { as } from './resource-world';

let world: PluginWorld;
beforeAll(async () => {
  world = await openPluginWorld();
});
afterAll(() => world.close());

describe('a plugin', () => {
  it('is shown whole before it is installed, and only what was shown is installed', async () => {
    const anna = await signUp('anna');
    const value = world.manifest({
      skills: [packing],
      mcp_servers: [{ name: 'search', url: mcpUrl, headers: ['X-Token'] }],
    });
    const shown = await preview(anna, { manifest: JSON.stringify(value) });
    expect(shown.body).toMatchObject({
      slug: 'weather',
      installed: null,
      hosts: [
        {
          host: world.host,
          encrypted: false,
          private: true,
          used_by: ['plugin.weather.get_weather'],
          secrets: ['api_key'],
        },
        { host: '127.0.0.1:9', secrets: ['X-Token'] },
      ],
      skills: [{ name: 'packing', description: 'What to pack.' }],
      secrets: [{ name: 'api_key', label: 'API key', required: true, hosts: [world.origin] }],
    });
    expect((await as(anna, listPlugins)).body.items).toEqual([]);
    const other = JSON.stringify(world.manifest({ description: 'Something else.' }));
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

  it('takes everything with it that it brought', async () => {
    const user = await signUp('dora');
    const value = world.manifest({ skills: [packing], mcp_servers: [{ name: 'search', url: mcpUrl }] });
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
    expect(await world.prisma.pluginSecret.count({ where: { userId: user.id } })).toBe(0);
    expect((await as(user, getSettings)).body['permissions.policy']).toEqual({});
  });

  it('is nobody else’s: foreign and unknown plugins get the same 404', async () => {
    const [gina, hans] = [await signUp('gina'), await signUp('hans')];
    const { id } = (await install(gina, world.manifest())).body;
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
    await install(user, world.manifest({ id: 'a', tools: [{ ...world.weather(), name: 'b_c' }] }));
    const alike = await install(user, world.manifest({ id: 'a-b', tools: [{ ...world.weather(), name: 'c' }] }));
    expect([alike.status, alike.body.error.message]).toEqual([409, expect.stringContaining('reads like plugin.a-b.c')]);
  });

  it('brings nothing when a part of it cannot be brought', async () => {
    const user = await signUp('jo');
    await install(user, world.manifest({ id: 'first', tools: [], skills: [packing], secrets: [] }));
    const clash = await install(user, world.manifest({ id: 'second', skills: [packing] }));
    expect([clash.status, clash.body.error.message]).toEqual([
      409,
      'There is already a skill named packing, from the plugin first.',
    ]);
    const many = Array.from({ length: 4 }, (_, at) =>
      install(
        user,
        world.manifest({
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
