import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PATCH as patchMemory, DELETE as removeMemory } from '@/app/api/memories/[id]/route';
import { POST as cleanUp, GET as preview } from '@/app/api/memories/cleanup/route';
import { POST as createMemory, GET as listMemories } from '@/app/api/memories/route';
import { DELETE as removeSession } from '@/app/api/sessions/[id]/route';
import type { NewMemory } from '@/lib/db/memory-store';
import { container } from '@/lib/server/container';
import { createMemoryCleanUpJob } from '@/lib/server/jobs/memory-clean-up';
import { type SignedUp, signUp } from '../support/api-client';
import { as, openWorld, type World } from './resource-world';

const day = 86_400_000;

let world: World;
let anna: SignedUp;
let ben: SignedUp;

beforeAll(async () => {
  world = await openWorld({ METONA_MAX_MEMORIES: '20' });
  anna = await signUp('anna');
  ben = await signUp('ben');
});
afterAll(() => world.database.drop());
beforeEach(async () => {
  world.clock.offset = 0;
  await world.database.prisma.memory.deleteMany();
});

const base = { type: 'semantic', source: 'agent_thought', importance: 0.5, status: 'active' } as const;
const save = (content: string, more: Partial<NewMemory> & { of?: SignedUp } = {}) => {
  const { of = anna, ...rest } = more;
  return container().memoryStore.save(of.id, { ...base, content, ...rest });
};
const now = () => Date.now() + world.clock.offset;
const stateOf = async (id: string) => {
  const row = await world.database.prisma.memory.findUnique({ where: { id } });
  return row && [row.status, row.archivedReason];
};
const sweep = () =>
  createMemoryCleanUpJob({ store: container().memoryCleanUp, log: container().logger }).work(
    {},
    new AbortController().signal,
  );
const found = async (text: string) =>
  (await container().memoryStore.search(anna.id, text, { limit: 10 })).map((item) => item.id);

describe('cleaning up memories', () => {
  it('sends what ran out to the archive, where it can be taken back, and deletes it a month later', async () => {
    const over = await save('the parcel comes on Monday', { expiresAt: now() - 1 });
    const other = await save('the parcel of Ben', { of: ben, expiresAt: now() - 1 });
    await sweep();
    expect([await stateOf(over.id), await stateOf(other.id)]).toEqual([
      ['archived', 'expired'],
      ['archived', 'expired'],
    ]);
    expect((await as(anna, listMemories, { path: '/x?status=archived' })).body.items).toMatchObject([
      { id: over.id, archivedReason: 'expired' },
    ]);
    const back = await as(anna, patchMemory, { id: over.id, method: 'PATCH', json: { status: 'active' } });
    expect([back.body.status, back.body.expiresAt]).toEqual(['active', undefined]);
    world.clock.offset = 31 * day;
    await sweep();
    expect([await stateOf(over.id), await stateOf(other.id)]).toEqual([['active', null], null]);
    expect((await as(ben, removeMemory, { id: other.id, method: 'DELETE' })).status).toBe(204);
  });

  it('keeps one of those that say the same, with the most that was known of them', async () => {
    const plain = await save('The user likes green tea.', { expiresAt: now() + day });
    const strong = await save('user likes GREEN tea', { importance: 0.9 });
    const negated = await save('The user does not like green tea');
    const chinese = [await save('用户喜欢绿茶。'), await save('用户喜欢 绿茶')];
    await save('The user likes green tea', { of: ben });
    await sweep();
    expect(await stateOf(plain.id)).toEqual(['archived', 'duplicate']);
    expect(await stateOf(negated.id)).toEqual(['active', null]);
    expect((await found('green tea')).toSorted()).toEqual([strong.id, negated.id].toSorted());
    expect(await found('绿茶')).toEqual([chinese[0]?.id]);
    const { items } = (await as(anna, listMemories, { path: '/x?status=archived' })).body;
    expect(items.map((item: { duplicateOf: string }) => item.duplicateOf).toSorted()).toEqual(
      [strong.id, chinese[0]?.id].toSorted(),
    );
    await as(anna, patchMemory, { id: plain.id, method: 'PATCH', json: { status: 'active' } });
    await sweep();
    expect(await stateOf(plain.id)).toEqual(['active', null]);
  });

  it('lets old things of little weight fade, not facts, not what matters, not what is used', async () => {
    const faded = await save('had soup for lunch', { type: 'episodic', importance: 0.2 });
    const used = await save('had a call with the bank', { type: 'episodic', importance: 0.2 });
    const weighty = await save('got married', { type: 'episodic', importance: 0.9 });
    const fact = await save('is called Anna', { importance: 0.1 });
    world.clock.offset = 100 * day;
    await container().memoryStore.noteUse(anna.id, [used.id]);
    await sweep();
    expect(await Promise.all([faded, used, weighty, fact].map(({ id }) => stateOf(id)))).toEqual([
      ['archived', 'faded'],
      ['active', null],
      ['active', null],
      ['active', null],
    ]);
  });

  it('is shown before it is done, and what is only alike goes when it is named', async () => {
    const kept = await save('The user parks the blue car in the garage on Main Street at night', { importance: 0.9 });
    const alike = await save('At night the user parks the blue car in the garage of Main Street');
    const over = await save('the parcel comes on Monday', { expiresAt: now() - 1 });
    const { items } = (await as(anna, preview)).body;
    expect(items).toMatchObject([
      { memory: { id: over.id }, action: 'archive', reason: 'expired', suggestion: false, keeps: null },
      { memory: { id: alike.id }, reason: 'duplicate', suggestion: true, keeps: { id: kept.id } },
    ]);
    expect(await stateOf(over.id)).toEqual(['active', null]);
    expect((await as(ben, cleanUp, { json: { ids: [alike.id] } })).body).toEqual({ archived: 0, deleted: 0 });
    expect((await as(anna, cleanUp, { method: 'POST' })).body).toEqual({ archived: 1, deleted: 0 });
    expect(await stateOf(alike.id)).toEqual(['active', null]);
    expect((await as(anna, cleanUp, { json: { ids: [alike.id] } })).body).toEqual({ archived: 1, deleted: 0 });
    expect(await stateOf(alike.id)).toEqual(['archived', 'duplicate']);
  });

  it('leaves alone what was changed since it was looked at', async () => {
    const first = await save('the user likes tea', { importance: 0.9 });
    const second = await save('The user likes tea.');
    await as(anna, patchMemory, { id: second.id, method: 'PATCH', json: { content: 'The user likes coffee' } });
    await sweep();
    expect(await Promise.all([first, second].map(({ id }) => stateOf(id)))).toEqual([
      ['active', null],
      ['active', null],
    ]);
  });

  it('gives long memories a short form, made again when they change, never over one that a person wrote', async () => {
    const long = `Falcon moves to Frankfurt. ${'Nothing of note was said by anyone that day. '.repeat(10)}`;
    const made = await save(long);
    expect(made.summary).toMatch(/^Falcon moves to Frankfurt\./);
    expect((await save(`${long}!`, { summary: 'mine' })).summary).toBe('mine');
    const change = (json: object) => as(anna, patchMemory, { id: made.id, method: 'PATCH', json });
    expect((await change({ content: long.replace('Falcon', 'Eagle') })).body.summary).toMatch(/^Eagle moves/);
    expect((await change({ summary: 'my words' })).body.summary).toBe('my words');
    expect((await change({ importance: 0.9 })).body.summary).toBe('my words');
    expect((await change({ content: 'short now' })).body.summary).toBeUndefined();
    const prisma = world.database.prisma;
    await prisma.memory.update({
      where: { id: made.id },
      data: { content: long, summary: null, summaryDerived: false },
    });
    await sweep();
    const row = await prisma.memory.findUnique({ where: { id: made.id } });
    expect([row?.content, row?.summary?.slice(0, 6)]).toEqual([long, 'Falcon']);
  });

  it('says clearly when there is no room for more', async () => {
    for (let index = 0; index < 20; index += 1) await save(`memory number ${index}`);
    const refused = await as(anna, createMemory, { json: { content: 'one more' } });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
    expect(refused.body.error.message).toContain('20 memories');
    expect((await as(ben, createMemory, { json: { content: 'room for me' } })).status).toBe(201);
  });
});

describe('what is kept for the present work', () => {
  it('belongs to its conversation, runs out, and leaves with it', async () => {
    const { prisma } = world.database;
    await prisma.session.create({ data: { id: 's_here', userId: anna.id } });
    const draft = await save('the draft is in the blue folder', { type: 'working', sessionId: 's_here' });
    const fact = await save('the user owns a blue folder', { sessionId: 's_here' });
    const search = async (sessionId?: string) =>
      (await container().memoryStore.search(anna.id, 'blue folder', { limit: 9, ...(sessionId && { sessionId }) })).map(
        (item) => item.id,
      );
    expect((await search('s_here')).toSorted()).toEqual([draft.id, fact.id].toSorted());
    expect(await search('s_there')).toEqual([fact.id]);
    expect((draft.expiresAt ?? 0) - draft.createdAt).toBe(7 * day);
    const removed = await as(anna, removeSession, { id: 's_here', method: 'DELETE' });
    expect(removed.status).toBe(204);
    expect(await stateOf(draft.id)).toEqual(['archived', 'session_deleted']);
    expect(await search()).toEqual([fact.id]);
  });
});
