import { vi } from 'vitest';
import type { ChatStore } from '@/lib/client/run-chat-store';
import type { OutgoingMessage } from '@/lib/client/run-outgoing';
import type { MetonaStoredMessage } from '@/lib/ir';

/** The server as far as a conversation needs it: messages, runs, and streams that the test feeds. */
export class FakeServer {
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

/** What a tab keeps, as far as it is used here. */
function tabStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** A server and a tab of its own for a test. */
export function openFakeServer(): FakeServer {
  const server = new FakeServer();
  vi.stubGlobal('fetch', server.answer);
  vi.stubGlobal('sessionStorage', tabStorage());
  return server;
}

let keys = 0;

export function outgoing(text: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  keys += 1;
  return { key: `k${keys}`, text, images: [], files: [], choice: null, branch: null, ...more };
}

export function outline(store: ChatStore): string[] {
  return store
    .state()
    .turns.map((turn) => (turn.kind === 'answer' ? `answer ${turn.store.view.runId}` : turn.message.content));
}
