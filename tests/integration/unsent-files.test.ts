import { afterAll, beforeAll, expect, it } from 'vitest';
import { GET as getFile, DELETE as removeFile } from '@/app/api/files/[id]/route';
import { container } from '@/lib/server/container';
import { createUnsentFiles } from '@/lib/server/jobs/unsent-files';
import { type SignedUp, signUp } from '../support/api-client';
import { as, conversation, openWorld, type World } from './resource-world';

const day = 86_400_000;
let world: World;
let anna: SignedUp;

beforeAll(async () => {
  world = await openWorld();
  anna = await signUp('anna');
});
afterAll(() => world.database.drop());

const upload = (name: string, sessionId: string | null = null) =>
  container().workspace.upload(anna.id, sessionId, { name, bytes: new TextEncoder().encode(name) });
const names = async () => {
  const rows = await world.database.prisma.workspaceFile.findMany({ orderBy: { path: 'asc' } });
  return rows.map(({ path }) => path);
};
const work = (signal = new AbortController().signal) =>
  createUnsentFiles({ pool: world.database.pool, now: () => container().now() }).work({}, signal);

it('uploads that were never sent are deleted after a day, with what they hold, and no others', async () => {
  const { id: session } = await conversation(world, anna, [{ role: 'user', content: 'hi' }]);
  const forgotten = await upload('forgotten.txt');
  for (let count = 0; count < 41; count += 1) await upload(`more ${count}.txt`);
  await upload('sent.txt', session);
  world.clock.offset += day - 60_000;
  await upload('fresh.txt');
  await work();
  expect(await names()).toHaveLength(44);
  world.clock.offset += 60_000;
  await work(AbortSignal.abort());
  expect(await names()).toHaveLength(44);
  await work();
  expect(await names()).toEqual(['fresh.txt', 'sent.txt']);
  expect(await world.database.prisma.workspaceChunk.count()).toBe(2);
  expect((await as(anna, getFile, { id: forgotten.id })).status).toBe(404);
  expect((await as(anna, removeFile, { id: forgotten.id, method: 'DELETE' })).status).toBe(204);
});

it('an upload that a message takes along at this moment is kept', async () => {
  const { id } = await upload('in hand.txt');
  world.clock.offset += 2 * day;
  const client = await world.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT id FROM workspace_files WHERE id = $1 FOR UPDATE', [id]);
    await work();
    expect(await names()).toContain('in hand.txt');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
