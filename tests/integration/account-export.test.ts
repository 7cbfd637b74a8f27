import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as exportAccount } from '@/app/api/account/export/route';
import { DELETE as deleteAccount } from '@/app/api/account/route';
import { GET as runEvents } from '@/app/api/agent/runs/[run_id]/events/route';
import { POST as createRun } from '@/app/api/agent/runs/route';
import { POST as createServer } from '@/app/api/mcp-servers/route';
import { POST as createMemory } from '@/app/api/memories/route';
import { POST as createNote } from '@/app/api/notes/route';
import { PUT as putProvider } from '@/app/api/providers/[id]/route';
import { GET as exportSession } from '@/app/api/sessions/[id]/export/route';
import { GET as getMessages } from '@/app/api/sessions/[id]/messages/route';
import { POST as createShare } from '@/app/api/sessions/[id]/shares/route';
import { POST as importSession } from '@/app/api/sessions/import/route';
import { PUT as putSettings } from '@/app/api/settings/route';
import { GET as readShare } from '@/app/api/share/[token]/route';
import { POST as addSkill } from '@/app/api/skills/route';
import { POST as createTask } from '@/app/api/tasks/route';
import { container } from '@/lib/server/container';
import { sourceOfBytes } from '@/lib/server/import/byte-source';
import { listEntries, openEntry, wholeRoom } from '@/lib/server/import/zip-entries';
import { call, type SignedUp, signUp } from '../support/api-client';
import { chatGptConversation } from '../support/foreign-exports';
import { as, conversation, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ben: SignedUp;

beforeAll(async () => {
  world = await openWorld();
  await container().agent.startWorker();
  anna = await signUp('anna');
  ben = await signUp('ben');
});
afterAll(async () => {
  await container().agent.stopWorker();
  await world.database.drop();
});

const canary = 'sk-CANARY-0123456789abcdef';

/** Something of everything; gives the token of a link. */
async function furnish(user: SignedUp, tag: string): Promise<{ sessionId: string; token: string }> {
  const { id: sessionId } = await conversation(world, user, [
    { role: 'user', content: `question of ${tag}` },
    { role: 'assistant', content: `answer to ${tag}`, more: { reasoningContent: `thought of ${tag}` } },
  ]);
  const bytes = new TextEncoder().encode(`data of ${tag}`);
  await container().workspace.write(user.id, sessionId, { path: 'reports/a.txt', bytes, mode: 'create' });
  await as(user, createNote, { json: { title: `Note of ${tag}`, content: `text of ${tag}`, folder: 'Work/Ideas' } });
  await as(user, createTask, { method: 'POST', json: { title: `Task of ${tag}` } });
  await as(user, createMemory, { json: { type: 'semantic', content: `memory of ${tag}` } });
  await as(user, addSkill, {
    method: 'POST',
    json: { files: [{ path: 'SKILL.md', content: `---\nname: skill-${tag}\ndescription: Of ${tag}.\n---\nBody.\n` }] },
  });
  const server = { name: `Server of ${tag}`, url: 'https://mcp.example/x', headers: { 'x-key': canary } };
  await as(user, createServer, { method: 'POST', json: server });
  await as(user, putProvider, { id: 'openai', method: 'PUT', json: { api_key: canary } });
  await as(user, putSettings, { method: 'PUT', json: { 'context.keepRecentTurns': 7 } });
  const share = { passphrase: canary, label: `Link of ${tag}`, include: { files: true } };
  const { body } = await as(user, createShare, { id: sessionId, json: share });
  return { sessionId, token: body.url.split('/').at(-1) };
}

/** The archive as a client gets it. */
async function download(user: SignedUp): Promise<Uint8Array> {
  const request = new Request('http://localhost:3000/api/account/export', {
    headers: { host: 'localhost:3000', ...user.bearer },
  });
  const response = await exportAccount(request, { params: Promise.resolve({}) });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="metona-\d{4}-\d\d-\d\d\.zip"/);
  return new Uint8Array(await response.arrayBuffer());
}

async function unpack(archive: Uint8Array): Promise<Map<string, string>> {
  const source = sourceOfBytes(archive);
  const files = new Map<string, string>();
  for (const entry of await listEntries(source)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of openEntry(entry, wholeRoom())) pieces.push(piece);
    files.set(entry.path, Buffer.concat(pieces).toString('utf8'));
  }
  return files;
}

describe('everything of an account', () => {
  it('is in one archive: all of the owner, nothing of others, no secret', async () => {
    const mine = await furnish(anna, 'anna');
    const his = await furnish(ben, 'ben');
    const files = await unpack(await download(anna));
    const read = (path: string) => files.get(path) ?? '';
    const rows = (path: string) =>
      read(path)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    expect(JSON.parse(read('manifest.json'))).toMatchObject({ format: 'metona.account', version: 1 });
    expect(JSON.parse(read('profile.json'))).toMatchObject({ email: anna.email, role: 'admin' });
    expect(JSON.parse(read('settings.json'))).toContainEqual(
      expect.objectContaining({ key: 'context.keepRecentTurns', value: 7 }),
    );
    expect(JSON.parse(read('providers.json'))).toMatchObject([{ providerId: 'openai', enabled: true }]);
    expect(JSON.parse(read('mcp_servers.json'))).toMatchObject([{ name: 'Server of anna' }]);
    expect(rows('memories.ndjson')).toMatchObject([{ content: 'memory of anna' }]);
    expect(rows('tasks.ndjson')).toMatchObject([{ title: 'Task of anna' }]);
    expect(rows('notes.ndjson')).toMatchObject([{ title: 'Note of anna', folder: 'Work/Ideas' }]);
    expect(rows('shares.ndjson')).toMatchObject([{ label: 'Link of anna', sessionId: mine.sessionId }]);
    expect(rows('files.ndjson')).toMatchObject([{ path: 'reports/a.txt' }]);
    expect(read(`files/${mine.sessionId}/reports/a.txt`)).toBe('data of anna');
    expect(read('skills/skill-anna/SKILL.md')).toContain('Of anna.');
    const paths = [...files.keys()];
    expect(read(paths.find((path) => path.startsWith('notes/Work/Ideas/Note-of-anna')) ?? '')).toBe('text of anna');
    const session = paths.filter((path) => path.startsWith(`sessions/question-of-anna-${mine.sessionId}`));
    expect(session).toHaveLength(2);
    expect(read(session.find((path) => path.endsWith('.md')) ?? '')).toContain('answer to anna');
    const all = [...files.values(), ...paths].join('\n');
    expect(all).not.toMatch(/of ben|to ben|CANARY|argon2|mtn_/);
    for (const secret of [his.sessionId, mine.token, anna.token, anna.token.slice(-4), canary.slice(-8)])
      expect(all).not.toContain(secret);
    expect((await call(exportAccount)).status).toBe(401);
  });

  it('can be taken back: what is there stays, what was deleted or is elsewhere comes', async () => {
    const headers = { 'content-type': 'application/zip' };
    const archive = await download(anna);
    const again = (await as(anna, importSession, { body: new Uint8Array(archive), headers })).body;
    expect([again.counts, again.skipped[0]?.reason]).toEqual([{ imported: 0, failed: 0, skipped: 1 }, 'already_there']);
    const carl = await signUp('carl');
    const moved = (await as(carl, importSession, { body: new Uint8Array(archive), headers })).body;
    expect(moved.counts).toEqual({ imported: 1, failed: 0, skipped: 0 });
    const id = moved.imported[0].session_id;
    const { items } = (await as(carl, getMessages, { id })).body;
    expect(items.map((item: { content: string }) => item.content)).toEqual(['answer to anna', 'question of anna']);
    expect(await container().workspace.list(carl.id, id)).toMatchObject([{ path: 'reports/a.txt' }]);
    const twice = (await as(carl, importSession, { body: new Uint8Array(archive), headers })).body;
    expect(twice.skipped).toMatchObject([{ session_id: id, reason: 'already_there' }]);
  });
});

describe('one conversation', () => {
  it('goes out as JSON with its branches and comes back the same', async () => {
    const [made] = (await as(anna, importSession, { json: [chatGptConversation] })).body.imported;
    const file = (await as(anna, exportSession, { id: made.session_id, path: '/api?format=json' })).body;
    expect(file.messages).toHaveLength(5);
    const back = (await as(anna, importSession, { json: file })).body;
    expect(back).toMatchObject({ title: chatGptConversation.title, counts: { imported: 1 } });
    const shape = async (sessionId: string) => {
      const rows = await world.database.prisma.message.findMany({ where: { sessionId } });
      const byId = new Map(rows.map((row) => [row.id, row.content]));
      return rows.map((row) => [row.content, row.parentId && byId.get(row.parentId), row.depth]).sort();
    };
    expect(await shape(back.id)).toEqual(await shape(made.session_id));
    const branch = async (id: string) =>
      (await as(anna, getMessages, { id })).body.items.map((item: { content: string }) => item.content);
    expect(await branch(back.id)).toEqual(await branch(made.session_id));
  });

  it('goes out as Markdown: the branch in use, thinking folded or left out, tools by name', async () => {
    const [made] = (await as(ben, importSession, { json: [chatGptConversation] })).body.imported;
    const markdown = async (more: string) =>
      (await as(ben, exportSession, { id: made.session_id, path: `/api?format=md${more}` })).body;
    const whole = await markdown('');
    expect(whole).toContain(`# ${chatGptConversation.title}\n`);
    expect(whole).toContain('## Assistant (`gpt-5-thinking`)');
    expect(whole).toContain('<details><summary>Thinking</summary>');
    expect(whole).toContain('Call of `python`');
    expect(whole).not.toContain('Quite warm.');
    expect(await markdown('&thinking=false')).not.toContain('I compute it.');
  });

  it.each([
    [{ parent: 5 }, 'messages.1.parent'],
    [{ parent: 1 }, 'messages.1.parent'],
  ])('with a message that follows itself or a later one is refused: %#', async (bad, path) => {
    const message = { role: 'user', content: 'x', timestamp: 1 };
    const messages = [message, { ...message, ...bad }, message];
    const file = { format: 'metona.session', version: 1, session: { title: null }, messages };
    const refused = await as(anna, importSession, { json: file });
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, path]);
  });
});

describe('a deleted account', () => {
  it('takes its links, files, runs and streams along, and nothing is added to it afterwards', async () => {
    const dora = await signUp('dora');
    const { token } = await furnish(dora, 'dora');
    expect((await call(readShare, { params: { token } })).status).not.toBe(404);
    const order = {
      input: '/tool system.sleep {"ms":60000}',
      provider_id: 'mock',
      model: 'mock-1',
      allowed_tools: ['system.sleep'],
    };
    const run = (await as(dora, createRun, { json: order })).body;
    const { prisma } = world.database;
    await expect.poll(() => prisma.run.count({ where: { id: run.id, status: 'running' } })).toBe(1);
    const request = new Request('http://localhost:3000/api', { headers: { host: 'localhost:3000', ...dora.bearer } });
    const stream = await runEvents(request, { params: Promise.resolve({ run_id: run.id }) });
    const ended = stream.text().catch(() => 'cut');
    const remove = { method: 'DELETE', json: { password: dora.password }, headers: dora.browser };
    expect((await call(deleteAccount, remove)).status).toBe(204);
    expect(
      await Promise.race([ended.then(() => 'ended'), new Promise((resolve) => setTimeout(resolve, 16_000, 'open'))]),
    ).toBe('ended');
    expect((await call(readShare, { params: { token } })).status).toBe(404);
    expect(await prisma.workspaceChunk.count({ where: { userId: dora.id } })).toBe(0);
    expect(await prisma.runEvent.count({ where: { runId: run.id } })).toBe(0);
    const { sessionExport } = container();
    const file = { format: 'metona.session', version: 1, session: { title: null }, messages: [] } as const;
    await expect(sessionExport.import(dora.id, { ...file, messages: [] })).rejects.toThrow('nothing here');
    expect(await prisma.session.count({ where: { userId: dora.id } })).toBe(0);
  }, 20_000);
});
