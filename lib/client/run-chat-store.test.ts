import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MetonaStoredMessage } from '@/lib/ir';
import { ChatStore } from './run-chat-store';
import type { OutgoingMessage } from './run-outgoing';

/** The server as far as a conversation needs it: messages, runs, and streams that the test feeds. */
class FakeServer {
  readonly bodies: Record<string, unknown>[] = [];
  readonly cancelled: string[] = [];
  readonly steered: unknown[] = [];
  readonly switches: unknown[] = [];
  /** By a message of each: the whole branch. */
  readonly branches = new Map<string, MetonaStoredMessage[]>();
  messages: MetonaStoredMessage[] = [];
  #runs = 0;
  #streams = new Map<string, ReadableStreamDefaultController<Uint8Array>>();
  #seq = new Map<string, number>();
  refusal: Response | null = null;

  answer = async (path: string, init?: RequestInit): Promise<Response> => {
    const url = new URL(path, 'http://metona.test');
    if (url.pathname === '/api/agent/runs' && init?.method === 'POST') return this.#start(String(init.body));
    const [, runId = '', action] = /^\/api\/agent\/runs\/([^/]+)\/?(\w*)$/.exec(url.pathname) ?? [];
    if (action === 'cancel') {
      this.cancelled.push(runId);
      return Response.json({}, { status: 202 });
    }
    if (action === 'steer') {
      if (this.refusal !== null) return this.refusal;
      this.steered.push([runId, JSON.parse(String(init?.body)).input]);
      return Response.json({}, { status: 202 });
    }
    if (action === 'events') return this.#open(runId);
    if (runId !== '') return Response.json({ id: runId, status: 'completed', error: null, limits: {}, usage: null });
    if (init?.method === 'PATCH') {
      const wanted = JSON.parse(String(init.body));
      this.switches.push(wanted);
      if (this.refusal !== null) return this.refusal;
      this.messages = this.branches.get(wanted.branch_message_id) ?? this.messages;
      return Response.json({ id: 's1', title: 'Chat', active_run: null, head_message_id: this.messages.at(-1)?.id });
    }
    if (url.pathname.endsWith('/messages'))
      return Response.json({ items: [...this.messages].reverse(), next_cursor: null, below: null, spent: {} });
    if (url.pathname === '/api/agent/runs') return Response.json({ items: [] });
    return Response.json({ id: 's1', title: 'Chat', active_run: null });
  };

  #start(body: string): Response {
    if (this.refusal !== null) return this.refusal;
    this.bodies.push(JSON.parse(body));
    this.#runs += 1;
    return this.#open(`r${this.#runs}`);
  }

  #open(runId: string): Response {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void this.#streams.set(runId, controller) });
    return new Response(body, { headers: { 'x-run-id': runId, 'x-session-id': 's1' } });
  }

  emit(runId: string, event: object): void {
    const seq = this.#seq.get(runId) ?? 0;
    this.#seq.set(runId, seq + 1);
    const whole = { seq, requestId: 'a', sessionId: 's1', iteration: 1, timestamp: 0, ...event };
    this.#streams.get(runId)?.enqueue(new TextEncoder().encode(`id: ${seq}\ndata: ${JSON.stringify(whole)}\n\n`));
  }

  finish(runId: string): void {
    const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
    this.emit(runId, { type: 'run_completed', output: '', usage });
  }
}

let server: FakeServer;
let keys = 0;

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.answer);
});

function outgoing(text: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  keys += 1;
  return { key: `k${keys}`, text, images: [], files: [], choice: null, branch: null, ...more };
}

function outline(store: ChatStore): string[] {
  return store
    .state()
    .turns.map((turn) => (turn.kind === 'answer' ? `answer ${turn.store.view.runId}` : turn.message.content));
}

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

  it('sends what was queued as soon as it may, in order', async () => {
    const store = new ChatStore('s1');
    store.send(outgoing('one'));
    store.send(outgoing('two'));
    store.send(outgoing('three'));
    store.unqueue(store.state().queue[1]?.key ?? '');
    await vi.waitFor(() => expect(store.state().active).not.toBeNull());
    expect(server.bodies).toHaveLength(1);
    server.finish('r1');
    await vi.waitFor(() => expect(server.bodies.map((body) => body.input)).toEqual(['one', 'two']));
    expect(store.state().queue).toEqual([]);
  });

  it('tells a run that is going on what waits in the queue', async () => {
    const store = new ChatStore('s1');
    store.send(outgoing('one'));
    store.send(outgoing('shorter, please'));
    store.send(outgoing('with a picture', { images: ['data:image/png;base64,AA=='] }));
    await vi.waitFor(() => expect(store.state().active).not.toBeNull());
    for (const { key } of store.state().queue) await store.steer(key);
    expect(server.steered).toEqual([['r1', 'shorter, please']]);
    expect(store.state().queue.map((message) => message.text)).toEqual(['with a picture']);
    const message = { id: 'm2', role: 'user', content: 'shorter, please', timestamp: 0, parentId: 'm1', runId: 'r1' };
    server.emit('r1', { type: 'message_committed', message });
    await vi.waitFor(() => expect(store.state().active?.view.parts).toHaveLength(1));
    expect(store.state().active?.view.parts[0]).toMatchObject({ notice: { type: 'steered', text: 'shorter, please' } });
  });

  it('sends as a message what comes too late to steer', async () => {
    const store = new ChatStore('s1');
    store.send(outgoing('one'));
    store.send(outgoing('late'));
    await vi.waitFor(() => expect(store.state().active).not.toBeNull());
    const error = { code: 'conflict', message: '', retryable: false };
    server.refusal = Response.json({ error, current: { id: 'r1', status: 'completed' } }, { status: 409 });
    await store.steer(store.state().queue[0]?.key ?? '');
    expect(store.state().queue.map((message) => message.text)).toEqual(['late']);
    server.refusal = null;
    server.finish('r1');
    await vi.waitFor(() => expect(server.bodies.map((body) => body.input)).toEqual(['one', 'late']));
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

  it('follows the run of another tab and sends afterwards', async () => {
    const error = { code: 'conflict', message: '', retryable: false };
    server.refusal = Response.json({ error, current: { id: 'r9' } }, { status: 409 });
    const store = new ChatStore('s1');
    store.send(outgoing('me too'));
    await vi.waitFor(() => expect(store.state().active?.view.runId).toBe('r9'));
    expect(store.state().queue.map((message) => message.text)).toEqual(['me too']);
    server.refusal = null;
    server.finish('r9');
    await vi.waitFor(() => expect(server.bodies.map((body) => body.input)).toEqual(['me too']));
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
