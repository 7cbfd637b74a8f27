import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { POST as indexNow, GET as indexStatus } from '@/app/api/knowledge/index/route';
import { PATCH as patchMemory } from '@/app/api/memories/[id]/route';
import { GET as listMemories } from '@/app/api/memories/route';
import { PUT as putProvider } from '@/app/api/providers/[id]/route';
import { POST as createProvider } from '@/app/api/providers/route';
import { PUT as putSettings } from '@/app/api/settings/route';
import type { NewMemory } from '@/lib/db/memory-store';
import { container } from '@/lib/server/container';
import { createMemoryIndexJob } from '@/lib/server/jobs/memory-index';
import { type SignedUp, signUp } from '../support/api-client';
import { type ProviderServer, startProviderServer } from '../support/provider-server';
import { as, openWorld, type World } from './resource-world';

let world: World;
let server: ProviderServer;
let anna: SignedUp;
let provider: string;

beforeAll(async () => {
  server = await startProviderServer();
  world = await openWorld({ METONA_PRIVATE_ORIGINS: server.origin });
  anna = await signUp('anna');
  const made = await as(anna, createProvider, {
    json: { name: 'vectors', base_url: `${server.origin}/v1`, api_key: 'sk-secret-key-1' },
  });
  provider = made.body.id;
});
afterAll(async () => {
  await world.database.drop();
  await server.close();
});

/** Pets lie in one direction, drinks in another. */
function vectorOf(text: string): number[] {
  const points = (pattern: RegExp) => (pattern.test(text) ? 1 : 0);
  return [points(/Rex|poodle|pet|宠物|小狗/), points(/tea|coffee|drink|绿茶|饮料/), 0.1];
}

beforeEach(async () => {
  await world.database.prisma.memory.deleteMany();
  server.seen.length = 0;
  // Time to forget a model that did not answer.
  world.clock.offset += 120_000;
  server.answer = { status: 200, body: {} };
  await choose(provider, 'embed-1');
});

const choose = (embeddingProvider: string | null, model: string | null) =>
  as(anna, putSettings, {
    method: 'PUT',
    json: { 'knowledge.embeddingProvider': embeddingProvider, 'knowledge.embeddingModel': model },
  });

/** Lets the server answer the next questions with the vectors of these texts. */
function answerFor(...texts: string[]): void {
  const data = texts.map((text, index) => ({ index, embedding: vectorOf(text) })).toReversed();
  server.answer = { status: 200, body: { data } };
}

const save = (content: string, more: Partial<NewMemory> = {}) =>
  container().memoryStore.save(anna.id, {
    type: 'semantic',
    source: 'user_input',
    importance: 0.5,
    status: 'active',
    content,
    ...more,
  });
/** Newest first, as the index takes them. */
const indexAll = async (...newestFirst: string[]) => {
  answerFor(...newestFirst);
  return (await as(anna, indexNow, { method: 'POST' })).body;
};
const search = async (text: string) => {
  answerFor(text);
  return container().memoryStore.search(anna.id, text, { limit: 10 });
};
const saveBoth = async () => {
  const dog = await save('Rex is a poodle');
  world.clock.offset += 1_000;
  const tea = await save('likes green tea');
  return { dog, tea };
};

describe('memories by meaning', () => {
  it('are found without a common word, in either language, once the model has seen them', async () => {
    const { dog, tea } = await saveBoth();
    expect(await indexAll('likes green tea', 'Rex is a poodle')).toMatchObject({
      provider,
      model: 'embed-1',
      total: 2,
      indexed: 2,
      error: null,
    });
    expect(server.seen[0]).toMatchObject({ path: '/v1/embeddings', authorization: 'Bearer sk-secret-key-1' });
    expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({
      model: 'embed-1',
      input: ['likes green tea', 'Rex is a poodle'],
    });
    expect((await search('which pet')).map((item) => item.id)).toEqual([dog.id]);
    expect((await search('我的宠物')).map((item) => item.id)).toEqual([dog.id]);
    expect((await search('something to drink'))[0]).toMatchObject({ id: tea.id, relevanceScore: expect.closeTo(1, 1) });
    answerFor('宠物');
    const listed = await as(anna, listMemories, { path: `/x?q=${encodeURIComponent('宠物')}` });
    expect(listed.body.items.map((item: { id: string }) => item.id)).toEqual([dog.id]);
  });

  it('come before those that only share a word, when both speak for them', async () => {
    const { dog } = await saveBoth();
    await save('Rex Harrison was an actor');
    await indexAll('Harrison', 'likes green tea', 'Rex is a poodle');
    expect((await search('Rex the pet poodle'))[0]?.id).toBe(dog.id);
  });

  it('leave out what may not be found', async () => {
    await save('Rex is a poodle', { expiresAt: Date.now() + world.clock.offset + 5_000 });
    await save('Rex sleeps', { type: 'working', sessionId: 's_other' });
    await save('Rex barks', { status: 'proposed' });
    expect(await indexAll('Rex', 'Rex')).toMatchObject({ total: 2, indexed: 2 });
    world.clock.offset += 10_000;
    answerFor('pet');
    expect(await container().memoryStore.search(anna.id, 'pet', { limit: 5, sessionId: 's_here' })).toEqual([]);
  });

  it('are looked at again when they change, and all of them when the model does', async () => {
    const dog = await save('Rex is a poodle');
    await indexAll('Rex');
    await as(anna, patchMemory, { id: dog.id, method: 'PATCH', json: { content: 'Rex drinks coffee' } });
    expect((await as(anna, indexStatus)).body).toMatchObject({ total: 1, indexed: 0 });
    await indexAll('coffee');
    expect((await search('drink')).map((item) => item.id)).toEqual([dog.id]);
    await choose(provider, 'embed-2');
    expect((await as(anna, indexStatus)).body).toMatchObject({ model: 'embed-2', indexed: 0 });
    answerFor('pet');
    const job = createMemoryIndexJob({ store: container().memoryCleanUp, index: container().memoryIndex });
    await job.work({}, new AbortController().signal);
    expect(await world.database.prisma.memoryVector.findMany()).toMatchObject([{ model: `${provider}/embed-2` }]);
  });

  it.each([
    ['refuses', { status: 500, body: { error: { message: 'sk-secret-key-1 is out of order' } } }],
    ['answers nonsense', { status: 200, body: { data: [{ embedding: ['x'] }] } }],
  ])('fall back to words when the service %s, and say so', async (_how, answer) => {
    const { tea } = await saveBoth();
    server.answer = answer;
    const { error, indexed } = (await as(anna, indexNow, { method: 'POST' })).body;
    expect([indexed, typeof error.code]).toEqual([0, 'string']);
    expect(JSON.stringify(error)).not.toContain('sk-secret-key-1');
    const asked = server.seen.length;
    const hits = await container().memoryStore.search(anna.id, 'green tea please', { limit: 5 });
    expect([hits.map((item) => item.id), server.seen.length]).toEqual([[tea.id], asked]);
  });

  it('ask nobody while no model is chosen, and tell when the provider has none', async () => {
    await choose(null, null);
    await save('Rex is a poodle');
    expect((await as(anna, indexNow, { method: 'POST' })).body).toMatchObject({ provider: null, error: null });
    await search('pet');
    expect(server.seen).toEqual([]);
    await as(anna, putProvider, { id: 'anthropic', method: 'PUT', json: { api_key: 'sk-ant-1234567890' } });
    await choose('anthropic', 'x');
    expect((await as(anna, indexNow, { method: 'POST' })).body.error).toMatchObject({ code: 'invalid_request' });
  });

  it('work offline with the mock provider', async () => {
    await choose('mock', 'mock-embed');
    const dog = await save('my poodle barks loudly');
    expect((await as(anna, indexNow, { method: 'POST' })).body).toMatchObject({ indexed: 1, error: null });
    expect((await container().memoryStore.search(anna.id, 'poodle barks', { limit: 3 }))[0]?.id).toBe(dog.id);
  });
});
