import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as indexStatus } from '@/app/api/knowledge/index/route';
import { GET as searchKnowledge } from '@/app/api/knowledge/search/route';
import { POST as createNote } from '@/app/api/notes/route';
import { POST as createProvider } from '@/app/api/providers/route';
import { PUT as putSettings } from '@/app/api/settings/route';
import { container } from '@/lib/server/container';
import { type EmbeddingServer, startEmbeddingServer } from '../corpus/embedding-server';
import { type Answered, measureRetrieval, type Quality } from '../corpus/measure-retrieval';
import { corpusQueries } from '../corpus/queries';
import { readCorpus } from '../corpus/read-corpus';
import { type SignedUp, signUp } from '../support/api-client';
import { as, openWorld, type World } from './resource-world';

const modes = ['text', 'vectors', 'fused'] as const;
const groups = ['all', 'en', 'zh'] as const;
type Mode = (typeof modes)[number];
type Table = Record<Mode, Record<(typeof groups)[number], Quality>>;

/** What fused search gave when it was measured last, less a little. */
const floors = { recallAt5: 88, reciprocalRank: 77 };
/** In hundredths: so much worse than the best single list it may be. */
const tolerance = 2;

let world: World;
let server: EmbeddingServer;
let anna: SignedUp;
const nameOfNote = new Map<string, string>();

beforeAll(async () => {
  server = await startEmbeddingServer();
  world = await openWorld({ METONA_PRIVATE_ORIGINS: server.origin });
  anna = await signUp('anna');
  const json = { name: 'vectors', base_url: `${server.origin}/v1`, api_key: 'sk-secret-key-1' };
  const provider = (await as(anna, createProvider, { json })).body.id;
  await as(anna, putSettings, {
    method: 'PUT',
    json: { 'knowledge.embeddingProvider': provider, 'knowledge.embeddingModel': 'concepts' },
  });
  for (const { name, title, content } of readCorpus()) {
    nameOfNote.set((await as(anna, createNote, { json: { title, content } })).body.id, name);
  }
  await container().knowledge.update(anna.id, new AbortController().signal);
}, 120_000);
afterAll(async () => {
  await world.database.drop();
  await server.close();
});

/** Asks every question over HTTP; a note counts where its best passage stands. */
async function ask(mode: Mode): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const query of corpusQueries) {
    const path = `/x?${new URLSearchParams({ q: query.query, mode, limit: '30' })}`;
    const { status, body } = await as(anna, searchKnowledge, { path });
    expect([status, body.notes]).toEqual([200, []]);
    const names = body.hits.map((hit: { source_id: string }) => nameOfNote.get(hit.source_id) ?? '');
    answered.push({ query, names: [...new Set<string>(names)] });
  }
  return answered;
}

function qualityOf(answered: readonly Answered[]): Table[Mode] {
  const of = (language: 'en' | 'zh') => answered.filter(({ query }) => query.language === language);
  return { all: measureRetrieval(answered), en: measureRetrieval(of('en')), zh: measureRetrieval(of('zh')) };
}

function describeTable(table: Table): string {
  const lines = modes.flatMap((mode) =>
    groups.map((group) => {
      const { questions, recallAt5, reciprocalRank } = table[mode][group];
      const figures = `recall@5 ${recallAt5.toFixed(1).padStart(5)}  MRR ${reciprocalRank.toFixed(1).padStart(5)}`;
      return `${mode.padEnd(8)} ${group.padEnd(4)} ${String(questions).padStart(4)} questions  ${figures}`;
    }),
  );
  return `${lines.join('\n')}\n`;
}

describe('the search over a small library in English and Chinese', () => {
  it('is never worse by words and meaning together than by the better of the two', async () => {
    const { body } = await as(anna, indexStatus);
    expect(body.kinds.note).toEqual({ total: nameOfNote.size, indexed: nameOfNote.size, failed: 0 });
    expect(body.vectors.indexed).toBe(body.vectors.total);

    const answered = { text: await ask('text'), vectors: await ask('vectors'), fused: await ask('fused') };
    const table: Table = {
      text: qualityOf(answered.text),
      vectors: qualityOf(answered.vectors),
      fused: qualityOf(answered.fused),
    };
    mkdirSync('test-results', { recursive: true });
    writeFileSync('test-results/retrieval-quality.json', JSON.stringify({ table, answered }, null, 1));
    process.stdout.write(describeTable(table));

    for (const group of groups) {
      for (const measure of ['recallAt5', 'reciprocalRank'] as const) {
        const best = Math.max(table.text[group][measure], table.vectors[group][measure]);
        expect(table.fused[group][measure], `${measure} of ${group}`).toBeGreaterThanOrEqual(best - tolerance);
      }
    }
    expect(table.fused.all.recallAt5).toBeGreaterThanOrEqual(floors.recallAt5);
    expect(table.fused.all.reciprocalRank).toBeGreaterThanOrEqual(floors.reciprocalRank);
  });
});
