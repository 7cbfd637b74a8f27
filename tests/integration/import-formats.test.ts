import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as getMessages } from '@/app/api/sessions/[id]/messages/route';
import { PATCH as patch, DELETE as remove } from '@/app/api/sessions/[id]/route';
import { POST as importSession } from '@/app/api/sessions/import/route';
import { GET as list } from '@/app/api/sessions/route';
import { writeZip } from '@/lib/archive/write-zip';
import { type SignedUp, signUp } from '../support/api-client';
import { chatGptConversation, claudeConversation, libreChatFlat, libreChatNested } from '../support/foreign-exports';
import { as, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;

beforeAll(async () => {
  world = await openWorld();
  anna = await signUp('anna');
});
afterAll(() => world.database.drop());

interface Shown {
  id: string;
  parentId: string | null;
  role: string;
  content: string;
  reasoningContent?: string;
  answeredBy?: { provider: string; model: string };
  timestamp: number;
  origin: string;
}

/** The branch in use, oldest first. */
async function branchOf(user: SignedUp, id: string): Promise<Shown[]> {
  return (await as(user, getMessages, { id })).body.items.reverse();
}

const send = (user: SignedUp, json: unknown) => as(user, importSession, { json });
const nameOf = (title: string) => ({ imported: [{ title }] });

async function zipOf(files: Record<string, string>): Promise<Buffer> {
  async function* entries() {
    for (const [path, content] of Object.entries(files)) yield { path, content };
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip(entries(), 0)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const sendZip = (user: SignedUp, body: Buffer) =>
  as(user, importSession, { body: new Uint8Array(body), headers: { 'content-type': 'application/zip' } });

describe('an export of ChatGPT', () => {
  it('comes in with its branches, thoughts, calls, sources, models and times', async () => {
    const answer = await send(anna, [chatGptConversation]);
    expect([answer.status, answer.body.counts]).toEqual([201, { imported: 1, failed: 0, skipped: 0 }]);
    expect(answer.body).toMatchObject({ state: 'done', ...nameOf(chatGptConversation.title) });
    const { session_id: id, messages } = answer.body.imported[0];
    expect(messages).toBe(5);
    const branch = await branchOf(anna, id);
    expect(branch.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    const [asked, answered, more, last] = branch;
    expect(asked?.content).toBe('How warm is it?\n\n[File map.png]');
    expect(answered?.reasoningContent).toBe('**Looking**\n\nI compute it.');
    expect(answered?.content).toBe(
      [
        'Call of `python`:\n\n```python\nprint(21)\n```',
        'Result of `python`:\n\n```\n21\n```',
        'It is 21 degrees ([Met office](https://met.example/now)).',
      ].join('\n\n'),
    );
    expect(answered?.answeredBy).toEqual({ provider: 'openai', model: 'gpt-5-thinking' });
    expect(more?.content).toBe('[Image file-abc]\n\nAnd here?');
    expect([asked?.timestamp, last?.timestamp]).toEqual([1_700_000_001_000, 1_700_000_800_000]);
    expect(branch.every(({ origin }) => origin === 'import')).toBe(true);
    expect(JSON.stringify(branch)).not.toMatch(/house rules|Thought for|\ue200/);
    const other = await world.database.prisma.message.findFirstOrThrow({
      where: { sessionId: id, content: 'Quite warm.' },
    });
    expect(other.parentId).toBe(asked?.id);
    await as(anna, patch, { id, method: 'PATCH', json: { head_message_id: other.id } });
    expect((await branchOf(anna, id)).map(({ content }) => content)).toEqual([asked?.content, 'Quite warm.']);
    const listed = (await as(anna, list)).body.items.find((item: { id: string }) => item.id === id);
    expect([listed.created_at, listed.updated_at]).toEqual(['2023-11-14T22:13:20.500Z', '2023-11-14T22:28:20.000Z']);
  });

  it('comes in from the archive it is sent in, also when it is split, and only the conversations', async () => {
    const part = (id: string) => JSON.stringify([{ ...chatGptConversation, conversation_id: id, title: id }]);
    const archive = await zipOf({
      'user.json': '{"email":"x@example.com"}',
      'chat.html': '<script>alert(1)</script>',
      'conversations-000.json': part('split-0'),
      'conversations-001.json': part('split-1'),
    });
    const { status, body } = await sendZip(anna, archive);
    expect([status, body.imported.map(({ title }: { title: string }) => title), body.failed]).toEqual([
      201,
      ['split-0', 'split-1'],
      [],
    ]);
  });

  it('is told apart from what is there already, and comes again once that is deleted', async () => {
    const one = [{ ...chatGptConversation, conversation_id: 'again' }];
    const [made] = (await send(anna, one)).body.imported;
    const second = (await send(anna, one)).body;
    expect(second).toMatchObject({ imported: [], failed: [], counts: { imported: 0, failed: 0, skipped: 1 } });
    expect(second.skipped).toEqual([
      { title: chatGptConversation.title, session_id: made.session_id, reason: 'already_there' },
    ]);
    const ben = await signUp('ben');
    const [his] = (await send(ben, one)).body.imported;
    expect(his.session_id).not.toBe(made.session_id);
    expect((await as(ben, getMessages, { id: made.session_id })).status).toBe(404);
    expect((await as(anna, getMessages, { id: his.session_id })).status).toBe(404);
    await as(anna, remove, { id: made.session_id, method: 'DELETE' });
    expect((await send(anna, one)).body.counts.imported).toBe(1);
  });
});

describe('exports of Claude and LibreChat', () => {
  it('Claude: blocks, extracted text, sources and thinking', async () => {
    const { body } = await send(anna, [claudeConversation]);
    expect(body).toMatchObject(nameOf('季度报告'));
    const [asked, answered, ...others] = await branchOf(anna, body.imported[0].session_id);
    expect(others).toEqual([]);
    expect(asked?.content).toBe('Sum this up\n\n[File q1.txt]\n\n```\nSales: 12\n```\n\n[File chart.png]');
    expect(answered?.reasoningContent).toBe('A short table.');
    expect(answered?.content).toBe(
      [
        'Call of `web_search`:\n\n```json\n{\n  "query": "sales"\n}\n```',
        'Result of `web_search`:\n\n```\nSales page\n\nhttps://sales.example\n```',
        'Sales were 12.\n\n([Sales page](https://sales.example/))',
      ].join('\n\n'),
    );
    expect(answered?.timestamp).toBe(Date.parse('2025-03-01T08:00:09Z'));
  });

  it('Claude: messages that name their parents keep their branches', async () => {
    const [asked, answered] = claudeConversation.chat_messages;
    const retried = {
      ...answered,
      uuid: 'cm-3',
      parent_message_uuid: 'cm-1',
      content: [{ type: 'text', text: 'Twelve.' }],
    };
    const chat_messages = [asked, { ...answered, parent_message_uuid: 'cm-1' }, retried];
    const tree = { ...claudeConversation, uuid: 'cl-tree', chat_messages, current_leaf_message_uuid: 'cm-3' };
    const { body } = await send(anna, [tree]);
    expect(body.imported[0].messages).toBe(3);
    expect((await branchOf(anna, body.imported[0].session_id)).at(-1)?.content).toBe('Twelve.');
  });

  it('LibreChat: flat with branches, the newest in use', async () => {
    const { body } = await send(anna, libreChatFlat);
    expect(body.imported).toMatchObject([{ title: 'Recipes', messages: 3 }]);
    const [asked, answered] = await branchOf(anna, body.imported[0].session_id);
    expect(asked?.content).toBe('A soup?');
    expect(answered).toMatchObject({
      reasoningContent: 'Pumpkin.',
      answeredBy: { provider: 'anthropic', model: 'claude-sonnet' },
      content:
        'Call of `fridge`:\n\n```json\n{"look":true}\n```\n\nResult of `fridge`:\n\n```\none pumpkin\n```\n\nPumpkin soup.',
    });
    const where = { sessionId: body.imported[0].session_id, content: 'Leek soup.' };
    expect(await world.database.prisma.message.findFirst({ where })).toMatchObject({ reasoningContent: 'Leeks.' });
  });

  it('LibreChat: nested, several in a list, and very deep', async () => {
    type Nested = Record<string, unknown> & { children: Nested[] };
    const line = (n: number): Nested => ({
      messageId: `d${n}`,
      text: `line ${n}`,
      isCreatedByUser: n % 2 === 0,
      children: [],
    });
    const top = line(0);
    for (let n = 1, at = top; n < 300; n += 1) {
      const next = line(n);
      at.children.push(next);
      at = next;
    }
    const deep = { conversationId: 'deep', title: 'Deep', recursive: true, messagesTree: [top] };
    const { body } = await send(anna, [libreChatNested, deep]);
    expect(body.imported).toMatchObject([
      { title: 'Nested', messages: 3 },
      { title: 'Deep', messages: 300 },
    ]);
    expect((await branchOf(anna, body.imported[0].session_id)).at(-1)?.content).toBe('Hello to you.');
    const wrapped = await send(anna, { conversations: [{ ...libreChatFlat, conversationId: 'w' }] });
    expect(wrapped.body.counts.imported).toBe(1);
  });
});

describe('what is wrong with one conversation', () => {
  const one = (id: string, mapping: object) => ({ ...chatGptConversation, conversation_id: id, title: id, mapping });
  const text = (content: string) => ({ author: { role: 'user' }, content: { content_type: 'text', parts: [content] } });

  it('is said of that one, and the others come in', async () => {
    const broken = [
      null,
      7,
      'text',
      {},
      { title: 'strange', mapping: 'no' },
      one('loop', { a: { parent: 'b', message: text('a') }, b: { parent: 'a', message: text('b') } }),
      one('self', { a: { parent: 'a', message: text('a') } }),
      one('nothing', { a: null, b: { parent: null, message: null } }),
      one('types', { a: { parent: null, message: { author: { role: 'user' }, content: { content_type: 7 } } } }),
      one('paste', { a: { parent: null, message: text('x'.repeat(4_100_000)) } }),
      { ...claudeConversation, uuid: 'bad', name: 'sender', chat_messages: [{ sender: 'robot', text: 'x' }] },
      { ...libreChatFlat, conversationId: 'bad', messages: ['x'] },
      { format: 'metona.session', version: 9, session: { title: 'newer' }, messages: [] },
    ];
    const { status, body } = await send(anna, [...broken, { ...claudeConversation, uuid: 'good' }]);
    expect(status).toBe(201);
    expect(body.imported).toMatchObject([{ title: '季度报告' }]);
    expect(body.failed.map(({ index, reason }: { index: number; reason: string }) => [index, reason])).toEqual([
      [0, 'not_a_conversation'],
      [1, 'not_a_conversation'],
      [2, 'not_a_conversation'],
      [3, 'not_a_conversation'],
      [4, 'wrong_shape'],
      [5, 'loop'],
      [6, 'loop'],
      [7, 'empty'],
      [8, 'wrong_shape'],
      [9, 'message_too_long'],
      [10, 'wrong_shape'],
      [11, 'wrong_shape'],
      [12, 'wrong_shape'],
    ]);
    expect(body.failed[8]).toMatchObject({ title: 'types', detail: 'mapping.a.message.content.content_type' });
  });

  it('changes nothing outside it: reserved names, unknown parents, impossible times, text no database holds', async () => {
    const odd = `[{"conversation_id":"odd\\u0000\\ud800","title":"odd \\u0000 \\ud800","create_time":1e300,"update_time":-5,
      "current_node":"nowhere","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},
      "mapping":{"__proto__":{"parent":null,"message":null},"constructor":{"parent":"toString","message":
        {"author":{"role":"user"},"create_time":9e15,"content":{"content_type":"text","parts":["a\\u0000b\\udfff"]}}}}}]`;
    const answer = await as(anna, importSession, { body: odd, headers: { 'content-type': 'application/json' } });
    expect(answer.body).toMatchObject({
      counts: { imported: 1 },
      imported: [{ title: 'odd \ufffd \ufffd', messages: 1 }],
    });
    const [only] = await branchOf(anna, answer.body.imported[0].session_id);
    expect(only?.content).toBe('a\ufffdb\ufffd');
    expect(only?.timestamp).toBeLessThanOrEqual(Date.now());
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('a file that is no export', () => {
  it.each([
    ['neither JSON nor an archive', 'hello'],
    ['an empty list', '[]'],
    ['a list of nothing', '[null]'],
    ['JSON of something else', '{"a":1}'],
    ['cut off before its first conversation ends', '[{"mapping":{'],
  ])('is refused: %s', async (_what, body) => {
    const answer = await as(anna, importSession, { body, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(body.startsWith('[{') ? 201 : 400);
    if (answer.status === 201) expect(answer.body.failed).toMatchObject([{ reason: 'broken' }]);
  });

  it('gives what came before it broke off', async () => {
    const body = `${JSON.stringify([{ ...claudeConversation, uuid: 'cut' }]).slice(0, -1)},{"chat_mess`;
    const answer = await as(anna, importSession, { body, headers: { 'content-type': 'application/json' } });
    expect(answer.body).toMatchObject({ counts: { imported: 1, failed: 1 }, failed: [{ index: 1, reason: 'broken' }] });
  });

  it('is refused as an archive: broken, empty, or a bomb', async () => {
    const good = await zipOf({ 'conversations.json': JSON.stringify([claudeConversation]) });
    expect((await sendZip(anna, good.subarray(0, good.length - 30))).status).toBe(400);
    expect((await sendZip(anna, await zipOf({ 'photo.jpg': 'x' }))).status).toBe(400);
    async function* zeros() {
      yield { path: 'conversations.json', content: grow() };
    }
    async function* grow() {
      yield '["';
      const piece = Buffer.alloc(4 * 1024 * 1024, 0x61);
      for (let n = 0; n < 20; n += 1) yield piece;
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of writeZip(zeros(), 0)) pieces.push(piece);
    const bomb = Buffer.concat(pieces);
    expect(bomb.length).toBeLessThan(200_000);
    const refused = await sendZip(anna, bomb);
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('unpacks to more')]);
  });

  it('is refused with another type, without a sign-in, and when it is larger than allowed', async () => {
    const plain = { body: '[]', headers: { 'content-type': 'text/plain' } };
    expect((await as(anna, importSession, plain)).status).toBe(415);
    expect((await as({ ...anna, bearer: {} }, importSession, { json: [] })).status).toBe(401);
    const headers = { 'content-type': 'application/json', 'content-length': String(600 * 1024 * 1024) };
    expect((await as(anna, importSession, { body: '[]', headers })).status).toBe(413);
  });
});
