import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '@/lib/ir';
import { openStreams } from '@/lib/server/http/stream-slots';
import { createHeartbeat } from '@/lib/sse/heartbeat';
import { readEvents } from '../support/agent';
import { createWorld, ofType, USER, type World } from '../support/agent-world';

const chatty = [
  { thinking: 'hm', text: 'one ', calls: [{ name: 'test.echo', args: { text: 'x' } }] },
  { text: 'two three four five six', pieces: 6 },
];

describe('the event stream of a run', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ heartbeat: createHeartbeat(200), maxStreams: 40 });
  });
  afterAll(() => world.close());

  const open = async (runId: string, of: { query?: string; header?: string } = {}) => {
    const leave = new AbortController();
    const headers = of.header === undefined ? {} : { 'last-event-id': of.header };
    const url = `http://localhost/events${of.query === undefined ? '' : `?after=${of.query}`}`;
    const request = new Request(url, { headers, signal: leave.signal });
    return { response: await world.agent.runEvents.resume(USER, runId, request), leave };
  };
  const textOf = async (response: Response): Promise<string> => {
    let text = '';
    try {
      for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk);
    } catch {
      // A connection that was cut has said what it had said.
    }
    return text;
  };
  const eventsIn = (text: string): RunEvent[] =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '') as RunEvent);

  it('situation 46: goes on after every event, by header and by query, live or replayed', async () => {
    const { run, events } = await world.runToEnd(chatty);
    expect(events.length).toBeGreaterThan(15);
    for (const { seq } of events.slice(0, -1)) {
      for (const place of [
        { header: String(seq) },
        { query: String(seq) },
        { header: String(seq), query: 'nonsense' },
      ]) {
        const { response } = await open(run.id, place);
        expect(eventsIn(await textOf(response))).toEqual(events.slice(seq + 1));
      }
    }
  });

  it('is unnamed frames of id and one line of data, after a retry line', async () => {
    const { run, events } = await world.runToEnd(chatty);
    const { response } = await open(run.id);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    const frames = (await textOf(response)).split('\n\n').slice(0, -1);
    expect(frames.shift()).toBe('retry: 2000');
    for (const [index, frame] of frames.entries()) {
      expect(frame).toMatch(new RegExp(`^id: ${index}\ndata: \\{"seq":${index},"type":"[a-z_]+",[^\n]*\\}$`));
    }
    expect(frames.length).toBe(events.length);
  });

  it('is the same text from memory and from rows', async () => {
    const run = await world.start(chatty);
    const live = await textOf((await open(run.id)).response);
    await world.finish(run.id);
    const reader = await world.again();
    const request = new Request('http://localhost/events');
    const replayed = await textOf(await reader.runEvents.resume(USER, run.id, request));
    await reader.stopWorker();
    const data = (text: string) => text.split('\n').filter((line) => line.startsWith('data: '));
    expect(data(live).length).toBeGreaterThan(10);
    expect(data(replayed)).toEqual(data(live));
  });

  it('has nothing to say after the end: 204, every time', async () => {
    const { run } = await world.runToEnd(chatty);
    for (const place of [{ header: `${run.last_seq}` }, { query: `${run.last_seq}` }, { header: `${run.last_seq}` }]) {
      expect((await open(run.id, place)).response.status).toBe(204);
    }
  });

  it.each(['abc', '1.5', '-5', '-1', '1e1', '0x1', '999999', 'null', '1,2', '', ' ', '9'.repeat(30)])(
    'refuses the cursor %j',
    async (cursor) => {
      const { run } = await world.runToEnd([{ text: 'x' }]);
      const places = [{ query: encodeURIComponent(cursor) }, ...(cursor.trim() === '' ? [] : [{ header: cursor }])];
      for (const place of places) {
        await expect(open(run.id, place)).rejects.toMatchObject({ error: { code: 'invalid_request' } });
      }
    },
  );

  it('gives a stranger the 404 of an unknown run', async () => {
    const { run } = await world.runToEnd([{ text: 'x' }]);
    for (const id of [run.id, 'run_nope']) {
      const request = new Request('http://localhost/events');
      await expect(world.agent.runEvents.resume('user_other', id, request)).rejects.toMatchObject({
        error: { code: 'not_found' },
      });
    }
  });

  it('stays open at the head of a waiting run and brings only what comes next', async () => {
    const { id } = await world.start([{ calls: [{ name: 'test.note', args: { title: 'head' } }] }, { text: 'ok' }]);
    const waiting = await world.until(id, (run) => run.status === 'waiting_permission');
    const { response } = await open(id, { header: String(waiting.last_seq) });
    const text = textOf(response);
    await delay(300);
    const [request] = waiting.pending_permissions;
    if (!request) throw new Error('nothing is asked');
    await world.decide(request, { decision: 'deny' });
    const { events } = await world.finish(id);
    expect(eventsIn(await text)).toEqual(events.slice(waiting.last_seq + 1));
  });

  it('brings text while the model still speaks', async () => {
    const run = await world.start([{ text: 'first words', hangs: true }]);
    const events = await readEvents(world.agent, { userId: USER, runId: run.id, take: 4 });
    expect(ofType(events, 'text_delta').map((event) => event.delta)).toEqual(['first words']);
    await world.agent.runs.cancel(USER, run.id);
    await world.finish(run.id);
  });

  it('beats in silence, without an id and without moving a cursor', async () => {
    const run = await world.start([{ hangs: true }]);
    const { response } = await open(run.id);
    const text = textOf(response);
    await delay(900);
    await world.agent.runs.cancel(USER, run.id);
    const { events } = await world.finish(run.id);
    const comments = (await text).split('\n\n').filter((frame) => frame.startsWith(':'));
    expect(comments.length).toBeGreaterThanOrEqual(2);
    expect(comments.join('')).not.toContain('id:');
    expect(eventsIn(await text)).toEqual(events);
  });

  it('drops a reader that does not read, gives its place back, and the run goes on', async () => {
    const before = openStreams(USER);
    const run = await world.start([{ text: 'many words '.repeat(100), pieces: 100, pauseMs: 10 }]);
    const { response } = await open(run.id);
    await expect.poll(() => openStreams(USER), { timeout: 5_000 }).toBe(before + 1);
    await expect.poll(() => openStreams(USER), { timeout: 5_000 }).toBe(before);
    await expect(response.text()).rejects.toThrow();
    expect((await world.finish(run.id)).run.status).toBe('completed');
  });

  it('situation 53: does not end the run with the connection that started it', async () => {
    const run = await world.start([{ text: 'one two three four', pieces: 18, pauseMs: 20 }]);
    const leave = new AbortController();
    const request = new Request('http://localhost/runs', { method: 'POST', signal: leave.signal });
    const response = await world.agent.runEvents.follow(USER, run, request);
    expect([response.headers.get('x-run-id'), response.headers.get('x-session-id')]).toEqual([run.id, run.session_id]);
    const reader = response.body?.getReader();
    await reader?.read();
    leave.abort();
    const { run: ended } = await world.finish(run.id);
    expect([ended.status, ended.output]).toEqual(['completed', 'one two three four']);
    expect(world.model.aborted).not.toContain(world.requestsOf(run.id)[0]?.meta.requestId);
  });

  it('counts: one stream too many is refused and a closed one makes room', async () => {
    const run = await world.start([{ hangs: true }]);
    const streams = await Promise.all(Array.from({ length: 40 - openStreams(USER) }, () => open(run.id)));
    await expect(open(run.id)).rejects.toMatchObject({ error: { code: 'rate_limited' } });
    streams[0]?.leave.abort();
    const again = await open(run.id);
    expect(again.response.status).toBe(200);
    for (const { leave } of [...streams, again]) leave.abort();
    await world.agent.runs.cancel(USER, run.id);
    await world.finish(run.id);
  });

  it('ends with a run that is deleted', async () => {
    const run = await world.start([{ text: 'gone soon', hangs: true }]);
    await readEvents(world.agent, { userId: USER, runId: run.id, take: 4 });
    const { response } = await open(run.id);
    const { pool } = world.database;
    await pool.query('WITH gone AS (DELETE FROM run_events WHERE run_id = $1) DELETE FROM runs WHERE id = $1', [
      run.id,
    ]);
    expect(eventsIn(await textOf(response)).map((event) => event.seq)).toEqual([0, 1, 2, 3]);
    // The owner notices with its next renewal and stops spending.
    const [request] = world.requestsOf(run.id);
    await expect.poll(() => world.model.aborted, { timeout: 15_000 }).toContain(request?.meta.requestId);
  });

  it('says that it drains, after everything there is to say', async () => {
    const leaving = await createWorld();
    const run = await leaving.start([{ text: 'half', hangs: true }]);
    const parked = await leaving.start([{ calls: [{ name: 'test.note', args: { title: 'p' } }] }]);
    const waiting = await leaving.until(parked.id, ({ status }) => status === 'waiting_permission');
    await readEvents(leaving.agent, { userId: USER, runId: run.id, take: 4 });
    const texts = [run, parked].map(async ({ id }) =>
      textOf(await leaving.agent.runEvents.resume(USER, id, new Request('http://localhost/events'))),
    );
    await delay(100);
    await leaving.agent.stopWorker();
    const [working = '', asking = ''] = await Promise.all(texts);
    expect(eventsIn(working).at(-1)).toMatchObject({ type: 'phase', phase: 'queued' });
    expect(eventsIn(working).at(-2)).toMatchObject({ type: 'attempt_reset', reason: 'interrupted' });
    expect(eventsIn(asking).at(-1)?.seq).toBe(waiting.last_seq);
    expect(asking.endsWith('\n\n: draining\n\n')).toBe(true);
    expect((await leaving.agent.runs.find(USER, parked.id)).status).toBe('waiting_permission');
    await leaving.database.drop();
  });
});
