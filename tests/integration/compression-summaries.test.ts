import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST as create } from '@/app/api/providers/route';
import { PATCH as patch, DELETE as remove } from '@/app/api/sessions/[id]/messages/[message_id]/route';
import { GET as getMessages } from '@/app/api/sessions/[id]/messages/route';
import { container } from '@/lib/server/container';
import { call, type SignedUp, signUp } from '../support/api-client';
import { as, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ben: SignedUp;
let server: Server;
let origin: string;
let lists = 0;
let listStatus = 200;

beforeAll(async () => {
  server = createServer((_request, response) => {
    lists += 1;
    const body = { data: [{ id: 'small', context_length: 8_192 }] };
    response.writeHead(listStatus, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world = await openWorld({ METONA_PRIVATE_ORIGINS: origin });
  anna = await signUp('anna');
  ben = await signUp('ben');
});
afterAll(async () => {
  await world.database.drop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A conversation of two questions and answers, the first of which are folded. */
async function folded(userId: string) {
  const id = `s_${Math.random().toString(36).slice(2)}`;
  const rows = [
    [`${id}_q1`, null, 0, 'user', 'first', 'complete'],
    [`${id}_a1`, `${id}_q1`, 1, 'assistant', 'one', 'complete'],
    [`${id}_sum`, `${id}_a1`, 2, 'system', 'they met', 'summary'],
    [`${id}_q2`, `${id}_a1`, 2, 'user', 'second', 'complete'],
    [`${id}_a2`, `${id}_q2`, 3, 'assistant', 'two', 'complete'],
  ];
  const { pool } = world.database;
  await pool.query('INSERT INTO sessions (id, user_id, head_message_id) VALUES ($1, $2, $3)', [id, userId, `${id}_a2`]);
  for (const [message, parent, depth, role, content, status] of rows) {
    await pool.query(
      'INSERT INTO messages (id, session_id, user_id, parent_id, depth, role, content, status) VALUES ($1,$2,$3,$4,$5,$6,$7,$8)',
      [message, id, userId, parent, depth, role, content, status],
    );
  }
  return id;
}
const at = (user: SignedUp, id: string, message: string) => ({
  params: { id, message_id: `${id}_${message}` },
  headers: user.bearer,
});
const edit = (user: SignedUp, [id, message]: readonly [string, string], json: unknown) =>
  call(patch, { ...at(user, id, message), method: 'PATCH', json });
const undo = (user: SignedUp, id: string, message: string) =>
  call(remove, { ...at(user, id, message), method: 'DELETE' });
const contents = async (id: string) =>
  (await as(anna, getMessages, { id })).body.items.map((message: { content: string }) => message.content);

describe('a summary', () => {
  it('stands between what it covers and what follows, and is edited in place', async () => {
    const id = await folded(anna.id);
    expect(await contents(id)).toEqual(['two', 'second', 'they met', 'one', 'first']);
    const edited = await edit(anna, [id, 'sum'], { content: 'they met in Rome' });
    expect([edited.status, edited.body.content, edited.body.status]).toEqual([200, 'they met in Rome', 'summary']);
    expect(await contents(id)).toEqual(['two', 'second', 'they met in Rome', 'one', 'first']);
  });

  it('is taken back by deleting it, which loses no message and may be said twice', async () => {
    const id = await folded(anna.id);
    expect([(await undo(anna, id, 'sum')).status, (await undo(anna, id, 'sum')).status]).toEqual([204, 204]);
    expect(await contents(id)).toEqual(['two', 'second', 'one', 'first']);
    expect((await edit(anna, [id, 'sum'], { content: 'x' })).status).toBe(404);
  });

  it('is the only kind of message that can be changed', async () => {
    const id = await folded(anna.id);
    for (const message of ['q1', 'a1', 'a2']) {
      expect((await edit(anna, [id, message], { content: 'x' })).status).toBe(409);
      expect((await undo(anna, id, message)).status).toBe(409);
    }
    expect((await undo(anna, id, 'none')).status).toBe(404);
    for (const json of [{}, { content: '' }, { content: 7 }, { content: 'x', role: 'user' }]) {
      expect((await edit(anna, [id, 'sum'], json)).status).toBe(400);
    }
    expect(await contents(id)).toEqual(['two', 'second', 'they met', 'one', 'first']);
  });

  it('is nobody else’s', async () => {
    const id = await folded(anna.id);
    expect((await edit(ben, [id, 'sum'], { content: 'x' })).status).toBe(404);
    expect((await undo(ben, id, 'sum')).status).toBe(404);
    expect(await contents(id)).toContain('they met');
  });

  it('stays while the conversation goes on from it', async () => {
    const id = await folded(anna.id);
    await world.database.pool.query('UPDATE sessions SET head_message_id = $2 WHERE id = $1', [id, `${id}_sum`]);
    expect((await undo(anna, id, 'sum')).status).toBe(409);
    expect(await contents(id)).toEqual(['they met', 'one', 'first']);
  });
});

describe('the window of a user’s own server', () => {
  const make = async () =>
    (await as(anna, create, { json: { name: 'Mine', base_url: `${origin}/v1`, api_key: 'sk-canary-0123456789' } })).body
      .id;
  const windowOf = async (provider: string) =>
    (await container().adapters.open(anna.id, { provider, model: 'small' })).getContextWindow('small');

  it('is known before its first run, from a list that is read once', async () => {
    const provider = await make();
    const before = lists;
    expect([await windowOf(provider), await windowOf(provider), lists - before]).toEqual([8_192, 8_192, 1]);
  });

  it('is a safe default when there is no list', async () => {
    listStatus = 500;
    const provider = await make();
    expect(await windowOf(provider)).toBeGreaterThan(8_192);
    listStatus = 200;
  });
});
