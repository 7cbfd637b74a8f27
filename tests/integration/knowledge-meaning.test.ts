import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { POST as indexNow, GET as indexStatus } from '@/app/api/knowledge/index/route';
import { GET as searchKnowledge } from '@/app/api/knowledge/search/route';
import { POST as createProvider } from '@/app/api/providers/route';
import { PUT as putSettings } from '@/app/api/settings/route';
import type { KnowledgeQuery } from '@/lib/agent/ports';
import { container } from '@/lib/server/container';
import { type SignedUp, signUp } from '../support/api-client';
import { as, openWorld, type World } from './resource-world';

const key = 'sk-secret-key-1';
/** What the model of meanings and the model that ranks do, until it is changed. */
const models = {
  embedded: [] as string[],
  refuses: (_text: string) => false,
  broken: false,
  ranking: '[1]',
  rankingStatus: 200,
  asked: '',
};

/** Pets lie in one direction, drinks in another, all else in a third. */
function vectorOf(text: string): number[] {
  const points = (pattern: RegExp) => (pattern.test(text) ? 1 : 0);
  return [points(/Rex|poodle|pet|宠物|小狗/), points(/tea|coffee|drink|绿茶|饮料/), 0.1, ...Array(60).fill(0)];
}

async function answer(path: string, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const failure = (status: number) => ({ status, body: { error: { message: `no, not for ${key}` } } });
  if (path.endsWith('/embeddings')) {
    const { input } = JSON.parse(text) as { input: string[] };
    if (models.broken) return failure(401);
    if (input.some(models.refuses)) return failure(400);
    models.embedded.push(...input);
    return { status: 200, body: { data: input.map((each, index) => ({ index, embedding: vectorOf(each) })) } };
  }
  if (!path.endsWith('/chat/completions')) return { status: 200, body: { object: 'list', data: [] } };
  models.asked = text;
  if (models.rankingStatus !== 200) return failure(models.rankingStatus);
  const message = { role: 'assistant', content: models.ranking };
  return { status: 200, body: { id: 'x', model: 'tiny', choices: [{ index: 0, message, finish_reason: 'stop' }] } };
}

let server: Server;
let world: World;
let anna: SignedUp;
let provider: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    void answer(request.url ?? '', request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world = await openWorld({ METONA_PRIVATE_ORIGINS: origin });
  anna = await signUp('anna');
  const made = await as(anna, createProvider, { json: { name: 'own', base_url: `${origin}/v1`, api_key: key } });
  provider = made.body.id;
  await container().notes.create(anna.id, { title: 'Dog', content: 'Rex is a poodle.' });
  await container().notes.create(anna.id, { title: 'Drinks', content: 'She likes green tea.' });
  await container().notes.create(anna.id, { title: 'Wine', content: 'A bottle from Rheingau.' });
});
afterAll(async () => {
  await world.database.drop();
  server.closeAllConnections();
  server.close();
});

const choose = (change: Record<string, string | null>) => as(anna, putSettings, { method: 'PUT', json: change });
const chooseEmbedding = (model: string | null) =>
  choose({ 'knowledge.embeddingProvider': model && provider, 'knowledge.embeddingModel': model });
const index = () => container().knowledge.update(anna.id, new AbortController().signal);
const search = (query: string, more: Partial<KnowledgeQuery> = {}) =>
  container().knowledge.port.search(anna.id, { query, ...more });
const titles = async (query: string, more?: Partial<KnowledgeQuery>) =>
  (await search(query, more)).hits.map(({ title }) => title);
const status = async () => (await as(anna, indexStatus)).body;

beforeEach(async () => {
  Object.assign(models, { refuses: () => false, broken: false, ranking: '[1]', rankingStatus: 200 });
  models.embedded.length = 0;
  // Time to forget a model that did not answer.
  world.clock.offset += 120_000;
  await chooseEmbedding('embed-1');
  await choose({ 'knowledge.rerankerProvider': null, 'knowledge.rerankerModel': null });
});

describe('notes by meaning', () => {
  it('are found without a common word, in either language, and say how they were found', async () => {
    await index();
    expect(await status()).toMatchObject({
      state: 'idle',
      vectors: { model: `${provider}/embed-1`, total: 3, indexed: 3 },
    });
    expect(models.embedded).toContain('Dog\nRex is a poodle.');
    expect(await titles('which pet')).toEqual(['Dog']);
    expect(await titles('我的宠物')).toEqual(['Dog']);
    const found = await search('a drink such as green tea');
    expect(found.hits[0]).toMatchObject({ title: 'Drinks', ranks: { text: 1, vector: 1 } });
    expect(found.used).toEqual({ text: true, vectors: true, reranked: false });
    expect(await titles('which pet', { mode: 'text' })).toEqual([]);
    expect(await titles('green tea', { mode: 'vectors' })).toEqual(['Drinks']);
    expect(await titles('which pet', { kinds: ['file'] })).toEqual([]);
  });

  it('keep their vectors when another passage changes, and get all new ones with another model', async () => {
    await index();
    models.embedded.length = 0;
    await index();
    expect(models.embedded).toEqual([]);
    await chooseEmbedding('embed-2');
    expect((await status()).vectors).toEqual({ model: `${provider}/embed-2`, total: 3, indexed: 0 });
    expect(await titles('which pet')).toEqual([]);
    models.embedded.length = 0;
    await index();
    expect(models.embedded).toHaveLength(3);
    expect(await titles('which pet')).toEqual(['Dog']);
    const { rows } = await world.database.pool.query('SELECT DISTINCT model FROM knowledge_vectors');
    expect(rows).toEqual([{ model: `${provider}/embed-2` }]);
  });

  it('fall back to words while the model refuses, and say so without the key', async () => {
    models.broken = true;
    await chooseEmbedding('embed-3');
    await index();
    const shown = await status();
    expect(shown.vectors).toMatchObject({ total: 3, indexed: 0 });
    expect([shown.state, shown.last_error.code]).toEqual(['idle', 'auth_invalid']);
    const answer = (await as(anna, searchKnowledge, { path: '/x?q=green%20tea' })).body;
    expect(answer.hits.map((hit: { title: string }) => hit.title)).toEqual(['Drinks']);
    expect(answer.used).toEqual({ text: true, vectors: false, reranked: false });
    expect(answer.notes).toHaveLength(1);
    expect(JSON.stringify([shown, answer])).not.toContain(key);
  });

  it('leave out a passage that the model takes not, and no other', async () => {
    models.refuses = (text) => text.includes('Rheingau');
    await chooseEmbedding('embed-4');
    await index();
    expect(await status()).toMatchObject({ state: 'idle', vectors: { total: 3, indexed: 3 }, last_error: null });
    expect([await titles('which pet'), await titles('Rheingau')]).toEqual([['Dog'], ['Wine']]);
    models.embedded.length = 0;
    await index();
    expect(models.embedded).toEqual([]);
  });

  it('are made again when everything is, and need no model at all', async () => {
    await as(anna, indexNow, { method: 'POST', json: { rebuild: true } });
    expect((await status()).vectors).toMatchObject({ indexed: 0 });
    await index();
    expect((await status()).vectors).toMatchObject({ indexed: 3 });
    await chooseEmbedding(null);
    expect(await search('which pet')).toMatchObject({ hits: [], used: { vectors: false }, notes: [] });
    expect((await search('which pet', { mode: 'vectors' })).notes).toHaveLength(1);
  });
});

describe('a second look', () => {
  const chooseReranker = () => choose({ 'knowledge.rerankerProvider': provider, 'knowledge.rerankerModel': 'tiny' });

  it('puts what was found in the order of the model', async () => {
    await chooseEmbedding(null);
    await index();
    const before = await titles('poodle tea bottle');
    await chooseReranker();
    models.ranking = 'The order is [3, 1].';
    const found = await search('poodle tea bottle');
    expect(found.used.reranked).toBe(true);
    expect(found.hits.map(({ title }) => title)).toEqual([before[2], before[0], before[1]]);
    expect(found.hits.every(({ score }, at) => at === 0 || score <= (found.hits[at - 1]?.score ?? 0))).toBe(true);
    expect(models.asked).toContain('poodle tea bottle');
    expect((await search('poodle tea bottle', { mode: 'text' })).used.reranked).toBe(false);
  });

  it.each([
    ['fails', { rankingStatus: 500 }],
    ['talks', { ranking: 'I would rather not.' }],
  ])('of a model that %s leaves the order as it was, and says so', async (_how, change) => {
    await chooseEmbedding(null);
    const before = await titles('poodle tea bottle');
    await chooseReranker();
    Object.assign(models, change);
    const found = await search('poodle tea bottle');
    expect(found.hits.map(({ title }) => title)).toEqual(before);
    expect([found.used.reranked, found.notes.length]).toEqual([false, 1]);
  });
});
