import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as getNote, PATCH as patchNote, DELETE as removeNote } from '@/app/api/notes/[id]/route';
import {
  POST as createFolder,
  GET as listFolders,
  DELETE as removeFolder,
  PATCH as renameFolder,
} from '@/app/api/notes/folders/route';
import { POST as createNote, GET as listNotes } from '@/app/api/notes/route';
import { container } from '@/lib/server/container';
import { type SignedUp, signUp } from '../support/api-client';
import { as, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ben: SignedUp;

beforeAll(async () => {
  world = await openWorld();
  anna = await signUp('anna');
  ben = await signUp('ben');
});
afterAll(() => world.database.drop());

const text = '# Plan\n\nBuy paint.\n\n## Rooms\n\n- kitchen\n- 厨房\n';

async function write(user: SignedUp, note: Record<string, unknown>) {
  const made = await as(user, createNote, { json: { title: 'A note', ...note } });
  expect(made.status).toBe(201);
  return made.body;
}
const patch = (user: SignedUp, id: string, json: Record<string, unknown>) =>
  as(user, patchNote, { id, method: 'PATCH', json });
const foldersOf = async (user: SignedUp) => (await as(user, listFolders)).body.items;
const folderCall = (path: string) => ({ method: 'DELETE', path: `/x?path=${encodeURIComponent(path)}` });

describe('the blocks of a note', () => {
  it('come with it, and keep their ids over an edit around them', async () => {
    const note = await write(anna, { content: text });
    expect(note.blocks.map(({ id: _id, ...block }: { id: string }) => block)).toEqual([
      { kind: 'heading', heading: [], text: '# Plan', start_line: 1, end_line: 1 },
      { kind: 'paragraph', heading: ['Plan'], text: 'Buy paint.', start_line: 3, end_line: 3 },
      { kind: 'heading', heading: ['Plan'], text: '## Rooms', start_line: 5, end_line: 5 },
      { kind: 'list', heading: ['Plan', 'Rooms'], text: '- kitchen\n- 厨房', start_line: 7, end_line: 8 },
    ]);
    const content = text.replace('Buy paint.', 'A new line.\n\nBuy paint and brushes.');
    const changed = (await patch(anna, note.id, { content })).body;
    const idOf = (blocks: { id: string; text: string }[], start: string) =>
      blocks.find((block) => block.text.startsWith(start))?.id;
    for (const start of ['# Plan', '## Rooms', '- kitchen', 'Buy paint']) {
      expect(idOf(changed.blocks, start)).toBe(idOf(note.blocks, start));
    }
    expect(note.blocks.map(({ id }: { id: string }) => id)).not.toContain(idOf(changed.blocks, 'A new line'));
    expect((await as(anna, getNote, { id: note.id })).body).toEqual(changed);
  });

  it('are made for a note from before there were blocks, once', async () => {
    const note = await write(anna, { content: text });
    await world.database.prisma.noteBlock.deleteMany({ where: { noteId: note.id } });
    await world.database.prisma.note.update({ where: { id: note.id }, data: { blockRevision: 0 } });
    const [first, second] = await Promise.all([as(anna, getNote, { id: note.id }), as(anna, getNote, { id: note.id })]);
    expect(first.body.blocks).toHaveLength(4);
    expect(second.body).toEqual(first.body);
    expect(first.body.updated_at).toBe(note.updated_at);
  });

  it('of the longest note are stored and read in little time', async () => {
    const note = await write(anna, { content: 'a\n\n'.repeat(66_000) });
    const started = performance.now();
    const changed = await patch(anna, note.id, { content: `b\n\n${note.content.slice(3)}`, base_revision: 1 });
    expect([changed.status, changed.body.blocks.length]).toEqual([200, 4000]);
    expect(changed.body.blocks[0].id).toBe(note.blocks[0].id);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('go with the note', async () => {
    const note = await write(anna, { content: text });
    await as(anna, removeNote, { id: note.id, method: 'DELETE' });
    expect(await world.database.prisma.noteBlock.count({ where: { noteId: note.id } })).toBe(0);
  });
});

describe('two who write the same note', () => {
  it('are told: the second change is refused with what is there, and changes nothing', async () => {
    const note = await write(anna, { content: 'first' });
    const kept = await patch(anna, note.id, { content: 'from one tab', base_revision: note.revision });
    expect([kept.status, kept.body.revision]).toEqual([200, note.revision + 1]);
    const refused = await patch(anna, note.id, { content: 'from the other', base_revision: note.revision });
    expect([refused.status, refused.body.error.code, refused.body.current.content]).toEqual([
      409,
      'conflict',
      'from one tab',
    ]);
    expect((await as(anna, getNote, { id: note.id })).body).toEqual(kept.body);
  });

  it('cannot both win, however close they are', async () => {
    const note = await write(anna, { content: 'first' });
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((content) => patch(anna, note.id, { content, base_revision: note.revision })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('do not disturb each other by moving it or by saving what is there already', async () => {
    const note = await write(anna, { content: 'same' });
    await patch(anna, note.id, { folder: 'Moved', content: 'same' });
    const saved = await patch(anna, note.id, { content: 'more', base_revision: note.revision });
    expect([saved.status, saved.body.folder]).toEqual([200, 'Moved']);
  });
});

describe('a note that a model changes after asking', () => {
  const place = { sessionId: 's_1', runId: 'run_1', messageId: 'msg_1', callId: 'tc_1' };
  const context = { ...place, signal: AbortSignal.timeout(60_000) };

  it.each([
    ['notes.update', { content: 'by the model' }],
    ['notes.delete', {}],
  ])('is left alone by %s when it is no longer what was shown', async (name, more) => {
    const note = await write(anna, { content: 'shown' });
    const tool = (await container().tools.list(anna.id)).find(({ def }) => def.name === name);
    const args = { id: note.id, ...more };
    const basis = await tool?.basisOf?.(args, { userId: anna.id, sessionId: 's_1' });
    await patch(anna, note.id, { content: 'by a person meanwhile' });
    const run = { ...context, userId: anna.id, now: Date.now, progress: () => undefined };
    await expect(tool?.execute(args, { ...run, ...(basis !== undefined && { basis }) })).rejects.toThrow('changed');
    const kept = (await as(anna, getNote, { id: note.id })).body;
    expect(kept.content).toBe('by a person meanwhile');
    const again = await tool?.basisOf?.(args, { userId: anna.id, sessionId: 's_1' });
    await tool?.execute(args, { ...run, ...(again !== undefined && { basis: again }) });
    expect((await as(anna, getNote, { id: note.id })).body.content).not.toBe(kept.content);
  });
});

describe('folders of notes', () => {
  it('exist without notes, hold notes, and filter the list', async () => {
    const user = await signUp('folders');
    expect((await as(user, createFolder, { json: { path: 'Work/Ideas' } })).body).toEqual({ path: 'Work/Ideas' });
    await write(user, { title: 'in', folder: 'Work' });
    await write(user, { title: 'out' });
    expect(await foldersOf(user)).toEqual([
      { path: '', notes: 1 },
      { path: 'Work', notes: 1 },
      { path: 'Work/Ideas', notes: 0 },
    ]);
    const titles = async (path: string) =>
      (await as(user, listNotes, { path })).body.items.map(({ title }: { title: string }) => title);
    expect(await titles('/x?folder=Work')).toEqual(['in']);
    expect(await titles('/x?folder=')).toEqual(['out']);
    expect(await titles('/x')).toEqual(['out', 'in']);
  });

  it('are renamed and moved with all that is in them', async () => {
    const user = await signUp('rename');
    await write(user, { title: 'deep', folder: 'A/B/C' });
    await write(user, { title: 'beside', folder: 'A/Bee' });
    expect((await as(user, renameFolder, { method: 'PATCH', json: { path: 'A/B', to: '资料/旧' } })).status).toBe(200);
    expect(await foldersOf(user)).toEqual(
      ['A', 'A/Bee', '资料', '资料/旧', '资料/旧/C'].map((path) => ({
        path,
        notes: path === 'A/Bee' || path === '资料/旧/C' ? 1 : 0,
      })),
    );
    const rename = (path: string, to: string) => as(user, renameFolder, { method: 'PATCH', json: { path, to } });
    expect((await rename('A', '资料')).status).toBe(409);
    expect((await rename('A', 'A/Bee/A')).status).toBe(409);
    expect((await rename('None', 'Any')).status).toBe(404);
    expect((await rename('A', Array.from({ length: 16 }, () => 'x').join('/'))).status).toBe(400);
    expect((await foldersOf(user))[0]).toEqual({ path: 'A', notes: 0 });
  });

  it('lose no note when they are deleted: it moves to the folder around them', async () => {
    const user = await signUp('unfold');
    const note = await write(user, { title: 'kept', folder: 'A/B/C' });
    await write(user, { title: 'there', folder: 'A/C' });
    expect((await as(user, removeFolder, folderCall('A/B'))).status).toBe(204);
    expect((await as(user, getNote, { id: note.id })).body.folder).toBe('A/C');
    expect((await as(user, removeFolder, folderCall('A'))).status).toBe(204);
    expect(await foldersOf(user)).toEqual([{ path: 'C', notes: 2 }]);
    expect((await as(user, removeFolder, folderCall('A'))).status).toBe(404);
  });

  it('are never shared: the same names of two people are two places', async () => {
    await write(anna, { folder: 'Private/Deep' });
    const note = await write(ben, { folder: 'Private' });
    expect((await as(ben, renameFolder, { method: 'PATCH', json: { path: 'Private', to: 'Mine' } })).status).toBe(200);
    expect((await as(ben, removeFolder, folderCall('Mine'))).status).toBe(204);
    expect((await foldersOf(anna)).map(({ path }: { path: string }) => path)).toContain('Private/Deep');
    expect((await as(ben, getNote, { id: note.id })).body.folder).toBe('');
    expect((await as(ben, removeFolder, folderCall('Private/Deep'))).status).toBe(404);
  });
});

describe('hostile words', () => {
  it.each(['../up', 'a/../b', '/etc', 'a\\b', 'a\u0007b', 'a\u202eb', '~', 'a'.repeat(900), 'con', ' a', 'a//\u200b'])(
    'name no folder: %j',
    async (folder) => {
      expect((await as(anna, createNote, { json: { title: 'x', folder } })).status).toBe(400);
      expect((await as(anna, createFolder, { json: { path: folder } })).status).toBe(400);
      expect((await as(anna, listNotes, { path: `/x?folder=${encodeURIComponent(folder)}` })).status).toBe(400);
    },
  );

  it('are no fields, no long texts, and no ids of others', async () => {
    const note = await write(anna, { content: 'mine', folder: 'Safe' });
    expect((await as(anna, createNote, { json: { title: 'x', user_id: ben.id } })).status).toBe(400);
    expect((await patch(anna, note.id, { revision: 9 })).status).toBe(400);
    expect((await as(anna, createNote, { json: { title: 'x', content: 'x'.repeat(200_001) } })).status).toBe(400);
    expect((await as(anna, createNote, { json: { title: 'x', content: 'x'.repeat(10_000_000) } })).status).toBe(413);
    for (const answer of [
      await as(ben, getNote, { id: note.id }),
      await patch(ben, note.id, { content: 'owned', base_revision: 99 }),
      await patch(ben, note.id, { folder: 'Stolen' }),
      await as(ben, removeNote, { id: note.id, method: 'DELETE' }),
    ]) {
      expect([answer.status, JSON.stringify(answer.body).includes('mine')]).toEqual([404, false]);
    }
    expect((await as(anna, getNote, { id: note.id })).body).toEqual(note);
  });

  it('are kept as they are inside a note, what a database cannot hold aside', async () => {
    const content = `<script>alert(1)</script>\r\n\u0000\ud800 '); DROP TABLE notes; --\r\r# ${'𝒳'.repeat(300)}`;
    const note = await write(anna, { content });
    expect(note.content).toBe(content.replace('\u0000', '\ufffd').replace('\ud800', '\ufffd'));
    expect(note.blocks.at(-1)).toMatchObject({ kind: 'heading', start_line: 4, end_line: 4 });
  });
});
