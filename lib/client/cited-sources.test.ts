import { describe, expect, it } from 'vitest';
import { type MetonaToolResult, sourcesOf } from '@/lib/ir';
import { createSourceFinder } from './cited-sources';
import { toolPart } from './run-parts';
import { createRunStore } from './run-store';
import type { AnswerTurn } from './run-turns';

const result = (toolName: string, value: unknown, more: Partial<MetonaToolResult> = {}): MetonaToolResult => ({
  toolCallId: 'c',
  toolName,
  result: value,
  success: true,
  durationMs: 1,
  timestamp: 0,
  ...more,
});

function turnOf(...results: MetonaToolResult[]): AnswerTurn {
  const store = createRunStore('run_1', { schedule: () => undefined });
  for (const one of results) store.view.parts.push({ ...toolPart('t', null, one.toolName), result: one });
  return { kind: 'answer', id: 'a', store, question: null, messageIds: [], siblings: null, spent: null };
}

const hits = {
  hits: [
    { href: '/notes/note_1#block-b2', title: 'Owls', heading: 'Hunting' },
    { href: '/files/file_1#L12', title: 'list.md' },
    { href: '/chat/s_1?message=msg_1', title: 'Birds' },
  ],
};

describe('the sources of a result', () => {
  it('are those of the three forms that our own tools return', () => {
    const sources = sourcesOf(result('rag.search', hits));
    expect([...sources]).toEqual([
      ['note note_1', { title: 'Owls', heading: 'Hunting' }],
      ['file file_1', { title: 'list.md', heading: '' }],
      ['/chat/s_1?message=msg_1', { title: 'Birds', heading: '' }],
    ]);
  });

  it('are notes by their ids where the tool is about notes', () => {
    expect([...sourcesOf(result('notes.search', { hits: [{ id: 'note_7', title: 'Bees' }] })).keys()]).toEqual([
      'note note_7',
    ]);
    expect([
      ...sourcesOf(result('notes.read', { id: 'note_7', title: 'Bees', content: '/notes/note_8' })).keys(),
    ]).toEqual(['note note_7']);
    expect(sourcesOf(result('list_files', { id: 'note_7' })).size).toBe(0);
  });

  it('are none when strangers speak, when it failed, and in odd shapes', () => {
    expect(sourcesOf(result('fetch_url', hits)).size).toBe(0);
    expect(sourcesOf(result('mcp.evil.rag.search', hits)).size).toBe(0);
    expect(sourcesOf(result('rag.search', hits, { success: false })).size).toBe(0);
    expect(sourcesOf(result('rag.search', { hits: [{ snippet: '/notes/note_1', href: 'javascript:1' }] })).size).toBe(
      0,
    );
    for (const odd of [null, 'x', 1, [], [[[[[[{ href: '/notes/n' }]]]]]], { href: { href: 1 } }]) {
      expect(sourcesOf(result('rag.search', odd)).size).toBe(0);
    }
  });

  it('are found in what is left of a long result', () => {
    const cut = { truncated: true, text: '{"hits":[{"href":"/notes/note_1#block-b","title":"Ow[… left out …]' };
    expect([...sourcesOf(result('rag.search', cut)).keys()]).toEqual(['note note_1']);
  });
});

describe('a conversation', () => {
  it('knows what an earlier turn found, and what the last one finds while it runs', () => {
    const live = turnOf();
    const find = createSourceFinder([turnOf(result('rag.search', hits)), live]);
    expect(find('note note_1')).toEqual({ title: 'Owls', heading: 'Hunting' });
    expect(find('note note_9')).toBeNull();
    const later = result('notes.create', { id: 'note_9', title: 'New' });
    live.store.view.parts.push({ ...toolPart('t2', null, 'notes.create'), result: later });
    expect(find('note note_9')).toEqual({ title: 'New', heading: '' });
  });
});
