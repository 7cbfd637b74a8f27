import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as search } from '@/app/api/search/route';
import { type SignedUp, signUp } from '../support/api-client';
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

const find = async (user: SignedUp, q: string) =>
  (await as(user, search, { path: `/api/search?q=${encodeURIComponent(q)}` })).body.items;

describe('search', () => {
  it('finds Chinese inside a run of characters, and beginnings of words, and names the message', async () => {
    const { id, messages } = await conversation(world, anna, [
      { role: 'user', content: '请帮我写一个数据库迁移的方案' },
      { role: 'assistant', content: 'Use PostgreSQL with transactional migrations.' },
    ]);
    for (const q of ['数据库', '库迁移', '迁移方案的']) {
      const hits = await find(anna, q);
      const expected = q === '迁移方案的' ? [] : [messages[0]];
      expect(
        hits
          .filter((hit: { message_id: string | null }) => hit.message_id)
          .map((hit: { message_id: string }) => hit.message_id),
        q,
      ).toEqual(expected);
    }
    const [hit] = await find(anna, 'postgre');
    expect(hit).toMatchObject({ session_id: id, message_id: messages[1] });
    expect(hit.snippet).toContain('PostgreSQL');
  });

  it('finds titles literally, and nothing of other users', async () => {
    await conversation(world, anna, [{ role: 'user', content: '100% zebra_case' }]);
    const hits = await find(anna, '0% zebra_');
    expect(hits[0]).toMatchObject({ message_id: null, title: '100% zebra_case' });
    expect(await find(anna, '0x zebra')).toEqual([]);
    expect(await find(ben, 'zebra')).toEqual([]);
  });

  it('refuses nothing to look for, and survives what looks like a query', async () => {
    expect((await as(anna, search, { path: '/api/search?q=' })).status).toBe(400);
    expect((await as(anna, search, { path: '/api/search?q=a&where[userId]=x' })).status).toBe(400);
    for (const q of ["'; DROP", "a' & !b | (c:*", '\\', '%']) {
      expect((await as(anna, search, { path: `/api/search?q=${encodeURIComponent(q)}` })).status).toBe(200);
    }
  });
});
