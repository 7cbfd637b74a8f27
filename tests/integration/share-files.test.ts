import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as getFile } from '@/app/api/files/[id]/route';
import { GET as listFiles } from '@/app/api/files/route';
import { POST as forkSession } from '@/app/api/sessions/[id]/fork/route';
import { DELETE as removeSession } from '@/app/api/sessions/[id]/route';
import { POST as preview } from '@/app/api/sessions/[id]/shares/preview/route';
import { POST as create } from '@/app/api/sessions/[id]/shares/route';
import { GET as readShared } from '@/app/api/share/[token]/files/[file_id]/route';
import { POST as forkShare } from '@/app/api/share/[token]/fork/route';
import { GET as read } from '@/app/api/share/[token]/route';
import { PATCH as patch, DELETE as revoke } from '@/app/api/shares/[id]/route';
import { container } from '@/lib/server/container';
import { isOver, startRun, waitFor } from '../support/agent';
import { type Answer, call, type SignedUp, signUp } from '../support/api-client';
import { as, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ben: SignedUp;

beforeAll(async () => {
  world = await openWorld({ METONA_MAX_FILES_MB: '1' });
  anna = await signUp('anna');
  ben = await signUp('ben');
  await container().agent.startWorker();
});
afterAll(async () => {
  await container().agent.stopWorker();
  await world.database.drop();
});

const encode = (text: string) => new TextEncoder().encode(text);
const upload = (name: string, content: string, sessionId: string | null = null) =>
  container().workspace.upload(anna.id, sessionId, { name, bytes: encode(content) });
const write = (sessionId: string, path: string, content: string) =>
  container().workspace.write(anna.id, sessionId, { path, bytes: encode(content), mode: 'overwrite' });

/** One turn, with files taken along and every question allowed. */
async function turn(input: string, more: Record<string, unknown> = {}): Promise<string> {
  const body = { input, provider_id: 'mock', model: 'mock-1', allowed_tools: ['*'], ...more };
  const run = await startRun(container().agent, anna.id, body);
  const of = { userId: anna.id, runId: run.id };
  const found = await waitFor(container().agent, of, (now) => isOver(now) || now.status === 'waiting_permission');
  for (const { id: requestId } of found.pending_permissions) {
    await container().agent.runs.decide(anna.id, { runId: run.id, requestId, answer: { decision: 'allow_once' } });
  }
  await waitFor(container().agent, of, isOver);
  return run.session_id;
}

/** A conversation with a file that came along, one that a tool wrote and one that nobody sent. */
async function withFiles(): Promise<string> {
  const file = await upload('data.csv', 'name,age\nAda,36\n');
  const session = await turn('look at this', { files: [file.id] });
  const report = JSON.stringify({ file_path: 'reports/june.md', content: '# June\n' });
  await turn(`/tool write_file ${report}`, { session_id: session });
  await upload('CANARY-unsent.txt', 'CANARY', session);
  return session;
}

const share = (id: string, include: Record<string, boolean>) => as(anna, create, { id, json: { include } });
const tokenOf = (answer: Answer): string => answer.body.url.split('/share/')[1];
const open = async (token: string) => (await call(read, { params: { token } })).body;
const download = (token: string, file_id: string) => call(readShared, { params: { token, file_id } });
const filesIn = (shown: { messages: { files?: { kind: string; id: string; name: string }[] }[] }) =>
  shown.messages.flatMap((message) => message.files ?? []);
const kept = async () => ({
  chunks: await world.database.prisma.workspaceChunk.count(),
  files: await world.database.prisma.shareFile.count(),
});

describe('the files of a share', () => {
  it('are listed with their messages and served as they were, and only those that were published', async () => {
    const session = await withFiles();
    const made = await share(session, { files: true });
    const token = tokenOf(made);
    const files = filesIn(await open(token));
    expect(files.map((file) => file.name)).toEqual(['data.csv', 'reports/june.md']);
    expect(JSON.stringify(await open(token))).not.toMatch(/CANARY|file_(?!path)|content_/);
    const [table, report] = files;
    const got = await download(token, table?.id ?? '');
    expect([got.status, got.body]).toEqual([200, 'name,age\nAda,36\n']);
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; filename="data.csv"/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'x-robots-tag': expect.stringContaining('noindex'),
      'cache-control': 'no-store',
    });
    await write(session, 'data.csv', 'CANARY-LATER');
    await write(session, 'later.md', 'CANARY-LATER');
    expect((await download(token, table?.id ?? '')).body).toBe('name,age\nAda,36\n');
    await as(anna, patch, { id: made.body.id, method: 'PATCH', json: { publish: true } });
    const now = filesIn(await open(token));
    expect(now.map((file) => file.name)).toEqual(['reports/june.md']);
    expect((await download(token, report?.id ?? '')).status).toBe(404);
    expect((await download(token, now[0]?.id ?? '')).body).toBe('# June\n');
  });

  it('are nowhere while the switch is off, and gone when it is turned off', async () => {
    const before = await kept();
    const session = await withFiles();
    const without = await open(tokenOf(await share(session, { tools: false })));
    expect(JSON.stringify(without)).not.toContain('data.csv');
    expect(filesIn(without)).toEqual([]);
    expect((await kept()).files).toBe(before.files);
    const made = await share(session, { files: true });
    const [file] = filesIn(await open(tokenOf(made)));
    await as(anna, patch, { id: made.body.id, method: 'PATCH', json: { include: { files: false } } });
    expect(filesIn(await open(tokenOf(made)))).toEqual([]);
    expect((await download(tokenOf(made), file?.id ?? '')).status).toBe(404);
    expect((await kept()).files).toBe(before.files);
  });

  it('are never those of another link or place, and gone with it', async () => {
    const before = await kept();
    const [first, second] = [await withFiles(), await withFiles()];
    const [one, other] = [await share(first, { files: true }), await share(second, { files: true })];
    const [file] = filesIn(await open(tokenOf(one)));
    const own = (await container().workspace.list(anna.id, first))[0];
    const unknown = await download(tokenOf(one), 'sf_unknown');
    for (const id of [file?.id ?? '', own?.id ?? '', '../data.csv']) {
      const foreign = await download(tokenOf(other), id);
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    }
    await as(anna, revoke, { id: one.body.id, method: 'DELETE' });
    expect((await download(tokenOf(one), file?.id ?? '')).status).toBe(404);
    for (const id of [first, second]) await as(anna, removeSession, { id, method: 'DELETE' });
    expect(await kept()).toEqual(before);
  });

  it('ask for the passphrase like the page', async () => {
    const session = await withFiles();
    const made = await as(anna, create, { id: session, json: { include: { files: true }, passphrase: 'open sesame' } });
    const stored = await world.database.prisma.shareFile.findFirstOrThrow({ where: { shareId: made.body.id } });
    expect((await download(tokenOf(made), stored.id)).status).toBe(403);
  });

  it('are named before anything is published, with what in them may be private', async () => {
    const file = await upload('keys.txt', 'token = sk-live-0123456789abcdef0123\n');
    const session = await turn('look', { files: [file.id] });
    const ask = async (include: object) => (await as(anna, preview, { id: session, json: { include } })).body;
    expect(await ask({})).toMatchObject({ files: [], findings: [] });
    expect(await ask({ files: true })).toMatchObject({
      files: [{ name: 'keys.txt', size: 37 }],
      findings: [{ kind: 'api_key' }],
    });
  });

  it('count as space of their owner', async () => {
    const used = async () => (await as(anna, listFiles)).body.usage.bytes as number;
    const file = await upload('large.txt', 'x'.repeat(400 * 1024));
    const session = await turn('look', { files: [file.id] });
    const before = await used();
    expect((await share(session, { files: true })).status).toBe(201);
    expect(await used()).toBe(before + 400 * 1024);
    const refused = await share(session, { files: true });
    expect([refused.status, refused.body.error.code]).toEqual([413, 'payload_too_large']);
    expect(await world.database.prisma.share.count({ where: { sessionId: session } })).toBe(1);
    await as(anna, removeSession, { id: session, method: 'DELETE' });
  });
});

const bare = (files: readonly { path: string; size: number; sha256: string }[]) =>
  files.map(({ path, size, sha256 }) => ({ path, size, sha256 }));

describe('the copy of a conversation', () => {
  it('has its files, each with its message, and changes none of the others', async () => {
    const session = await withFiles();
    const late = await upload('late.txt', 'later');
    const { inputMessageId: at } = await world.database.prisma.run.findFirstOrThrow({
      where: { sessionId: session },
      orderBy: { createdAt: 'desc' },
    });
    await turn('one more', { session_id: session, files: [late.id] });
    const fork = (await as(anna, forkSession, { id: session, json: { message_id: at } })).body;
    const [before, after] = await Promise.all(
      [session, fork.id].map((of) => container().workspace.list(anna.id, of as string)),
    );
    expect(bare(after ?? [])).toEqual(bare((before ?? []).filter(({ path }) => path !== 'late.txt')));
    const table = (await as(anna, getFile, { id: after?.find(({ path }) => path === 'data.csv')?.id ?? '' })).body;
    const message = await world.database.prisma.message.findUniqueOrThrow({ where: { id: table.message_id } });
    expect([message.sessionId, message.content]).toEqual([fork.id, 'look at this']);
    await write(fork.id, 'data.csv', 'changed in the copy');
    const original = await container().workspace.read(anna.id, session, 'data.csv');
    expect(new TextDecoder().decode(original?.bytes)).toBe('name,age\nAda,36\n');
    expect((await open(tokenOf(await share(fork.id, { files: true })))).messages).toHaveLength(3);
  });

  it('of a link has what the link shows, and is the reader’s', async () => {
    const session = await withFiles();
    const token = tokenOf(await share(session, { files: true }));
    const fork = (await as(ben, forkShare, { method: 'POST', params: { token } } as object)).body;
    const files = await container().workspace.list(ben.id, fork.id);
    expect(files.map(({ path }) => path)).toEqual(['data.csv', 'reports/june.md']);
    expect(files.find(({ path }) => path === 'data.csv')?.messageId).toMatch(/^msg_/);
    expect(await container().workspace.list(anna.id, fork.id)).toEqual([]);
  });

  it('is not made when there is no room for its files', async () => {
    const session = await withFiles();
    await upload('fill.txt', 'x'.repeat(1024 * 1024 - (await as(anna, listFiles)).body.usage.bytes));
    const { inputMessageId: at } = await world.database.prisma.run.findFirstOrThrow({ where: { sessionId: session } });
    const count = () => world.database.prisma.session.count({ where: { userId: anna.id } });
    const before = await count();
    const refused = await as(anna, forkSession, { id: session, json: { message_id: at } });
    expect([refused.status, await count()]).toEqual([413, before]);
  });
});
