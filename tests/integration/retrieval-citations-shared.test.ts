import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as getExport } from '@/app/api/sessions/[id]/export/route';
import { POST as createShare } from '@/app/api/sessions/[id]/shares/route';
import { GET as readShare } from '@/app/api/share/[token]/route';
import { call, type SignedUp, signUp } from '../support/api-client';
import { as, conversation, openWorld, type World } from './resource-world';

const note = 'note_3kTMd9yWpQ0aXr5LfVb2Ze';
const file = 'file_7kTMd9yWpQ0aXr5LfVb2Ze';
const chat = 's_9kTMd9yWpQ0aXr5LfVb2Ze';
const places = [`/notes/${note}#block-b1`, `/files/${file}#L12`, `/chat/${chat}?message=msg_2kTMd9yWpQ0a`];
const [first, second, third] = places;
const said = `Owls hunt at night [1](${first}), see [the list](${second}) and [3](${third}).`;

let world: World;
let anna: SignedUp;
let sessionId: string;

beforeAll(async () => {
  world = await openWorld();
  anna = await signUp('anna');
  const toolCall = { id: 'tc_1', name: 'rag.search', args: { query: `owls ${first}` }, iteration: 1, timestamp: 1 };
  const hits = places.map((href, at) => ({ href, title: `Source ${at}` }));
  const made = await conversation(world, anna, [
    { role: 'user', content: `What do owls do? ${first}` },
    { role: 'assistant', content: '', more: { reasoningContent: `I look at ${first}`, toolCalls: [toolCall] } },
    {
      role: 'tool',
      content: 'hits',
      more: {
        toolResult: {
          toolCallId: 'tc_1',
          toolName: 'rag.search',
          result: { hits },
          success: true,
          durationMs: 1,
          timestamp: 2,
        },
      },
    },
    { role: 'assistant', content: said },
  ]);
  sessionId = made.id;
});
afterAll(() => world.database.drop());

const nowhere = 'Owls hunt at night [1], see [the list] and [3].';
const traces = [note, file, chat, 'msg_2k', '#block-', '?message='];

describe('citations outside their account', () => {
  it('are numbers without ids on a shared page, with everything the sharer can switch on', async () => {
    const include = { thinking: true, tools: true, files: true };
    const made = await as(anna, createShare, { id: sessionId, json: { include } });
    expect(made.status).toBe(201);
    const token = String(made.body.url).split('/').at(-1) ?? '';
    const read = await call(readShare, { params: { token } });
    expect(read.body.messages.at(-1).content).toBe(nowhere);
    const whole = JSON.stringify(read.body);
    expect(whole).toContain('Source 2');
    for (const trace of traces) expect(whole).not.toContain(trace);
  });

  it('are numbers without ids in an export', async () => {
    const text = (await as(anna, getExport, { id: sessionId, path: '/x?format=md' })).body;
    expect(text).toContain(nowhere);
    const { messages } = (await as(anna, getExport, { id: sessionId, path: '/x?format=json' })).body;
    expect(messages.at(-1).content).toBe(nowhere);
  });
});
