import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as getRun } from '@/app/api/agent/runs/[run_id]/route';
import { POST as createRun } from '@/app/api/agent/runs/route';
import { GET as getExport } from '@/app/api/sessions/[id]/export/route';
import { POST as fork } from '@/app/api/sessions/[id]/fork/route';
import { GET as getMessages } from '@/app/api/sessions/[id]/messages/route';
import { GET as get, PATCH as patch, DELETE as remove } from '@/app/api/sessions/[id]/route';
import { POST as importSession } from '@/app/api/sessions/import/route';
import { POST as create, GET as list } from '@/app/api/sessions/route';
import { call, type SignedUp, signUp } from '../support/api-client';
import { as, conversation, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ben: SignedUp;

beforeAll(async () => {
  world = await openWorld();
  anna = await signUp('anna');
  ben = await signUp('ben');
});
afterAll(() => world.database.drop());

const call1 = { id: 'tc_1', name: 'math.add', args: { left: 1, right: 2 }, iteration: 1, timestamp: 1 };
const result1 = {
  toolCallId: 'tc_1',
  toolName: 'math.add',
  result: { sum: 3 },
  success: true,
  durationMs: 1,
  timestamp: 2,
};
const withTool = [
  { role: 'user' as const, content: 'add 1 and 2' },
  { role: 'assistant' as const, content: '', more: { toolCalls: [call1], reasoningContent: 'I should add' } },
  { role: 'tool' as const, content: '3', more: { toolResult: result1 } },
  { role: 'assistant' as const, content: 'It is 3.' },
];

describe('sessions', () => {
  it('are made with an empty body or a title, and listed newest first with pinned ones on top', async () => {
    const carl = await signUp('carl');
    const first = await as(carl, create, { method: 'POST' });
    expect(first.status).toBe(201);
    world.clock.offset += 5000;
    const second = await as(carl, create, { json: { title: 'Trip' } });
    world.clock.offset += 5000;
    const third = await as(carl, create, { json: {} });
    await as(carl, patch, { id: first.body.id, method: 'PATCH', json: { pinned: true } });
    const page = await as(carl, list, { path: '/api/sessions?limit=2' });
    expect(page.body.items.map((item: { id: string }) => item.id)).toEqual([first.body.id, third.body.id]);
    const rest = await as(carl, list, { path: `/api/sessions?limit=2&cursor=${page.body.next_cursor}` });
    expect(rest.body.items.map((item: { id: string }) => item.id)).toEqual([second.body.id]);
    expect(rest.body.next_cursor).toBeNull();
    expect(second.body).toMatchObject({
      title: 'Trip',
      pinned: false,
      active_run: null,
      last_status: null,
      open_permissions: 0,
    });
  });

  it('page their messages newest first along the parent chain', async () => {
    const lines = Array.from({ length: 7 }, (_, n) => ({
      role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `line ${n}`,
    }));
    const { id, messages } = await conversation(world, anna, lines);
    const page = await as(anna, getMessages, { id, path: '/x?limit=3' });
    expect(page.body.items.map((item: { content: string }) => item.content)).toEqual(['line 6', 'line 5', 'line 4']);
    const next = await as(anna, getMessages, { id, path: `/x?limit=10&before=${page.body.next_cursor}` });
    expect(next.body.items.map((item: { content: string }) => item.content)).toEqual([
      'line 3',
      'line 2',
      'line 1',
      'line 0',
    ]);
    expect(next.body.next_cursor).toBeNull();
    expect(next.body.items[3]).toMatchObject({ id: messages[0], parentId: null, role: 'user' });
    expect((await as(anna, getMessages, { id, path: '/x?limit=101' })).status).toBe(400);
    expect((await as(anna, getMessages, { id, path: '/x?before=msg_none' })).status).toBe(400);
  });

  it('switch their head, and refuse a message of another session', async () => {
    const one = await conversation(world, anna, [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ]);
    const two = await conversation(world, anna, [{ role: 'user', content: 'c' }]);
    const moved = await as(anna, patch, { id: one.id, method: 'PATCH', json: { head_message_id: one.messages[0] } });
    expect(moved.body.head_message_id).toBe(one.messages[0]);
    const refused = await as(anna, patch, { id: one.id, method: 'PATCH', json: { head_message_id: two.messages[0] } });
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'head_message_id']);
  });

  it('fork with new ids and keep every call with its result', async () => {
    const { id, messages } = await conversation(world, anna, withTool);
    const copy = await as(anna, fork, { id, json: { message_id: messages[1] } });
    expect(copy.status).toBe(201);
    expect(copy.body.forked_from).toBe(id);
    const page = await as(anna, getMessages, { id: copy.body.id });
    const roles = page.body.items.map((item: { role: string }) => item.role).reverse();
    expect(roles).toEqual(['user', 'assistant', 'tool']);
    expect(page.body.items[0].toolResult.toolCallId).toBe(page.body.items[1].toolCalls[0].id);
    expect(page.body.items.some((item: { id: string }) => messages.includes(item.id))).toBe(false);
    expect((await as(anna, getMessages, { id })).body.items).toHaveLength(4);
  });

  it('come back from their own export, with new call ids', async () => {
    const { id } = await conversation(world, anna, withTool);
    const file = await as(anna, getExport, { id, path: '/x?format=json' });
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(JSON.stringify(file.body)).not.toContain(anna.id);
    const imported = await as(ben, importSession, { json: file.body });
    expect(imported.status).toBe(201);
    const { items } = (await as(ben, getMessages, { id: imported.body.id })).body;
    expect(items.map((item: { content: string }) => item.content)).toEqual(['It is 3.', '3', '', 'add 1 and 2']);
    expect(items[1].toolResult.toolCallId).toBe(items[2].toolCalls[0].id);
    expect(items[2].toolCalls[0].id).not.toBe('tc_1');
    const again = await as(ben, fork, { id: imported.body.id, json: { message_id: items[0].id } });
    const copied = (await as(ben, getMessages, { id: again.body.id })).body.items;
    expect(copied.map((item: { origin?: string }) => item.origin)).toEqual(Array(4).fill('import'));
    const markdown = await as(anna, getExport, { id, path: '/x?format=md' });
    expect(markdown.headers.get('content-type')).toContain('text/markdown');
    expect(markdown.body).toContain('It is 3.');
    expect((await as(anna, importSession, { json: { ...file.body, userId: ben.id } })).status).toBe(400);
  });

  it('are deleted with all that belongs to them, twice for the owner and never for others', async () => {
    const { id } = await conversation(world, anna, withTool);
    expect((await as(ben, remove, { id, method: 'DELETE' })).status).toBe(404);
    expect((await as(anna, remove, { id, method: 'DELETE' })).status).toBe(204);
    expect(await world.database.prisma.message.count({ where: { sessionId: id } })).toBe(0);
    expect((await as(anna, remove, { id, method: 'DELETE' })).status).toBe(204);
    expect((await as(anna, get, { id })).status).toBe(404);
    expect((await as(ben, remove, { id, method: 'DELETE' })).status).toBe(404);
  });
});

describe('a session with a run', () => {
  it('is new from the end of the run until someone looks, and is nobody else’s to look at', async () => {
    const emil = await signUp('emil');
    const order = { input: 'hello', provider_id: 'mock', model: 'mock-1' };
    const { session_id: id } = (await as(emil, createRun, { json: order })).body;
    const listed = async () => (await as(emil, list)).body.items[0];
    await expect.poll(async () => (await listed()).last_status).toBe('completed');
    expect((await listed()).unseen).toBe(true);
    expect((await as(ben, patch, { id, method: 'PATCH', json: { seen: true } })).status).toBe(404);
    expect((await as(emil, patch, { id, method: 'PATCH', json: { seen: false } })).status).toBe(400);
    expect((await listed()).unseen).toBe(true);
    const { updated_at } = await listed();
    expect((await as(emil, patch, { id, method: 'PATCH', json: { seen: true } })).body.unseen).toBe(false);
    expect(await listed()).toMatchObject({ unseen: false, updated_at });

    const next = (await as(emil, createRun, { json: { ...order, session_id: id, input: 'again' } })).body;
    await expect.poll(async () => (await listed()).active_run).toBeNull();
    expect(await listed()).toMatchObject({ last_status: 'completed', unseen: true });
    expect(next.session_id).toBe(id);
  });

  it.each([
    ['waiting_permission', '/tool notes.create {"title":"x"}', 1],
    ['running', '/tool system.sleep {"ms":60000}', 0],
  ])('that is %s shows it, keeps its head, and takes it along when it is deleted', async (status, input, open) => {
    const dora = await signUp('dora');
    const order = { input, provider_id: 'mock', model: 'mock-1', allowed_tools: ['notes.create', 'system.sleep'] };
    const run = (await as(dora, createRun, { json: order })).body;
    const session = { id: run.session_id };
    const listed = async () => (await as(dora, list)).body.items[0];
    await expect.poll(async () => (await listed()).last_status).toBe(status);
    await expect
      .poll(() => world.database.prisma.message.count({ where: { sessionId: session.id } }))
      .toBeGreaterThan(1);
    expect(await listed()).toMatchObject({ ...session, active_run: { id: run.id, status }, open_permissions: open });
    const json = { head_message_id: (await listed()).head_message_id };
    const moved = await as(dora, patch, { ...session, method: 'PATCH', json });
    expect([moved.status, moved.body.current]).toEqual([409, { id: run.id, status }]);
    expect((await as(dora, remove, { ...session, method: 'DELETE' })).status).toBe(204);
    expect((await call(getRun, { params: { run_id: run.id }, headers: dora.bearer })).status).toBe(404);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { prisma } = world.database;
    const where = { runId: run.id };
    const left = [
      prisma.runEvent,
      prisma.toolCall,
      prisma.toolResult,
      prisma.attempt,
      prisma.permissionRequest,
      prisma.message,
    ];
    expect(await Promise.all(left.map((rows) => (rows.count as (of: object) => Promise<number>)({ where })))).toEqual([
      0, 0, 0, 0, 0, 0,
    ]);
  });
});

describe('another user', () => {
  it('gets for a foreign session exactly what he gets for an unknown one, before his body is looked at', async () => {
    const { id, messages } = await conversation(world, anna, withTool);
    const attempts = [
      [get, {}],
      [patch, { method: 'PATCH', json: { nonsense: 1 } }],
      [getMessages, {}],
      [getExport, {}],
      [fork, { json: { message_id: messages[0] } }],
      [remove, { method: 'DELETE' }],
    ] as const;
    for (const [handler, options] of attempts) {
      const foreign = await as(ben, handler, { id, ...options });
      const unknown = await as(ben, handler, { id: 's_unknown', ...options });
      expect([foreign.status, foreign.body.error.code]).toEqual([404, 'not_found']);
      expect(foreign.body).toEqual(unknown.body);
      expect((await call(handler, { params: { id }, ...options })).status).toBe(401);
    }
    expect((await as(ben, list)).body.items.every((item: { id: string }) => item.id !== id)).toBe(true);
  });
});

describe('odd input', () => {
  it('is refused or taken as text, never a failure of the server', async () => {
    const { id } = await conversation(world, anna, [{ role: 'user', content: 'x' }]);
    const made = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const cursor of ['x', made({ at: 9e15, id: 's_1' }), made({ at: 1, id: 'a\0b' }), made({ at: 1 })]) {
      expect((await as(anna, list, { path: `/api/sessions?cursor=${cursor}` })).status).toBe(400);
    }
    const message = { role: 'user', content: 'a\0b', timestamp: 1 };
    const file = { format: 'metona.session', version: 1, session: { title: null }, messages: [message] };
    expect((await as(anna, importSession, { json: file })).status).toBe(201);
    for (const bad of [{ timestamp: 1e300 }, { timestamp: -1 }, { iteration: 1e12 }]) {
      expect((await as(anna, importSession, { json: { ...file, messages: [{ ...message, ...bad }] } })).status).toBe(
        400,
      );
    }
    for (const title of ['', ' ', 'x'.repeat(201), 7, null, { not: '' }]) {
      expect((await as(anna, patch, { id, method: 'PATCH', json: { title } })).status).toBe(400);
    }
  });
});
