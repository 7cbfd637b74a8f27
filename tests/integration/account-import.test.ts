import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GET as exportAccount } from '@/app/api/account/export/route';
import { PATCH as patchMemory } from '@/app/api/memories/[id]/route';
import { POST as createMemory, GET as listMemories } from '@/app/api/memories/route';
import { DELETE as deleteNote, GET as getNote } from '@/app/api/notes/[id]/route';
import { POST as createFolder, GET as listFolders } from '@/app/api/notes/folders/route';
import { POST as createNote, GET as listNotes } from '@/app/api/notes/route';
import { GET as getMessages } from '@/app/api/sessions/[id]/messages/route';
import { PATCH as patchSession } from '@/app/api/sessions/[id]/route';
import { POST as importArchive } from '@/app/api/sessions/import/route';
import { GET as listSessions } from '@/app/api/sessions/route';
import { GET as getSettings, PUT as putSettings } from '@/app/api/settings/route';
import { PATCH as patchSkill } from '@/app/api/skills/[id]/route';
import { POST as addSkill, GET as listSkills } from '@/app/api/skills/route';
import { PATCH as patchTask } from '@/app/api/tasks/[id]/route';
import { POST as createTask, GET as listTasks } from '@/app/api/tasks/route';
import { writeZip } from '@/lib/archive/write-zip';
import { container } from '@/lib/server/container';
import { type SignedUp, signUp } from '../support/api-client';
import { as, conversation, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.database.drop());
beforeEach(async () => {
  anna = await signUp('anna');
});

type Row = Record<string, unknown>;

async function archiveOf(user: SignedUp): Promise<Uint8Array> {
  const request = new Request('http://localhost:3000/api/account/export', {
    headers: { host: 'localhost:3000', ...user.bearer },
  });
  const response = await exportAccount(request, { params: Promise.resolve({}) });
  return new Uint8Array(await response.arrayBuffer());
}

const takeIn = async (user: SignedUp, archive: Uint8Array) =>
  (
    await as(user, importArchive, {
      body: new Uint8Array(archive),
      headers: { 'content-type': 'application/zip' },
    })
  ).body;

async function zipOf(files: Record<string, string>): Promise<Uint8Array> {
  async function* entries() {
    for (const [path, content] of Object.entries(files)) yield { path, content };
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip(entries(), 0)) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

const manifest = JSON.stringify({ format: 'metona.account', version: 1 });

/** Something of everything that is brought along, in states other than the first. */
async function furnish(user: SignedUp): Promise<string> {
  const { id: sessionId } = await conversation(world, user, [
    { role: 'user', content: 'Where do owls live?' },
    { role: 'assistant', content: 'In barns.', more: { reasoningContent: 'Barns, I think.' } },
  ]);
  await as(user, patchSession, { id: sessionId, method: 'PATCH', json: { title: 'Owls', pinned: true } });
  const bytes = new TextEncoder().encode('name,age\nAda,36\n');
  await container().workspace.write(user.id, sessionId, { path: 'data/a.csv', bytes, mode: 'create' });
  await as(user, createFolder, { method: 'POST', json: { path: 'Empty/Inside' } });
  await as(user, createNote, { json: { title: '周报', content: '# 一\n\n本周\n\n- a\n- b\n', folder: 'Work/Ideas' } });
  await as(user, createNote, { json: { title: 'Loose', content: 'in no folder' } });
  const { body: task } = await as(user, createTask, {
    method: 'POST',
    json: { title: 'Water', detail: 'the plants', due_date: '2030-02-03', priority: 'high' },
  });
  await as(user, patchTask, { id: task.id, method: 'PATCH', json: { status: 'done' } });
  await as(user, createTask, { method: 'POST', json: { title: 'Later' } });
  await container().memories.create(user.id, {
    type: 'semantic',
    content: 'The user likes owls',
    source: 'user_input',
    importance: 0.7,
    sessionId,
  });
  const { body: old } = await as(user, createMemory, { json: { type: 'episodic', content: 'A trip to Leeds' } });
  await as(user, patchMemory, { id: old.id, method: 'PATCH', json: { status: 'archived', summary: 'Leeds' } });
  const content = '---\nname: owl-facts\ndescription: About owls.\n---\nBody.\n';
  const { body: skill } = await as(user, addSkill, {
    method: 'POST',
    json: { files: [{ path: 'SKILL.md', content }] },
  });
  await as(user, patchSkill, { id: skill.id, method: 'PATCH', json: { enabled: false } });
  await as(user, putSettings, {
    method: 'PUT',
    json: { 'context.keepRecentTurns': 7, 'ui.theme': 'dark', 'permissions.policy': { write_file: 'allow' } },
  });
  return sessionId;
}

/** All that the pages of an account show, without the ids that differ from account to account. */
async function shown(user: SignedUp) {
  const items = async (handler: Parameters<typeof as>[1], path = '/api?limit=100'): Promise<Row[]> =>
    (await as(user, handler, { path })).body.items;
  const [sessions, notes] = [await items(listSessions), await items(listNotes)];
  const nameOf = (id: unknown) => sessions.find((session) => session.id === id)?.title ?? null;
  const without = (row: Row, ...names: string[]) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
  const whole = async ({ id }: Row) => {
    const { body } = await as(user, getNote, { id: String(id) });
    return { ...without(body, 'id'), blocks: body.blocks.map((block: Row) => without(block, 'id')) };
  };
  const said = async ({ id }: Row) => {
    const { body } = await as(user, getMessages, { id: String(id) });
    const ids: unknown[] = body.items.map((message: Row) => message.id);
    const place = (parent: unknown) => (parent === null ? null : ids.indexOf(parent));
    return body.items.map((message: Row) => ({
      ...without(message, 'id', 'origin', 'runId', 'sessionId'),
      parentId: place(message.parentId),
    }));
  };
  const placed = (row: Row, name: string) => ({ ...without(row, 'id', name), session: nameOf(row[name]) });
  const settings: Row = (await as(user, getSettings)).body;
  return {
    sessions: sessions.map((row) => without(row, 'id', 'head_message_id')),
    messages: await Promise.all(sessions.map(said)),
    files: await Promise.all(sessions.map(async ({ id }) => container().workspace.list(user.id, String(id)))).then(
      (lists) => lists.flat().map(({ path, size }) => [path, size]),
    ),
    notes: await Promise.all(notes.map(whole)),
    folders: await items(listFolders),
    tasks: (await items(listTasks)).map((row) => placed(row, 'session_id')),
    memories: (await items(listMemories)).map((row) => placed(row, 'sessionId')),
    skills: (await items(listSkills)).map(({ name, description, enabled, files }) => ({
      name,
      description,
      enabled,
      files,
    })),
    settings: [settings['context.keepRecentTurns'], settings['ui.theme']],
  };
}

describe('an archive of a whole account', () => {
  it('detail: export without import: what one account has taken out, another has taken in, and all of it is equal', async () => {
    await furnish(anna);
    const ben = await signUp('ben');
    const report = await takeIn(ben, await archiveOf(anna));
    expect(report.failed).toEqual([]);
    expect(report.counts).toEqual({ imported: 1, failed: 0, skipped: 0 });
    const one = (imported: number) => ({ imported, failed: 0, skipped: 0 });
    expect(report.library).toEqual({
      note: one(2),
      task: one(2),
      memory: one(2),
      skill: one(1),
      setting: one(2),
    });
    const [hers, his] = [await shown(anna), await shown(ben)];
    expect(hers.notes).toHaveLength(2);
    expect(his).toEqual(hers);
    // Nobody is asked less because of a file, and no skill of a file speaks for its user.
    expect((await as(ben, getSettings)).body['permissions.policy']).toEqual({});
    expect((await as(ben, listSkills)).body.items).toMatchObject([{ trusted: false }]);
  });

  it('brings nothing twice, and back what was deleted', async () => {
    await furnish(anna);
    const archive = await archiveOf(anna);
    const [note] = (await as(anna, listNotes)).body.items;
    await as(anna, deleteNote, { id: note.id, method: 'DELETE' });
    const before = await shown(anna);
    const back = await takeIn(anna, archive);
    expect(back.library.note).toEqual({ imported: 1, failed: 0, skipped: 1 });
    expect(back.library.memory).toEqual({ imported: 0, failed: 0, skipped: 2 });
    const after = await shown(anna);
    expect(after.notes.map(({ title }: Row) => title).sort()).toEqual(['Loose', '周报']);
    expect({ ...after, notes: [], folders: [] }).toEqual({ ...before, notes: [], folders: [] });
    expect((await takeIn(anna, archive)).library.note).toEqual({ imported: 0, failed: 0, skipped: 2 });
  });

  it('says what failed of it, by name, and takes in the rest', async () => {
    const times = { createdAt: '2024-01-01T00:00:00.000Z', updatedAt: '2999-01-01T00:00:00.000Z' };
    const note = { id: 'note_a', title: 'Good', content: 'text', folder: '', ...times };
    const bad = { ...note, id: 'note_b', title: 'Outside', folder: '../../etc' };
    const memory = { id: 'mem_a', type: 'semantic', content: 'x', ...times };
    const archive = await zipOf({
      'manifest.json': manifest,
      'settings.json': JSON.stringify([{ key: 'ui.theme', value: 'pink' }]),
      'notes.ndjson': `${JSON.stringify(note)}\n${JSON.stringify(bad)}\n`,
      'memories.ndjson': `${JSON.stringify(memory)}\n{"cut`,
    });
    const report = await takeIn(anna, archive);
    expect(report.library.note).toEqual({ imported: 1, failed: 1, skipped: 0 });
    expect(report.failed).toMatchObject([
      { kind: 'note', title: 'Outside', reason: 'not_saved' },
      { kind: 'memory', title: 'x', reason: 'wrong_shape', detail: 'summary' },
      { kind: 'memory', title: null, reason: 'broken' },
      { kind: 'setting', title: null, reason: 'wrong_shape' },
    ]);
    const [made] = (await as(anna, listNotes)).body.items;
    expect([made.title, Date.parse(made.updated_at) <= Date.now()]).toEqual(['Good', true]);
  });

  it('of another product is not taken for one of ours by its file names', async () => {
    const archive = await zipOf({ 'manifest.json': '{"format":"x"}', 'notes.ndjson': '{}' });
    const answer = await as(anna, importArchive, {
      body: new Uint8Array(archive),
      headers: { 'content-type': 'application/zip' },
    });
    expect([answer.status, answer.body.current]).toEqual([400, { reason: 'nothing_inside' }]);
  });
});
