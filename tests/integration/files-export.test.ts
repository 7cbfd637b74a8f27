import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as exportSession } from '@/app/api/sessions/[id]/export/route';
import { POST as importSession } from '@/app/api/sessions/import/route';
import { container } from '@/lib/server/container';
import { type SignedUp, signUp } from '../support/api-client';
import { as, conversation, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;

beforeAll(async () => {
  world = await openWorld({ METONA_MAX_FILES_MB: '1' });
  anna = await signUp('anna');
});
afterAll(() => world.database.drop());

const write = (sessionId: string, path: string, content: string) =>
  container().workspace.write(anna.id, sessionId, { path, bytes: new TextEncoder().encode(content), mode: 'create' });

describe('the files of an exported conversation', () => {
  it('come back with it, byte for byte', async () => {
    const { id } = await conversation(world, anna, [{ role: 'user', content: 'hi' }]);
    await write(id, 'a/数据.csv', '\ufeffa,b\r\n1,2\n');
    await write(id, 'b.md', '');
    const file = (await as(anna, exportSession, { id, path: '/api?format=json' })).body;
    const made = await as(anna, importSession, { json: file });
    expect(made.status).toBe(201);
    const [before, after] = await Promise.all([id, made.body.id].map((of) => container().workspace.list(anna.id, of)));
    const bare = (files: typeof before) => files?.map(({ path, size, sha256 }) => ({ path, size, sha256 }));
    expect(bare(after)).toEqual(bare(before));
    expect(after).toHaveLength(2);
  });

  it.each([
    [{ path: '../../x', content: 'x' }, 400],
    [{ path: 'x.txt', content: 'a\u0001b' }, 400],
    [{ path: 'x.txt', content: 'x'.repeat(1024 * 1024 + 1) }, 413],
  ])('leave nothing behind when one of them cannot be taken: %#', async (bad, status) => {
    const { id } = await conversation(world, anna, [{ role: 'user', content: 'hi' }]);
    const file = (await as(anna, exportSession, { id, path: '/api?format=json' })).body;
    const count = () => world.database.prisma.session.count({ where: { userId: anna.id } });
    const before = await count();
    const refused = await as(anna, importSession, {
      json: { ...file, files: [{ path: 'ok.txt', content: 'ok' }, bad] },
    });
    expect([refused.status, await count()]).toEqual([status, before]);
    expect(await world.database.prisma.workspaceFile.count({ where: { path: 'ok.txt' } })).toBe(0);
  });
});
