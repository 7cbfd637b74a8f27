import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETE as deleteSession } from '@/app/api/sessions/[id]/route';
import { newId } from '@/lib/crypto/tokens';
import { createWorkspaceStore } from '@/lib/db/workspace-store';
import { type SignedUp, signUp } from '../support/api-client';
import { as, conversation, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ben: SignedUp;
let session: string;

beforeAll(async () => {
  world = await openWorld();
  anna = await signUp('anna');
  ben = await signUp('ben');
  session = (await conversation(world, anna, [{ role: 'user', content: 'hi' }])).id;
});
afterAll(() => world.database.drop());

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (file: { bytes: Uint8Array } | null) => file && new TextDecoder().decode(file.bytes);
const store = (maxUserBytes = 50 * 1024 * 1024) =>
  createWorkspaceStore(world.database.prisma, { newId: (prefix) => newId(`${prefix}_`), now: Date.now, maxUserBytes });
const write = (path: string, text: string, mode: 'create' | 'overwrite' | 'append' = 'create') =>
  store().write(anna.id, session, { path, bytes: bytes(text), mode });
const chunks = () => world.database.prisma.workspaceChunk.count({ where: { userId: anna.id } });

describe('the workspace store', () => {
  it('creates, overwrites and appends, and keeps no piece of what was', async () => {
    const made = await write('./a//note.md', 'one');
    expect(made).toMatchObject({ path: 'a/note.md', mediaType: 'text/markdown', size: 3, isNew: true });
    await expect(write('a/note.md', 'two')).rejects.toMatchObject({ error: { code: 'conflict' } });
    expect(await write('a/note.md', 'two', 'overwrite')).toMatchObject({ id: made.id, isNew: false });
    await write('a/note.md', ' three', 'append');
    await write('a/new.txt', 'fresh', 'append');
    expect(textOf(await store().read(anna.id, session, 'a/note.md'))).toBe('two three');
    expect((await store().list(anna.id, session)).map((file) => file.path)).toEqual(['a/new.txt', 'a/note.md']);
    expect(await chunks()).toBe(2);
  });

  it('keeps a text of another encoding as it is, until something is added to it', async () => {
    const orders = new Uint8Array(readFileSync('tests/support/orders-gb18030.csv'));
    const { path } = await store().upload(anna.id, session, { name: '订单.csv', bytes: orders });
    expect(new Uint8Array((await store().read(anna.id, session, path))?.bytes ?? [])).toEqual(orders);
    await write(path, 'A1006,深圳,红茶,1,9.90,2026-11-06,\n', 'append');
    const text = textOf(await store().read(anna.id, session, path)) ?? '';
    expect(text.split('\n').map((line) => line.split(',')[1])).toEqual(
      expect.arrayContaining(['城市', '广州', '深圳']),
    );
    await write(path, 'gone', 'overwrite');
  });

  it('gives a large file in pieces, and says so when it changes meanwhile', async () => {
    const large = 'x'.repeat(600 * 1024);
    await write('large.txt', large);
    const stream = await store().readStream(anna.id, session, 'large.txt');
    const sizes: number[] = [];
    for await (const chunk of stream?.chunks ?? []) sizes.push(chunk.byteLength);
    expect(sizes).toEqual([262_144, 262_144, 90_112]);
    const reader = (await store().readStream(anna.id, session, 'large.txt'))?.chunks[Symbol.asyncIterator]();
    await reader?.next();
    await write('large.txt', 'short', 'overwrite');
    await expect(reader?.next()).rejects.toMatchObject({ error: { code: 'conflict' } });
  });

  it('refuses paths that leave it, content that is no text, and files of others', async () => {
    for (const path of ['../x', '/etc/passwd', 'a\\b', 'a/../../x', 'nul']) {
      await expect(write(path, 'x')).rejects.toMatchObject({ error: { code: 'invalid_request' } });
      await expect(store().read(anna.id, session, path)).rejects.toMatchObject({ error: { code: 'invalid_request' } });
    }
    await expect(write('x.csv', 'a\0b')).rejects.toMatchObject({ error: { code: 'invalid_request' } });
    expect(await store().read(ben.id, session, 'a/note.md')).toBeNull();
    expect(await store().list(ben.id, session)).toEqual([]);
    const foreign = store().write(ben.id, session, { path: 'mine.txt', bytes: bytes('x'), mode: 'create' });
    await expect(foreign).rejects.toMatchObject({ error: { code: 'not_found' } });
  });

  it('holds simultaneous writes of a user to his quota', async () => {
    const used = (await store().usage(anna.id)).bytes;
    const small = store(used + 25);
    const writes = Array.from({ length: 6 }, (_, n) =>
      small.write(anna.id, session, { path: `q${n}.txt`, bytes: bytes('0123456789'), mode: 'create' }),
    );
    const settled = await Promise.allSettled(writes);
    expect(settled.filter((each) => each.status === 'fulfilled').length).toBe(2);
    const refusals = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.error.code] : []));
    expect(refusals).toEqual(Array(4).fill('payload_too_large'));
    const own = small.write(anna.id, session, {
      path: 'q.txt',
      bytes: new Uint8Array(21 << 20).fill(97),
      mode: 'create',
    });
    await expect(own).rejects.toMatchObject({ error: { code: 'payload_too_large' } });
  });

  it('leaves nothing of a session that is deleted', async () => {
    const kept = await store().upload(anna.id, null, { name: 'kept.txt', bytes: bytes('kept') });
    expect((await as(anna, deleteSession, { method: 'DELETE', id: session })).status).toBe(204);
    const left = await world.database.prisma.workspaceFile.findMany({ where: { userId: anna.id } });
    expect(left.map((row) => row.id)).toEqual([kept.id]);
    expect(await chunks()).toBe(1);
    await expect(write('late.txt', 'x')).rejects.toMatchObject({ error: { code: 'not_found' } });
  });
});
