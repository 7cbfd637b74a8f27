import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as getMemory, PATCH as patchMemory, DELETE as removeMemory } from '@/app/api/memories/[id]/route';
import { POST as createMemory, GET as listMemories } from '@/app/api/memories/route';
import { GET as getNote, PATCH as patchNote, DELETE as removeNote } from '@/app/api/notes/[id]/route';
import { POST as createNote, GET as listNotes } from '@/app/api/notes/route';
import { DELETE as revoke } from '@/app/api/permissions/grants/[id]/route';
import { GET as listGrants } from '@/app/api/permissions/grants/route';
import { container } from '@/lib/server/container';
import { type SignedUp, signUp } from '../support/api-client';
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

const memory = { type: 'semantic', content: 'Anna trinkt gern grünen Tee', source: 'user_input', importance: 0.5 };

describe('memories', () => {
  it('are made, read, changed, listed and deleted by their owner', async () => {
    const made = await as(anna, createMemory, { json: memory });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...memory, status: 'active' });
    const { id } = made.body;
    const changed = await as(anna, patchMemory, {
      id,
      method: 'PATCH',
      json: { content: 'mag 绿茶 lieber', summary: 'tea' },
    });
    expect(changed.body).toMatchObject({ content: 'mag 绿茶 lieber', summary: 'tea', type: 'semantic' });
    expect((await as(anna, listMemories)).body.items.map((item: { id: string }) => item.id)).toEqual([id]);
    expect((await as(anna, listMemories, { path: `/x?q=${encodeURIComponent('绿茶')}` })).body.items).toHaveLength(1);
    expect((await as(anna, removeMemory, { id, method: 'DELETE' })).status).toBe(204);
    expect((await as(anna, removeMemory, { id, method: 'DELETE' })).status).toBe(204);
    expect((await as(anna, getMemory, { id })).status).toBe(404);
  });

  it('are found by any word of a sentence, best first, once accepted and while they last', async () => {
    const store = container().memoryStore;
    const save = (content: string, more: object) =>
      store.save(anna.id, {
        type: 'semantic',
        content,
        source: 'agent_thought',
        importance: 0.5,
        status: 'active',
        ...more,
      });
    await save('the user lives in Rome', {});
    const best = await save('the user flies to Rome in May', { importance: 0.9 });
    const proposed = await save('Rome is a secret plan', { status: 'proposed' });
    await save('Rome was yesterday', { expiresAt: Date.now() - 1000 });
    const hits = await store.search(anna.id, 'When does she fly to Rome, in May or June?', { limit: 10 });
    expect(hits[0]?.id).toBe(best.id);
    expect(hits.map((hit) => hit.content)).toEqual(['the user flies to Rome in May', 'the user lives in Rome']);
    expect(hits[0]?.relevanceScore).toBeGreaterThan(0);
    expect(await store.search(ben.id, 'Rome', { limit: 10 })).toEqual([]);
    await as(anna, patchMemory, { id: proposed.id, method: 'PATCH', json: { status: 'active' } });
    expect((await store.search(anna.id, 'secret', { limit: 10 })).map((hit) => hit.id)).toEqual([proposed.id]);
  });

  it('refuse what they do not know and other people', async () => {
    const { id } = (await as(anna, createMemory, { json: memory })).body;
    for (const bad of [
      { ...memory, userId: ben.id },
      { ...memory, importance: 2 },
      { ...memory, id: 'mem_mine' },
      [],
      null,
      'x',
    ]) {
      expect((await as(anna, createMemory, { json: bad })).status).toBe(400);
    }
    const unknown = await as(ben, getMemory, { id: 'mem_none' });
    for (const attempt of [
      await as(ben, getMemory, { id }),
      await as(ben, patchMemory, { id, method: 'PATCH', json: { content: 'owned' } }),
      await as(ben, removeMemory, { id, method: 'DELETE' }),
    ]) {
      expect([attempt.status, attempt.body]).toEqual([404, unknown.body]);
    }
    expect((await as(anna, getMemory, { id })).body.content).toBe(memory.content);
  });
});

describe('notes', () => {
  it('have the same calls, page by the last change and are found in Chinese', async () => {
    const titles = ['one', 'two', '会议纪要'];
    const ids: string[] = [];
    for (const title of titles) {
      ids.push((await as(anna, createNote, { json: { title, content: `text of ${title} 数据库` } })).body.id);
      world.clock.offset += 1000;
    }
    await as(anna, patchNote, { id: ids[0]!, method: 'PATCH', json: { content: 'changed last' } });
    const first = await as(anna, listNotes, { path: '/x?limit=2' });
    expect(first.body.items.map((note: { title: string }) => note.title)).toEqual(['one', '会议纪要']);
    const second = await as(anna, listNotes, { path: `/x?limit=2&cursor=${first.body.next_cursor}` });
    expect(second.body.items.map((note: { title: string }) => note.title)).toEqual(['two']);
    expect((await as(anna, listNotes, { path: `/x?q=${encodeURIComponent('纪要')}` })).body.items[0].id).toBe(ids[2]);
    expect((await as(anna, getNote, { id: ids[0]! })).body.content).toBe('changed last');
    expect((await as(ben, getNote, { id: ids[0]! })).status).toBe(404);
    expect((await as(ben, patchNote, { id: ids[0]!, method: 'PATCH', json: { title: 'owned' } })).status).toBe(404);
    expect((await as(ben, removeNote, { id: ids[0]!, method: 'DELETE' })).status).toBe(404);
    expect((await as(anna, removeNote, { id: ids[0]!, method: 'DELETE' })).status).toBe(204);
    expect((await as(anna, listNotes)).body.items).toHaveLength(2);
  });
});

describe('grants', () => {
  it('are listed while they hold and can be revoked twice by their owner only', async () => {
    const at = (ms: number) => new Date(Date.now() + world.clock.offset + ms);
    const grant = (id: string, ms: number) => ({
      id,
      userId: anna.id,
      sessionId: 's_1',
      toolName: 'notes.create',
      toolIdentity: 'x',
      expiresAt: at(ms),
    });
    await world.database.prisma.session.create({ data: { id: 's_1', userId: anna.id, title: 'Groceries' } });
    await world.database.prisma.permissionGrant.createMany({ data: [grant('pg_live', 60_000), grant('pg_over', -1)] });
    const listed = (await as(anna, listGrants)).body.items;
    expect(listed).toMatchObject([
      { id: 'pg_live', session_id: 's_1', session_title: 'Groceries', tool: 'notes.create', host: null },
    ]);
    expect((await as(ben, listGrants)).body.items).toEqual([]);
    expect((await as(ben, revoke, { id: 'pg_live', method: 'DELETE' })).status).toBe(404);
    expect((await as(anna, revoke, { id: 'pg_live', method: 'DELETE' })).status).toBe(204);
    expect((await as(anna, revoke, { id: 'pg_live', method: 'DELETE' })).status).toBe(204);
    expect((await as(anna, listGrants)).body.items).toEqual([]);
  });
});
