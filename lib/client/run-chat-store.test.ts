import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MetonaStoredMessage } from '@/lib/ir';
import { type FakeServer, openFakeServer, outgoing, outline } from '@/tests/support/chat-server';
import { ChatStore } from './run-chat-store';

let server: FakeServer;

beforeEach(() => {
  server = openFakeServer();
});

describe('a conversation', () => {
  it('shows a message at once, gets an id, and streams', async () => {
    const store = new ChatStore(null);
    const ids: string[] = [];
    store.onSession = (id) => void ids.push(id);
    store.send(outgoing('hello'));
    expect(outline(store)).toEqual(['hello']);
    expect(store.isBusy).toBe(true);
    await vi.waitFor(() => expect(outline(store)).toEqual(['hello', 'answer r1']));
    expect(ids).toEqual(['s1']);
    expect(server.bodies[0]).toMatchObject({ input: 'hello', allowed_tools: ['*'] });
    expect(server.bodies[0]).not.toHaveProperty('session_id');
  });

  it('shows what steered an answer inside it', async () => {
    const stored = (id: string, role: 'user' | 'assistant') =>
      ({ id, role, content: id, timestamp: 0, parentId: null, runId: 'old' }) as MetonaStoredMessage;
    server.messages = [
      stored('question', 'user'),
      stored('a1', 'assistant'),
      stored('more', 'user'),
      stored('a2', 'assistant'),
    ];
    const store = new ChatStore('s1');
    await store.reload();
    expect(outline(store)).toEqual(['question', 'answer old']);
    const [, turn] = store.state().turns;
    const parts = turn?.kind === 'answer' ? turn.store.view.parts : [];
    expect(parts.map((part) => (part.kind === 'notice' ? part.notice.type : part.kind))).toEqual([
      'text',
      'steered',
      'text',
    ]);
  });

  it('stops a run that was asked for but has no id yet', async () => {
    const store = new ChatStore('s1');
    store.send(outgoing('one'));
    await store.stop();
    await vi.waitFor(() => expect(server.cancelled).toEqual(['r1']));
  });

  it('gives a refused message back and shows nothing of it', async () => {
    const error = { code: 'not_configured', message: '', retryable: false };
    server.refusal = Response.json({ error }, { status: 409 });
    const store = new ChatStore('s1');
    store.send(outgoing('lost?'));
    await vi.waitFor(() => expect(store.state().refused?.message.text).toBe('lost?'));
    expect(store.state().refused?.error.code).toBe('not_configured');
    expect(outline(store)).toEqual([]);
  });

  it('asks again beside the old answer, and edits beside the old question', async () => {
    const stored = (id: string, role: 'user' | 'assistant', runId: string) =>
      ({ id, role, content: id, timestamp: 0, parentId: null, runId }) as MetonaStoredMessage;
    const question = stored('u1', 'user', 'old');
    server.messages = [question, stored('a1', 'assistant', 'old')];
    const store = new ChatStore('s1');
    await store.reload();
    expect(outline(store)).toEqual(['u1', 'answer old']);
    store.send(outgoing('u1', { branch: { kind: 'again', question } }));
    expect(outline(store)).toEqual(['u1']);
    await vi.waitFor(() => expect(outline(store)).toEqual(['u1', 'answer r1']));
    expect(server.bodies[0]).toMatchObject({ replaces_message_id: 'u1' });
    server.finish('r1');
    await vi.waitFor(() => expect(store.isBusy).toBe(false));
    store.send(outgoing('better', { branch: { kind: 'edit', message: question } }));
    expect(outline(store)).toEqual(['better']);
    await vi.waitFor(() => expect(server.bodies[1]).toMatchObject({ parent_message_id: null, input: 'better' }));
  });
});

describe('what was found', () => {
  it('is shown also while another page of older messages is on its way', async () => {
    const said = (id: string): MetonaStoredMessage => {
      return { id, role: 'user', content: id, timestamp: 0, parentId: null, runId: null };
    };
    const pages = [['m4', 'm3'], ['m2'], ['m1']];
    const fallback = server.answer;
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      const url = new URL(path, 'http://metona.test');
      if (!url.pathname.endsWith('/messages')) return await fallback(path, init);
      const before = url.searchParams.get('before');
      const at = before === null ? 0 : pages.findIndex((page) => page.at(-1) === before) + 1;
      const items = pages[at]?.map(said) ?? [];
      return Response.json({ items, next_cursor: pages[at + 1] ? pages[at]?.at(-1) : null, below: null, spent: {} });
    });
    const store = new ChatStore('s1');
    await store.reload();
    expect(outline(store)).toEqual(['m3', 'm4']);
    await Promise.all([store.loadOlder(), store.reveal('m1')]);
    expect(outline(store)).toEqual(['m1', 'm2', 'm3', 'm4']);
  });
});

describe('branches', () => {
  const said = (id: string, parentId: string | null): MetonaStoredMessage => {
    return { id, role: 'user', content: id, timestamp: 0, parentId, runId: null };
  };
  const [shown, other] = [
    [said('root', null), said('one', 'root')],
    [said('root', null), said('two', 'root'), said('three', 'two')],
  ];

  async function opened(): Promise<ChatStore> {
    server.messages = shown;
    server.branches.set('two', other);
    const store = new ChatStore('s1');
    store.retain();
    await expect.poll(() => outline(store)).toEqual(['root', 'one']);
    return store;
  }

  it('are shown as they are stored, with what they share', async () => {
    const store = await opened();
    await store.switchTo({ branch_message_id: 'two' });
    expect(outline(store)).toEqual(['root', 'two', 'three']);
  });

  it('are opened for a message that is found on another one, and only then', async () => {
    const store = await opened();
    await store.reveal('root');
    expect(server.switches).toEqual([]);
    await store.reveal('two');
    expect([server.switches, outline(store)]).toEqual([[{ branch_message_id: 'two' }], ['root', 'two', 'three']]);
  });

  it('stay as they are when the server refuses, which is told', async () => {
    const store = await opened();
    server.refusal = Response.json({ error: { code: 'conflict', message: '', retryable: false } }, { status: 409 });
    await expect(store.switchTo({ branch_message_id: 'two' })).rejects.toMatchObject({ error: { code: 'conflict' } });
    expect(outline(store)).toEqual(['root', 'one']);
  });
});
