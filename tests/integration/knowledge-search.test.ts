import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as indexStatus } from '@/app/api/knowledge/index/route';
import { GET as searchKnowledge } from '@/app/api/knowledge/search/route';
import { DELETE as deleteNote } from '@/app/api/notes/[id]/route';
import { DELETE as deleteSession } from '@/app/api/sessions/[id]/route';
import { container } from '@/lib/server/container';
import { type SignedUp, signUp } from '../support/api-client';
import { as, conversation, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ben: SignedUp;

beforeAll(async () => {
  world = await openWorld();
  [anna, ben] = [await signUp('anna'), await signUp('ben')];
});
afterAll(() => world.database.drop());

const signal = () => new AbortController().signal;
const index = (user: SignedUp) => container().knowledge.update(user.id, signal());
const upload = (user: SignedUp, file: { name: string; text: string; sessionId?: string }) =>
  container().workspace.upload(user.id, file.sessionId ?? null, {
    name: file.name,
    bytes: new TextEncoder().encode(file.text),
  });
const search = async (user: SignedUp, query: Record<string, string>) => {
  const answer = await as(user, searchKnowledge, { path: `/x?${new URLSearchParams(query)}` });
  expect(answer.status).toBe(200);
  return answer.body;
};
const titles = async (user: SignedUp, q: string, more: Record<string, string> = {}) =>
  (await search(user, { q, ...more })).hits.map((hit: { title: string }) => hit.title);

describe('the search over notes, files and past chats', () => {
  it('finds all three in both languages and leads to the place', async () => {
    const { notes } = container();
    const note = await notes.create(anna.id, {
      title: 'Kyoto trip',
      content:
        '# Plan\n\nWe stay three nights.\n\n## Food\n\nThe best ramen is near the station.\n\n# 交通\n\n从机场坐特快列车去京都大约七十五分钟。',
    });
    const chat = await conversation(world, anna, [
      { role: 'user', content: 'How long may leftovers stay in the refrigerator?' },
      { role: 'assistant', content: 'Three to four days, says the food agency.' },
    ]);
    const lines = Array.from({ length: 200 }, (_, at) =>
      at === 150 ? 'the boiler serial number is QX-4471' : `line ${at} of many words`,
    );
    const file = await upload(anna, { name: 'house.txt', text: lines.join('\n'), sessionId: chat.id });
    await index(anna);
    const [ramen] = (await search(anna, { q: 'where are good ramen' })).hits;
    const block = note.blocks.find(({ text }) => text.startsWith('The best'))?.id;
    expect(ramen).toMatchObject({
      kind: 'note',
      source_id: note.id,
      title: 'Kyoto trip',
      heading: 'Plan › Food',
      anchor: block,
      href: `/notes/${note.id}#block-${block}`,
      ranks: { text: 1, vector: null },
    });
    expect(ramen.snippet).toContain('ramen');
    const [train] = (await search(anna, { q: '去京都的列车要多久' })).hits;
    expect([train.source_id, train.heading]).toEqual([note.id, '交通']);
    const [boiler] = (await search(anna, { q: 'boiler serial' })).hits;
    expect([boiler.kind, boiler.source_id]).toEqual(['file', file.id]);
    const [, from, to] = /^L(\d+)-L(\d+)$/.exec(boiler.anchor) ?? [];
    expect(Number(from) <= 151 && Number(to) >= 151).toBe(true);
    const [said] = (await search(anna, { q: 'leftovers in the refrigerator' })).hits;
    expect(said).toMatchObject({ kind: 'message', href: `/chat/${chat.id}?message=${chat.messages[0]}` });
    expect(said.title).toContain('How long');
    expect(await titles(anna, 'boiler seri', { mode: 'text' })).toEqual(['house.txt']);
    expect(await titles(anna, 'refriger', { mode: 'text' })).toHaveLength(1);
  });

  it('is confined to its user, and to the kinds, the chat and the time that are asked for', async () => {
    await container().notes.create(ben.id, { title: 'Secret', content: 'The ramen code is 4471.' });
    await index(ben);
    expect(await titles(ben, 'ramen')).toEqual(['Secret']);
    expect(await titles(anna, 'secret code')).not.toContain('Secret');
    expect(
      (await search(anna, { q: 'ramen refrigerator boiler', kinds: 'note,file' })).hits
        .map((hit: { kind: string }) => hit.kind)
        .toSorted(),
    ).toEqual(['file', 'note']);
    expect(await titles(anna, 'ramen', { session_id: 's_other' })).toEqual([]);
    expect(await titles(anna, 'ramen', { since: '2099-01-01T00:00:00Z' })).toEqual([]);
    expect(await titles(anna, 'ramen', { since: '2001-01-01T00:00:00Z' })).toEqual(['Kyoto trip']);
  });

  it('forgets what is deleted at once, by whatever way', async () => {
    const note = await container().notes.create(anna.id, { title: 'Gone', content: 'A platypus lays eggs.' });
    const chat = await conversation(world, anna, [{ role: 'user', content: 'Tell me about the echidna' }]);
    await upload(anna, { name: 'animals.txt', text: 'A wombat digs.', sessionId: chat.id });
    await index(anna);
    expect(await titles(anna, 'platypus echidna wombat')).toHaveLength(3);
    await as(anna, deleteNote, { id: note.id, method: 'DELETE' });
    await as(anna, deleteSession, { id: chat.id, method: 'DELETE' });
    expect(await titles(anna, 'platypus echidna wombat')).toEqual([]);
    const { rows } = await world.database.pool.query(
      `SELECT text FROM knowledge_chunks WHERE text ~ 'platypus|echidna|wombat'`,
    );
    expect(rows).toEqual([]);
  });

  it('writes nothing of a source that is deleted while it is read', async () => {
    const { notes, knowledgeSources } = container();
    const note = await notes.create(anna.id, { title: 'Race', content: 'A quokka smiles.' });
    const pending = await knowledgeSources.pending(anna.id, 'note', 5);
    expect(pending.map(({ id }) => id)).toEqual([note.id]);
    const { createKnowledgeWrites } = await import('@/lib/db/knowledge-writes');
    const passage = {
      anchor: '',
      heading: '',
      text: 'A quokka smiles.',
      contentHash: 'h',
      terms: { text: ['quokka'], title: [] },
    };
    await notes.delete(anna.id, note.id);
    await createKnowledgeWrites(world.database.pool).save(
      anna.id,
      pending.map((source) => ({ ...source, passages: [passage] })),
    );
    expect(await titles(anna, 'quokka')).toEqual([]);
  });

  it('shows a copied message once, and of a long source only the best places', async () => {
    for (const _copy of [1, 2]) await conversation(world, anna, [{ role: 'user', content: 'A wolverine is no wolf.' }]);
    const text = Array.from({ length: 400 }, (_, at) => `Row ${at}: a tapir was seen, with some more words.`).join(
      '\n',
    );
    await upload(anna, { name: 'tapirs.txt', text });
    await container().notes.create(anna.id, { title: 'Zoo', content: 'One tapir lives there.' });
    await index(anna);
    expect((await search(anna, { q: 'wolverine' })).hits).toHaveLength(1);
    expect((await titles(anna, 'tapir')).toSorted()).toEqual(['Zoo', 'tapirs.txt', 'tapirs.txt', 'tapirs.txt']);
  });

  it('reads notes from before they had blocks, and leads to those they get', async () => {
    const note = await container().notes.create(anna.id, { title: 'Old', content: '# A\n\nThe numbat eats termites.' });
    await world.database.pool.query('DELETE FROM note_blocks WHERE note_id = $1', [note.id]);
    await world.database.pool.query('UPDATE notes SET block_revision = 0 WHERE id = $1', [note.id]);
    await index(anna);
    const [hit] = (await search(anna, { q: 'numbat' })).hits;
    const { blocks } = await container().notes.get(anna.id, note.id);
    expect(blocks.map(({ id }) => id)).toContain(hit.anchor);
  });

  it('goes with its user', async () => {
    const carl = await signUp('carl');
    await container().notes.create(carl.id, { title: 'Mine', content: 'axolotl' });
    await index(carl);
    await container().users.erase(carl.id);
    const { rows } = await world.database.pool.query('SELECT 1 FROM knowledge_sources WHERE user_id = $1', [carl.id]);
    expect(rows).toEqual([]);
  });
});

describe('a query', () => {
  it.each([
    ['operators', "ramen & !(a | b) <-> 'x':*A"],
    ['quotes and backslashes', "'; DROP TABLE notes; -- \\' ramen"],
    ['NUL and lone surrogates', 'ramen \0 \ud800'],
    ['emoji', '😀🍜'],
    ['signs only', '%%% *** ___'],
    ['controls and marks', '\u202e\u200bramen\u0301'],
  ])('of %s is answered', async (_name, query) => {
    const { search: port } = container().knowledge.port;
    const found = await port(anna.id, { query });
    expect(found.hits.length).toBeLessThanOrEqual(10);
  });

  it('of ten megabytes is answered soon', async () => {
    const began = performance.now();
    const found = await container().knowledge.port.search(anna.id, {
      query: `ramen ${'拉面 noodles '.repeat(1_000_000)}`,
    });
    expect(found.hits[0]?.title).toBe('Kyoto trip');
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  it('that is no query is refused by the API', async () => {
    for (const path of ['/x', '/x?q=', '/x?q=a&kinds=memory', '/x?q=a&limit=0', `/x?q=${'a'.repeat(2_001)}`]) {
      expect((await as(anna, searchKnowledge, { path })).status).toBe(400);
    }
  });
});

describe('the index', () => {
  it('says how far it is, and reads again only what was changed', async () => {
    const dora = await signUp('dora');
    const { notes } = container();
    const note = await notes.create(dora.id, {
      title: 'Long',
      content: ['# A', 'alpha '.repeat(120), '# B', 'beta '.repeat(150)].join('\n\n'),
    });
    const progress = async () => (await as(dora, indexStatus)).body;
    expect(await progress()).toMatchObject({
      kinds: { note: { total: 1, indexed: 0, failed: 0 } },
      state: 'waiting',
      vectors: null,
    });
    await index(dora);
    expect(await progress()).toMatchObject({
      kinds: { note: { total: 1, indexed: 1 } },
      state: 'idle',
      last_error: null,
    });
    const ids = async () =>
      (
        await world.database.pool.query('SELECT id, heading FROM knowledge_chunks WHERE user_id = $1 ORDER BY id', [
          dora.id,
        ])
      ).rows;
    const before = await ids();
    expect(before.map(({ heading }) => heading)).toEqual(['A', 'B']);
    await notes.update(dora.id, note.id, {
      content: ['# New', 'gamma', '# A', 'alpha '.repeat(120), '# B', 'delta '.repeat(150)].join('\n\n'),
    });
    expect((await progress()).kinds.note).toEqual({ total: 1, indexed: 0, failed: 0 });
    await index(dora);
    const after = await ids();
    expect(after.find(({ heading }) => heading === 'A')?.id).toBe(before[0]?.id);
    expect(after.map(({ heading }) => heading).toSorted()).toEqual(['A', 'B', 'New']);
    expect([await titles(dora, 'beta'), await titles(dora, 'delta'), await titles(dora, 'gamma')]).toEqual([
      [],
      ['Long'],
      ['Long'],
    ]);
  });
});
