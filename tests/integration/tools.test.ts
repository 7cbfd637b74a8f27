import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUT as putSettings } from '@/app/api/settings/route';
import { GET as list } from '@/app/api/tools/route';
import type { ToolContext } from '@/lib/agent/ports';
import { container } from '@/lib/server/container';
import { toolViewSchema } from '@/lib/server/tools';
import { call, type SignedUp, signUp } from '../support/api-client';
import { as, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ben: SignedUp;

beforeAll(async () => {
  world = await openWorld();
  anna = await signUp('anna');
  ben = await signUp('ben');
});
afterAll(() => world.database.drop());

const run = async (user: SignedUp, name: string, args: Record<string, unknown>) => {
  const context: ToolContext = {
    userId: user.id,
    sessionId: 's_1',
    runId: 'run_1',
    messageId: 'msg_1',
    callId: 'tc_1',
    signal: new AbortController().signal,
    now: () => Date.now(),
    progress: () => undefined,
  };
  const tool = (await container().tools.list(user.id)).find((candidate) => candidate.def.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return (await tool.execute(args, context)).result as Record<string, never>;
};

describe('tools', () => {
  it('are listed as definitions, for signed-in users', async () => {
    expect((await call(list)).status).toBe(401);
    const { items } = (await as(anna, list)).body;
    for (const item of items) expect(toolViewSchema.strict().safeParse(item).success).toBe(true);
    expect(items.map((item: { name: string }) => item.name)).toEqual(
      expect.arrayContaining(['system.echo', 'notes.create', 'system.sleep']),
    );
  });

  it('say what the rules of their user make of them, at once and to nobody else', async () => {
    const standingOf = async (user: SignedUp, name: string) =>
      (await as(user, list)).body.items.find((item: { name: string }) => item.name === name)?.standing;
    const plain = { action: 'allow', because: 'default', by_default: 'allow', asks_when_untrusted: false };
    expect(await standingOf(anna, 'read_file')).toEqual(plain);
    const policy = { read_file: 'allow', 'files.read': 'deny', 'notes.write': 'allow' };
    await as(anna, putSettings, { method: 'PUT', json: { 'permissions.policy': policy } });
    expect(await standingOf(anna, 'read_file')).toEqual({ ...plain, action: 'deny', because: 'permission_rule' });
    expect(await standingOf(anna, 'notes.create')).toMatchObject({
      action: 'allow',
      because: 'permission_rule',
      asks_when_untrusted: true,
    });
    expect(await standingOf(ben, 'read_file')).toEqual(plain);
    await as(anna, putSettings, { method: 'PUT', json: { 'permissions.policy': {} } });
    expect(await standingOf(anna, 'read_file')).toEqual(plain);
  });

  it('follow the memory switch of the user', async () => {
    await as(ben, putSettings, { method: 'PUT', json: { 'memory.mode': 'off' } });
    const names = (await as(ben, list)).body.items.map((item: { name: string }) => item.name);
    expect(names).not.toContain('memory.save');
  });

  it('write and read notes and memories of the caller only', async () => {
    const note = await run(anna, 'notes.create', { title: 'plan', content: '数据库' });
    await run(anna, 'memory.save', { content: 'likes tea' });
    expect(JSON.stringify(await run(anna, 'notes.list', { limit: 1000 }))).toContain('"plan"');
    expect(await run(anna, 'notes.search', { query: '数据' })).toMatchObject({
      hits: [{ id: note.id, title: 'plan' }],
    });
    expect(await run(anna, 'notes.read', { id: note.id })).toMatchObject({ content: '数据库' });
    await expect(run(ben, 'notes.read', { id: note.id })).rejects.toThrow('there is no note');
    expect(JSON.stringify(await run(ben, 'notes.list', {}))).not.toContain('plan');
    expect(await run(anna, 'memory.search', { query: 'tea' })).toEqual({ memories: [] });
    expect(await world.database.prisma.memory.findMany({ where: { userId: anna.id } })).toMatchObject([
      { status: 'proposed', sessionId: 's_1' },
    ]);
  });
});
