import { describe, expect, it } from 'vitest';
import type { NoteChange, NoteRecord, NoteStore } from '@/lib/agent/ports';
import type { NoteBlock } from '@/lib/ir';
import { toolContext as context } from '@/tests/support/tool-context';
import { createNoteTools } from '.';

const content = '# Plan\n\nBuy paint.\n\n- kitchen\n- 厨房';
const blocks: NoteBlock[] = [
  { id: 'nb_1', kind: 'heading', heading: [], text: '# Plan', startLine: 1, endLine: 1 },
  { id: 'nb_2', kind: 'paragraph', heading: ['Plan'], text: 'Buy paint.', startLine: 3, endLine: 3 },
  { id: 'nb_3', kind: 'list', heading: ['Plan'], text: '- kitchen\n- 厨房', startLine: 5, endLine: 6 },
];
const note: NoteRecord = {
  id: 'note_1',
  title: 'House',
  folder: 'Home',
  revision: 4,
  content,
  createdAt: 0,
  updatedAt: 0,
};

/** Keeps what the tools asked it for; the caller has one note. */
function world(text = content) {
  const asked: unknown[] = [];
  const own = { ...note, content: text };
  const isOwn = (userId: string, id: string) => userId === context.userId && id === note.id;
  const notes: NoteStore = {
    create: async (userId, created) => {
      asked.push({ userId, ...created });
      return { ...own, ...created, folder: created.folder ?? '' };
    },
    read: async (userId, id) => (isOwn(userId, id) ? own : null),
    readWithBlocks: async (userId, id) => (isOwn(userId, id) ? { note: own, blocks } : null),
    list: async (userId, page) => {
      asked.push({ userId, ...page });
      return { items: [own], nextCursor: 'more' };
    },
    search: async () => [{ ...own, snippet: 'Buy paint.' }],
    change: async (userId, id, change: NoteChange) => {
      asked.push({ userId, id, ...change });
      return isOwn(userId, id) ? { ...own, revision: 5, folder: change.folder ?? own.folder } : null;
    },
    delete: async (userId, id) => isOwn(userId, id),
    folders: async () => [
      { path: '', notes: 3 },
      { path: 'Home', notes: 1 },
    ],
  };
  const tools = new Map(createNoteTools(notes).map((tool) => [tool.def.name, tool]));
  const run = async (name: string, args: Record<string, unknown>, more: { basis?: string } = {}) => {
    const tool = tools.get(name);
    expect(tool?.check(args)).toEqual({ ok: true, args });
    return await tool?.execute(args, { ...context, ...more });
  };
  const refuses = (name: string, args: Record<string, unknown>) => tools.get(name)?.check(args).ok === false;
  return { asked, tools, run, refuses };
}

describe('the tools of notes', () => {
  it('ask before they write, and apart from that before they delete', () => {
    const { tools } = world();
    const facts = [...tools.values()].map(({ def }) => [def.name, def.permission, def.requiresPermission]);
    expect(facts).toEqual([
      ['notes.create', 'notes.write', true],
      ['notes.read', 'notes.read', false],
      ['notes.list', 'notes.read', false],
      ['notes.search', 'notes.read', false],
      ['notes.update', 'notes.write', true],
      ['notes.move', 'notes.write', true],
      ['notes.delete', 'notes.delete', true],
    ]);
    expect(tools.get('notes.delete')?.def.riskLevel).toBe('high');
  });

  it('say that what they read may be the words of strangers', () => {
    const { tools } = world();
    const strange = [...tools.values()].filter(({ def }) => def.returnsUntrusted).map(({ def }) => def.name);
    expect(strange).toEqual(['notes.read', 'notes.list', 'notes.search']);
  });

  it('read a note with its revision, some lines of it, or one block', async () => {
    const { run } = world();
    expect((await run('notes.read', { id: 'note_1' }))?.result).toEqual({
      id: 'note_1',
      title: 'House',
      folder: 'Home',
      revision: 4,
      content,
      from_line: 1,
      to_line: 6,
      total_lines: 6,
    });
    const lines = await run('notes.read', { id: 'note_1', from_line: 3, to_line: 5, with_blocks: true });
    expect(lines?.result).toMatchObject({
      content: 'Buy paint.\n\n- kitchen',
      blocks: [
        { id: 'nb_2', kind: 'paragraph', lines: '3-3' },
        { id: 'nb_3', kind: 'list', lines: '5-6' },
      ],
    });
    expect(lines?.summary).toContain('Lines 3 to 5 of 6. The note goes on after line 5.');
    expect((await run('notes.read', { id: 'note_1', block_id: 'nb_3' }))?.result).toMatchObject({
      content: '- kitchen\n- 厨房',
    });
  });

  it('give a long note in parts that meet', async () => {
    const long = Array.from({ length: 3000 }, (_, index) => `${index} ${'x'.repeat(40)}`).join('\n');
    const { run } = world(long);
    const parts: string[] = [];
    for (let from = 1; from <= 3000; ) {
      const { result } = (await run('notes.read', { id: 'note_1', from_line: from })) ?? {};
      const part = result as { content: string; to_line: number };
      expect(part.content.length).toBeLessThanOrEqual(50_000);
      parts.push(part.content);
      from = part.to_line + 1;
    }
    expect(parts.join('\n')).toBe(long);
  });

  it('change all of it, a block, the end or the title, from the revision that was read', async () => {
    const { run, asked } = world();
    await run('notes.update', { id: 'note_1', content: 'new', revision: 4 });
    await run('notes.update', { id: 'note_1', content: '- bath', block_id: 'nb_3' });
    await run('notes.update', { id: 'note_1', content: 'more', append: true });
    await run('notes.update', { id: 'note_1', title: 'Flat' });
    await run('notes.move', { id: 'note_1', folder: 'Work/旧' });
    expect(asked).toMatchObject([
      { edit: { kind: 'replace', content: 'new' }, baseRevision: 4 },
      { edit: { kind: 'block', blockId: 'nb_3', content: '- bath' } },
      { edit: { kind: 'append', content: 'more' } },
      { title: 'Flat', edit: undefined },
      { userId: context.userId, id: 'note_1', folder: 'Work/旧' },
    ]);
  });

  it('are bound to the revision that was shown to the one who was asked', async () => {
    const { run, tools, asked } = world();
    const args = { id: 'note_1', content: 'new' };
    const of = { userId: context.userId, sessionId: 's_1' };
    expect(await tools.get('notes.update')?.basisOf?.(args, of)).toBe('4 note_1');
    expect(await tools.get('notes.delete')?.basisOf?.({ id: 'note_9' }, of)).toBe('- note_9');
    await run('notes.update', args, { basis: '4 note_1' });
    await run('notes.update', args, { basis: '2 note_9' });
    expect(asked).toMatchObject([{ baseRevision: 4 }, { baseRevision: undefined }]);
    await expect(run('notes.update', { ...args, revision: 3 }, { basis: '4 note_1' })).rejects.toThrow('changed');
  });

  it('list a folder, with the folders on the first page only', async () => {
    const { run, asked } = world();
    expect((await run('notes.list', { folder: 'Home', limit: 5 }))?.result).toMatchObject({
      notes: [{ id: 'note_1', folder: 'Home' }],
      folders: [{ path: 'Home', notes: 1 }],
      next_cursor: 'more',
    });
    expect((await run('notes.list', { cursor: 'abc' }))?.result).not.toHaveProperty('folders');
    expect(asked).toMatchObject([
      { folder: 'Home', limit: 5 },
      { before: 'abc', limit: 50 },
    ]);
  });

  it('fail in words when there is nothing to do or nothing there', async () => {
    const { run } = world();
    for (const [name, args, words] of [
      ['notes.update', { id: 'note_1' }, 'nothing to change'],
      ['notes.update', { id: 'note_1', append: true }, 'content is missing'],
      ['notes.update', { id: 'note_1', append: true, block_id: 'nb_1', content: 'x' }, 'cannot go together'],
      ['notes.update', { id: 'note_2', content: 'x' }, 'there is no note'],
      ['notes.move', { id: 'note_2', folder: '' }, 'there is no note'],
      ['notes.delete', { id: 'note_2' }, 'there is no note'],
      ['notes.read', { id: 'note_2' }, 'there is no note'],
      ['notes.read', { id: 'note_1', block_id: 'nb_9' }, 'no block'],
      ['notes.read', { id: 'note_1', from_line: 9 }, 'has 6 lines'],
      ['notes.read', { id: 'note_1', from_line: 3, to_line: 2 }, 'before'],
    ] as const) {
      await expect(run(name, args)).rejects.toThrow(words);
    }
  });

  it.each([
    ['notes.create', { title: 'x', folder: '../../etc' }],
    ['notes.create', { title: 'x', folder: '/root' }],
    ['notes.create', { title: 'x', folder: 'a\u0000b' }],
    ['notes.create', { title: 'x', folder: 'a\\b' }],
    ['notes.create', { title: 'x', content: 'x'.repeat(10_000_000) }],
    ['notes.create', { title: ' ' }],
    ['notes.create', { title: 'x', user_id: 'ben' }],
    ['notes.update', { id: 'note_1', content: 'x'.repeat(200_001) }],
    ['notes.update', { id: 'note_1', content: 'x', revision: -1 }],
    ['notes.update', { id: '../note_1', content: 'x' }],
    ['notes.update', { id: 'note_1', content: 'x', __proto__x: 1 }],
    ['notes.move', { id: 'note_1', folder: 'a/../../b' }],
    ['notes.move', { id: 'note_1' }],
    ['notes.list', { folder: '~/secrets' }],
    ['notes.list', { limit: 1e9 }],
    ['notes.read', { id: "1' OR '1'='1" }],
    ['notes.delete', { id: ['note_1'] }],
    ['notes.search', { query: 'x'.repeat(401) }],
  ])('refuse %s with hostile arguments, case %#', (name, args) => {
    expect(world().refuses(name, args)).toBe(true);
  });
});
