import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as exportSkill } from '@/app/api/skills/[id]/export/route';
import { GET as getSkill, PATCH as patchSkill, DELETE as removeSkill } from '@/app/api/skills/[id]/route';
import { POST as testSkill } from '@/app/api/skills/[id]/test/route';
import { POST as addArchive } from '@/app/api/skills/archive/route';
import { POST as addSkill, GET as listSkills } from '@/app/api/skills/route';
import { container } from '@/lib/server/container';
import { isOver, startRun, waitFor } from '../support/agent';
import { call, type SignedUp, signUp } from '../support/api-client';
import { as, openWorld, type World } from './resource-world';

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

const skillFiles = (name: string, body = 'Write it in three parts.') => [
  {
    path: 'SKILL.md',
    content: `---\nname: ${name}\ndescription: Writes the ${name}.\nallowed-tools: fetch_url\n---\n${body}\n`,
  },
  { path: 'references/style.md', content: 'Short sentences.' },
];
const add = (user: SignedUp, name: string, more: object = {}) =>
  as(user, addSkill, { method: 'POST', json: { files: skillFiles(name), ...more } });
const zipType = { 'content-type': 'application/zip' };

describe('the skills of a user', () => {
  it('are added, listed, read, changed, exported, added again from the export, and deleted', async () => {
    const made = await add(anna, 'weekly-report');
    expect([made.status, made.body]).toMatchObject([
      201,
      { name: 'weekly-report', enabled: true, trusted: true, origin: 'written', plugin_id: null },
    ]);
    const { id } = made.body;
    const detail = (await as(anna, getSkill, { id })).body;
    expect(detail).toMatchObject({ allowed_tools: ['fetch_url'], license: null });
    expect(detail.files.map(({ path }: { path: string }) => path)).toEqual(['SKILL.md', 'references/style.md']);
    expect((await add(anna, 'weekly-report')).body.error.code).toBe('conflict');

    const zip = await as(anna, exportSkill, { id });
    expect(Object.fromEntries(zip.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="weekly-report.zip"',
    });
    const archive = await container().skills.export(anna.id, id);
    const bytes = new Uint8Array(await archive.arrayBuffer());
    const renamed = await as(anna, patchSkill, { method: 'PATCH', id, json: { files: skillFiles('monthly-report') } });
    expect(renamed.body).toMatchObject({ name: 'monthly-report', trusted: true });
    const again = await as(anna, addArchive, { method: 'POST', body: bytes, headers: zipType });
    expect([again.status, again.body]).toMatchObject([
      201,
      { name: 'weekly-report', origin: 'upload', trusted: false },
    ]);
    const names = async () => (await as(anna, listSkills)).body.items.map((item: { name: string }) => item.name);
    expect(await names()).toEqual(['monthly-report', 'weekly-report']);
    const remove = () => as(anna, removeSkill, { method: 'DELETE', id });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect(await names()).toEqual(['weekly-report']);
    expect(await world.database.prisma.skillFile.count({ where: { skillId: id } })).toBe(0);
  });

  it('are nobody else’s: foreign and unknown skills get the same 404', async () => {
    const { id } = (await add(anna, 'private')).body;
    const calls = [
      [getSkill, {}],
      [exportSkill, {}],
      [testSkill, { method: 'POST' }],
      [patchSkill, { method: 'PATCH', json: { enabled: false } }],
      [removeSkill, { method: 'DELETE' }],
    ] as const;
    for (const [handler, options] of calls) {
      const foreign = await as(ben, handler, { ...options, id });
      const unknown = await as(ben, handler, { ...options, id: 'skill_unknown' });
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
      expect((await call(handler, { ...options, params: { id } })).status).toBe(401);
    }
    expect((await as(ben, listSkills)).body.items).toEqual([]);
    expect((await add(ben, 'private')).status).toBe(201);
    expect((await as(anna, getSkill, { id })).body.enabled).toBe(true);
  });

  it('are refused with words that say what to change', async () => {
    const tell = async (json: object) => (await as(anna, addSkill, { method: 'POST', json })).body.error;
    expect(await tell({ files: [{ path: 'SKILL.md', content: '# no' }] })).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('must begin with a line of ---'),
    });
    expect((await tell({ files: [...skillFiles('x'), { path: '../x', content: '' }] })).message).toContain(
      'not a path',
    );
    expect((await tell({ files: skillFiles('x'), userId: ben.id })).code).toBe('invalid_request');
    const junk = await as(anna, addArchive, { method: 'POST', body: 'PK junk', headers: zipType });
    expect([junk.status, junk.body.error.message]).toEqual([400, expect.stringContaining('ZIP')]);
    expect((await as(anna, addArchive, { method: 'POST', json: {} })).status).toBe(415);
    const huge = new Uint8Array(2 * 1024 * 1024 + 1);
    expect((await as(anna, addArchive, { method: 'POST', body: huge, headers: zipType })).status).toBe(413);
  });

  it('tell what they cost and what a model sees of them', async () => {
    const { id } = (await add(anna, 'tested')).body;
    const tested = (await as(anna, testSkill, { method: 'POST', id })).body;
    expect(tested).toMatchObject({ ok: true, loaded: 'Write it in three parts.' });
    expect(tested.problems.map(({ field }: { field: string }) => field)).toEqual(['allowed-tools']);
    expect(tested.prompt).toContain('- tested: "Writes the tested."');
    expect(tested.tokens.listed).toBeGreaterThan(5);
  });
});

describe('a run and the skills of its user', () => {
  const start = (user: SignedUp, input: string, more: object = {}) =>
    startRun(container().agent, user.id, {
      input,
      provider_id: 'mock',
      model: 'mock-1',
      allowed_tools: ['*'],
      ...more,
    });
  const finish = async (user: SignedUp, input: string, more: object = {}) => {
    const { id } = await start(user, input, more);
    return waitFor(container().agent, { userId: user.id, runId: id }, isOver);
  };
  const sentOf = async (runId: string) => {
    const attempts = await world.database.prisma.attempt.findMany({ where: { runId } });
    const meta = attempts[0]?.meta as { sent?: { briefing?: string; tools?: string[] } } | undefined;
    return meta?.sent ?? {};
  };

  it('knows names and descriptions alone, loads one, and reads its files', async () => {
    const carla = await signUp('carla');
    await add(carla, 'trip-plan');
    const run = await finish(
      carla,
      '/tool skills.load {"name":"trip-plan"}\n/tool skills.read_file {"name":"trip-plan","path":"./references/style.md"}',
    );
    const { briefing } = await sentOf(run.id);
    expect(briefing).toContain('- trip-plan: "Writes the trip-plan."');
    expect(briefing).not.toContain('three parts');
    expect(run.tool_results.map(({ success, untrusted }) => [success, untrusted])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    expect(run.tool_results[0]?.summary).toBe(
      'Skill trip-plan\n\nWrite it in three parts.\n\nFiles of this skill, for skills.read_file:\n- references/style.md',
    );
    expect(run.tool_results[1]?.summary).toBe('Short sentences.');
  });

  it('is tainted by a skill that came as files until the user takes its words for his own', async () => {
    const dora = await signUp('dora');
    const { id } = (await add(dora, 'foreign', { origin: 'upload' })).body;
    const load = () => finish(dora, '/tool skills.load {"name":"foreign"}');
    expect((await load()).tool_results[0]).toMatchObject({ success: true, untrusted: true });
    await as(dora, patchSkill, { method: 'PATCH', id, json: { trusted: true } });
    expect((await load()).tool_results[0]?.untrusted).toBeUndefined();
  });

  it('check 58: is granted nothing by allowed-tools', async () => {
    const emil = await signUp('emil');
    await add(emil, 'greedy');
    const { id } = await start(
      emil,
      '/tool skills.load {"name":"greedy"}\n/tool fetch_url {"url":"https://example.com/"}',
    );
    const asking = await waitFor(
      container().agent,
      { userId: emil.id, runId: id },
      (run) => run.pending_permissions.length > 0,
    );
    expect(asking.pending_permissions[0]?.tool_call.name).toBe('fetch_url');
    await container().agent.runs.cancel(emil.id, id);
  });

  it('sees nothing of disabled, deleted and foreign skills, and has no tools without any', async () => {
    const fred = await signUp('fred');
    const none = await finish(fred, 'hello');
    expect((await sentOf(none.id)).briefing).toBeUndefined();
    expect((await sentOf(none.id)).tools).not.toContain('skills.load');
    const { id } = (await add(fred, 'shy')).body;
    await add(fred, 'open');
    await as(fred, patchSkill, { method: 'PATCH', id, json: { enabled: false } });
    const run = await finish(
      fred,
      ['shy', 'trip-plan', '../shy', '__proto__'].map((name) => `/tool skills.load {"name":"${name}"}`).join('\n'),
    );
    expect((await sentOf(run.id)).briefing).not.toContain('shy');
    expect(run.tool_results.map(({ success }) => success)).toEqual([false, false, false, false]);
    const up = await finish(fred, '/tool skills.read_file {"name":"open","path":"../../etc/passwd"}');
    expect(up.tool_results[0]).toMatchObject({ success: false, error: expect.stringContaining('has no such file') });
  });

  it('is told nothing of skills when it may not load them', async () => {
    const run = await finish(anna, 'hello', { allowed_tools: ['system.echo'] });
    expect(await sentOf(run.id)).toMatchObject({ tools: ['system.echo'] });
    expect((await sentOf(run.id)).briefing).toBeUndefined();
  });
});
