import { describe, expect, it } from 'vitest';
import type { KnowledgeAnswer, KnowledgeQuery } from '@/lib/agent/ports';
import { toolContext } from '../../tests/support/tool-context';
import { createRagSearch } from './rag-search';

const hit: KnowledgeAnswer['hits'][number] = {
  kind: 'note',
  sourceId: 'note_1',
  anchor: 'nb_1',
  sessionId: null,
  title: 'Tea',
  snippet: 'Green tea',
  text: 'Green tea is steeped.',
  href: '/notes/note_1#block-nb_1',
  score: 1,
  ranks: { text: 1 },
  updatedAt: 0,
};

function setUp(answer: Partial<KnowledgeAnswer> = {}) {
  const asked: { userId: string; query: KnowledgeQuery }[] = [];
  const tool = createRagSearch({
    search: async (userId, query) => {
      asked.push({ userId, query });
      return { hits: [hit], used: { text: true, vectors: false, reranked: false }, notes: [], ...answer };
    },
  });
  return { tool, asked };
}

describe('rag.search', () => {
  it('may be called without a question, twice, and brings text of strangers', () => {
    expect(setUp().tool.def).toMatchObject({
      riskLevel: 'safe',
      requiresPermission: false,
      idempotent: true,
      returnsUntrusted: true,
      category: 'search',
    });
  });

  it.each([
    {},
    { query: '' },
    { query: '   ' },
    { query: 'a'.repeat(1_001) },
    { query: ['tea'] },
    { query: 'tea', kinds: [] },
    { query: 'tea', kinds: ['memory'] },
    { query: 'tea', kinds: 'note' },
    { query: 'tea', limit: 0 },
    { query: 'tea', limit: 1_000 },
    { query: 'tea', limit: 1.5 },
    { query: 'tea', user_id: 'ben' },
    { query: 'tea', exceptMessagesOf: 's_other' },
  ])('refuses %j', (args) => {
    expect(setUp().tool.check(args)).toMatchObject({ ok: false });
  });

  it('asks for the user of the call, and leaves out the chat that asks', async () => {
    const { tool, asked } = setUp();
    await tool.execute({ query: 'tea', kinds: ['note'] }, { ...toolContext, sessionId: 's_here' });
    expect(asked).toMatchObject([
      { userId: 'anna', query: { query: 'tea', kinds: ['note'], limit: 6, exceptMessagesOf: 's_here' } },
    ]);
  });

  it('tells the model each passage with its link, whatever a title holds', async () => {
    const titled = { ...hit, title: 'a](javascript:x) \n[2](/evil', heading: 'Plan › Food' };
    const { tool } = setUp({ hits: [titled], notes: ['By words only.'] });
    const { summary } = await tool.execute({ query: 'tea' }, toolContext);
    const lines = summary?.split('\n') ?? [];
    expect(summary).toContain('By words only.');
    expect(lines.filter((line) => line.startsWith('['))).toEqual([
      '[1](/notes/note_1#block-nb_1) note: a (javascript:x) 2 (/evil › Plan › Food',
    ]);
    expect(lines.at(-1)).toBe('Green tea is steeped.');
  });

  it('says that nothing was found', async () => {
    const { summary } = await setUp({ hits: [] }).tool.execute({ query: 'tea' }, toolContext);
    expect(summary).toBe('Nothing was found.');
  });
});
