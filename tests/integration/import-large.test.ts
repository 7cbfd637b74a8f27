import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETE as giveUp, GET as show } from '@/app/api/sessions/import/[id]/route';
import { GET as list, POST as send } from '@/app/api/sessions/import/route';
import { writeZip } from '@/lib/archive/write-zip';
import { container } from '@/lib/server/container';
import { type SignedUp, signUp } from '../support/api-client';
import { claudeConversation } from '../support/foreign-exports';
import { as, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ben: SignedUp;

beforeAll(async () => {
  world = await openWorld({ METONA_MAX_IMPORT_MB: '24' });
  anna = await signUp('anna');
  ben = await signUp('ben');
});
afterAll(() => world.database.drop());

const filler = 'x'.repeat(400_000);

/** A list of conversations that is made as it is sent; each has about 0.4 MB. */
function conversations(count: number, prefix: string): ReadableStream<Uint8Array> {
  let made = -1;
  return new ReadableStream({
    pull(controller) {
      made += 1;
      const chat_messages = [{ uuid: 'a', sender: 'human', text: `${prefix} ${made} ${filler}` }];
      const one = JSON.stringify({
        ...claudeConversation,
        uuid: `${prefix}-${made}`,
        name: `${prefix} ${made}`,
        chat_messages,
      });
      controller.enqueue(Buffer.from(made === count ? ']' : `${made === 0 ? '[' : ','}${one}`));
      if (made === count) controller.close();
    },
  });
}

const json = { 'content-type': 'application/json' };
const upload = (user: SignedUp, body: BodyInit, headers: Record<string, string> = json) =>
  as(user, send, { body, headers, path: '/api/sessions/import?name=conversations.json' });
const never = new AbortController().signal;
const countChunks = () => world.database.prisma.importChunk.count();

describe('a large file', () => {
  it('is kept, taken in later by turns, and reported; nobody else sees it', async () => {
    const kept = await upload(anna, conversations(30, 'turn'));
    expect([kept.status, kept.body.state, kept.body.counts]).toEqual([
      202,
      'waiting',
      { imported: 0, failed: 0, skipped: 0 },
    ]);
    const { import_id: id, size } = kept.body;
    expect(size).toBeGreaterThan(11_000_000);
    expect(await countChunks()).toBe(Math.ceil(size / 1024 ** 2));
    const second = await upload(anna, conversations(30, 'other'));
    expect([second.status, second.body.error.code]).toEqual([409, 'conflict']);

    const stopped = new AbortController();
    const { importWork } = container();
    world.clock.offset += 5_000;
    const turn = importWork.work(id, stopped.signal);
    await expect.poll(() => world.database.prisma.session.count({ where: { userId: anna.id } })).toBeGreaterThan(2);
    expect(await importWork.work(id, never)).toBe(true);
    stopped.abort();
    expect(await turn).toBe(false);
    const half = (await as(anna, show, { id })).body;
    expect(half.state).toBe('waiting');
    expect(half.progress).toBeGreaterThan(0.05);
    expect(half.counts.imported).toBeLessThan(30);

    expect(await importWork.work(id, never)).toBe(true);
    const done = (await as(anna, show, { id })).body;
    expect(done).toMatchObject({
      state: 'done',
      progress: 1,
      error: null,
      counts: { imported: 30, failed: 0, skipped: 0 },
    });
    expect(done.imported.map(({ title }: { title: string }) => title)).toEqual(
      Array.from({ length: 30 }, (_, n) => `turn ${n}`),
    );
    expect(await countChunks()).toBe(0);
    expect(await importWork.work(id, never)).toBe(true);

    expect((await as(anna, list)).body.items).toMatchObject([
      { import_id: id, state: 'done', name: 'conversations.json' },
    ]);
    expect((await as(ben, list)).body.items).toEqual([]);
    expect((await as(ben, show, { id })).body).toEqual((await as(ben, show, { id: 'imp_unknown' })).body);
    expect((await as(ben, giveUp, { id, method: 'DELETE' })).status).toBe(404);
    expect((await as(anna, giveUp, { id, method: 'DELETE' })).status).toBe(204);
    expect((await as(anna, giveUp, { id, method: 'DELETE' })).status).toBe(204);
    expect(await world.database.prisma.session.count({ where: { userId: anna.id } })).toBe(30);
  });

  it('that is larger than allowed, or breaks off on its way, leaves nothing', async () => {
    const tooLarge = await upload(ben, conversations(80, 'many'));
    expect([tooLarge.status, tooLarge.body.error.code]).toEqual([413, 'payload_too_large']);
    const source = conversations(60, 'torn').getReader();
    let sent = 0;
    const torn = new ReadableStream<Uint8Array>({
      async pull(controller) {
        sent += 1;
        if (sent === 30) return controller.error(new Error('gone'));
        const { value } = await source.read();
        if (value) controller.enqueue(value);
      },
    });
    expect((await upload(ben, torn)).status).toBe(400);
    const { prisma } = world.database;
    expect([await prisma.import.count({ where: { userId: ben.id } }), await countChunks()]).toEqual([0, 0]);
  });

  it('that is given up while it is worked on stops, and one that cannot be read says why', async () => {
    const carl = await signUp('carl');
    const { import_id: id } = (await upload(carl, conversations(30, 'left'))).body;
    const turn = container().importWork.work(id, never);
    const arrived = () => world.database.prisma.session.count({ where: { userId: carl.id } });
    await expect.poll(arrived, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0);
    world.clock.offset += 5_000;
    await as(carl, giveUp, { id, method: 'DELETE' });
    world.clock.offset += 5_000;
    expect(await turn).toBe(true);
    expect(await arrived()).toBeLessThan(30);

    const noise = Buffer.alloc(9 * 1024 * 1024, 'no json ');
    const bad = (await upload(carl, new Uint8Array(noise))).body;
    expect(await container().importWork.work(bad.import_id, never)).toBe(true);
    expect((await as(carl, show, { id: bad.import_id })).body).toMatchObject({
      state: 'failed',
      error: 'not_an_export',
    });
    expect(await countChunks()).toBe(0);
  });

  it('may be an archive: what it unpacks to is never whole in memory', async () => {
    const dora = await signUp('dora');
    async function* files() {
      const noise = randomBytes(9 * 1024 * 1024);
      async function* picture() {
        yield noise;
      }
      yield { path: 'file-abc.png', content: picture() };
      yield { path: 'conversations.json', content: conversations(5, 'zip') as unknown as AsyncIterable<Uint8Array> };
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of writeZip(files(), 0)) pieces.push(piece);
    const headers = { 'content-type': 'application/zip' };
    const kept = await upload(dora, new Uint8Array(Buffer.concat(pieces)), headers);
    expect(kept.status).toBe(202);
    await container().importWork.work(kept.body.import_id, never);
    const done = (await as(dora, show, { id: kept.body.import_id })).body;
    expect(done).toMatchObject({ state: 'done', counts: { imported: 5, failed: 0 } });
  });

  it('that never arrived whole, and reports of long ago, are forgotten', async () => {
    const { prisma } = world.database;
    const old = { userId: ben.id, name: 'x', size: 0, report: {}, createdAt: new Date(0), updatedAt: new Date(0) };
    await prisma.import.create({ data: { ...old, id: 'imp_old', state: 'receiving' } });
    await prisma.import.create({ data: { ...old, id: 'imp_read', state: 'done', finishedAt: new Date(0) } });
    await container().importWork.deleteOld({ receiving: 1_000, finished: 1_000 });
    expect(await prisma.import.count({ where: { userId: ben.id } })).toBe(0);
  });
});
