import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeServer, openFakeServer, outgoing } from '@/tests/support/chat-server';
import { ChatStore } from './run-chat-store';

let server: FakeServer;

beforeEach(() => {
  server = openFakeServer();
});

describe('what waits in line', () => {
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

  it('sends what waits although nobody looks at it any more', async () => {
    const store = new ChatStore('s1');
    const leave = store.retain();
    await vi.waitFor(() => expect(store.state().loading).toBe('idle'));
    store.send(outgoing('one'));
    store.send(outgoing('two'));
    await vi.waitFor(() => expect(store.state().active).not.toBeNull());
    vi.useFakeTimers();
    leave();
    vi.runAllTimers();
    vi.useRealTimers();
    server.finish('r1');
    await vi.waitFor(() => expect(server.bodies.map((body) => body.input)).toEqual(['one', 'two']));
  });

  it('sends after a reload what waited, and nothing of it twice', async () => {
    const before = new ChatStore('s1');
    before.send(outgoing('one'));
    before.send(outgoing('two'));
    const kept = before.state().queue[0]?.key;
    const store = new ChatStore('s1');
    await store.reload();
    await vi.waitFor(() => expect(server.bodies.map((body) => body.input)).toEqual(['one', 'two']));
    expect(server.bodies[1]).toMatchObject({ idempotency_key: kept });
    expect(store.state().queue).toEqual([]);
    const last = new ChatStore('s1');
    await last.reload();
    expect(last.state().queue).toEqual([]);
  });

  it('tries a refused message again under its key, and other words under their own', async () => {
    const error = { code: 'network_error', message: '', retryable: true };
    server.refusal = Response.json({ error }, { status: 503 });
    const store = new ChatStore('s1');
    const first = outgoing('once');
    store.send(first);
    await vi.waitFor(() => expect(store.state().refused).not.toBeNull());
    server.refusal = null;
    store.send(outgoing('once'));
    await vi.waitFor(() => expect(server.bodies).toHaveLength(1));
    expect(server.bodies[0]).toMatchObject({ idempotency_key: first.key });

    server.finish('r1');
    await vi.waitFor(() => expect(store.isBusy).toBe(false));
    server.refusal = Response.json({ error }, { status: 503 });
    store.send(outgoing('once more'));
    await vi.waitFor(() => expect(store.state().refused).not.toBeNull());
    server.refusal = null;
    const other = outgoing('something else');
    store.send(other);
    await vi.waitFor(() => expect(server.bodies[1]).toMatchObject({ idempotency_key: other.key }));
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
});
