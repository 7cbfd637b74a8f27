import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyRunEvent } from '@/lib/client/run-reducer';
import { createRunView, type RunPart, type RunView } from '@/lib/client/run-view';
import { pruneEvents } from '@/lib/db/event-pruning';
import { isTerminalEvent, type RunEvent, runEventSchema } from '@/lib/ir';
import { createEventRetention } from '@/lib/server/jobs/event-retention';
import { readEvents, type TestAgent } from '../support/agent';
import { createWorld, ofType, USER, type World } from '../support/agent-world';

const PIECES = ['text_delta', 'reasoning_delta', 'tool_call_delta', 'tool_progress'];
const script = [
  { thinking: 'let me see', text: 'one moment', pieces: 3, calls: [{ name: 'test.add', args: { left: 1, right: 2 } }] },
  { text: 'it is three, as always', pieces: 5 },
];

function fold(runId: string, events: readonly RunEvent[]): RunView {
  const view = createRunView(runId);
  for (const event of events) applyRunEvent(view, event);
  return view;
}

/** What a person reads, however it came to the page. */
function readable(view: RunView) {
  const line = (part: RunPart) => {
    if (part.kind === 'text' || part.kind === 'thinking') return `${part.kind} ${part.chunks.join('')} ${part.closed}`;
    return part.kind === 'tool' ? `${part.name} ${part.state} ${JSON.stringify(part.result?.result)}` : part.kind;
  };
  const { status, usage, answeredBy, error, lastSeq, committed } = view;
  return {
    parts: view.parts.map(line),
    status,
    usage,
    answeredBy,
    error,
    lastSeq,
    said: committed.map(({ id }) => id),
  };
}

describe('the log of a run after its time', () => {
  let world: World;
  /** An instance that was not there when the runs ran: it has rows and nothing else. */
  let reader: TestAgent;
  beforeAll(async () => {
    world = await createWorld();
  });
  beforeEach(async () => {
    reader = await world.again();
    return () => reader.stopWorker();
  });
  afterAll(() => world.close());

  const never = new AbortController().signal;
  const pruneAll = () =>
    pruneEvents(world.database.pool, { endedBefore: Date.now() + 1, maxRuns: 1_000, signal: never });
  const read = (runId: string, after?: number, take?: number) =>
    readEvents(reader, {
      userId: USER,
      runId,
      ...(after !== undefined && { after }),
      ...(take !== undefined && { take }),
    });
  const rowsOf = async (runId: string): Promise<string[]> => {
    const sql = `SELECT payload FROM run_events WHERE run_id = $1 ORDER BY seq`;
    const { rows } = await world.database.pool.query<{ payload: string }>(sql, [runId]);
    return rows.map(({ payload }) => (JSON.parse(payload) as RunEvent).type);
  };

  it('situation 49: a reader whose cursor was pruned gets one snapshot, then the tail, from every place', async () => {
    const { run, events } = await world.runToEnd(script);
    const whole = readable(fold(run.id, events));
    await pruneAll();
    const left = await rowsOf(run.id);
    expect(left).toEqual(events.map(({ type }) => type).filter((type) => !PIECES.includes(type)));
    const lastPiece = events.findLast(({ type }) => PIECES.includes(type))?.seq ?? 0;
    expect(lastPiece).toBeGreaterThan(5);
    for (const after of [undefined, ...events.map(({ seq }) => seq).slice(0, -1)]) {
      const got = await read(run.id, after);
      for (const event of got) runEventSchema.parse(event);
      const isBehind = (after ?? -1) < lastPiece;
      const tail = events.slice(isBehind ? -1 : (after ?? 0) + 1);
      expect(got.slice(isBehind ? 1 : 0)).toEqual(tail);
      if (isBehind)
        expect(got[0]).toMatchObject({ type: 'snapshot', seq: run.last_seq - 1, lastSeq: run.last_seq - 1 });
      const seen = after === undefined ? [] : events.slice(0, after + 1);
      expect(readable(fold(run.id, [...seen, ...got]))).toEqual(whole);
    }
    expect(await read(run.id, run.last_seq)).toEqual([]);
  });

  it('keeps what the run says of itself: its answer, its calls, its messages, its trace', async () => {
    const { run } = await world.runToEnd(script);
    const state = async () => ({
      run: await reader.runs.find(USER, run.id),
      trace: await reader.runTrace(USER, run.id),
      messages: (await world.database.pool.query('SELECT * FROM messages WHERE run_id = $1', [run.id])).rows,
    });
    const before = await state();
    expect(await pruneAll()).toMatchObject({ runs: 1 });
    expect(await state()).toEqual(before);
    expect(before.run.output).toBe('it is three, as always');
  });

  it.each([
    ['fails', [{ text: 'half of', fails: { code: 'auth_invalid' as const, message: 'no', retryable: false } }]],
    ['only thinks', [{ thinking: 'only thoughts' }]],
  ])('situation 49: a run that %s reads the same to the end', async (_what, steps) => {
    const { run, events } = await world.runToEnd(steps);
    await pruneAll();
    const got = await read(run.id);
    expect(got.filter(isTerminalEvent)).toEqual(events.slice(-1));
    expect(readable(fold(run.id, got))).toEqual(readable(fold(run.id, events)));
  });

  it('situation 49: what a person said while the run went on stands in its place', async () => {
    const { id } = await world.start([{ calls: [{ name: 'test.after', args: { ms: 400, text: 'x' } }] }]);
    await world.until(id, (run) => run.tool_calls.length > 0);
    await world.agent.runs.steer(USER, id, 'shorter, please');
    const { events } = await world.finish(id);
    const whole = readable(fold(id, events));
    expect(whole.parts.filter((part) => part.startsWith('notice'))).toHaveLength(1);
    await pruneAll();
    expect(readable(fold(id, await read(id)))).toEqual(whole);
  });

  it('is pruned an hour after the end, by a job, and never before the end', async () => {
    const ended = await world.runToEnd(script);
    const going = await world.start([{ text: 'still talking', pieces: 4, hangs: true }]);
    await read(going.id, undefined, 4);
    const [before, goingBefore] = [await rowsOf(ended.run.id), await rowsOf(going.id)];
    const time = { now: Date.now() };
    const job = createEventRetention({ pool: world.database.pool, now: () => time.now });
    await job.work({}, never);
    expect(await rowsOf(ended.run.id)).toEqual(before);
    time.now += 3_590_000;
    await job.work({}, never);
    expect(await rowsOf(ended.run.id)).toEqual(before);
    time.now += 11_000;
    await job.work({}, never);
    expect((await rowsOf(ended.run.id)).filter((type) => PIECES.includes(type))).toEqual([]);
    expect(await rowsOf(going.id)).toEqual(goingBefore);
    await world.agent.runs.cancel(USER, going.id);
    await world.finish(going.id);
  });

  it('is pruned in rounds of a size, by several at once, and stops when it is told to', async () => {
    await pruneAll();
    for (let count = 0; count < 7; count += 1) await world.runToEnd([{ text: 'a b c', pieces: 3 }]);
    const { pool } = world.database;
    const round = { endedBefore: Date.now() + 1, maxRuns: 3, signal: never };
    expect(await pruneEvents(pool, { ...round, signal: AbortSignal.abort() })).toEqual({ runs: 0, events: 0 });
    const both = await Promise.all([pruneEvents(pool, round), pruneEvents(pool, round)]);
    expect(both.map(({ runs }) => runs)).toEqual([3, 3]);
    expect(await pruneEvents(pool, round)).toMatchObject({ runs: 1 });
    expect(await pruneEvents(pool, round)).toEqual({ runs: 0, events: 0 });
  });

  it('situation 49: a hole in the log of a run that goes on is told the same way', async () => {
    const { id } = await world.start([
      { text: 'first', calls: [{ name: 'test.note', args: { title: 'hole' } }] },
      { text: 'second', pieces: 2 },
    ]);
    const waiting = await world.until(id, (run) => run.status === 'waiting_permission');
    await world.database.pool.query('DELETE FROM run_events WHERE run_id = $1 AND seq BETWEEN 2 AND 3', [id]);
    const asked = await read(id, 0, 2);
    expect(asked[0]).toMatchObject({
      type: 'snapshot',
      phase: 'waiting_permission',
      openCalls: [{ name: 'test.note' }],
    });
    const view = fold(id, asked);
    expect([view.status, view.parts.map(({ kind }) => kind)]).toEqual([
      'waiting_permission',
      ['text', 'tool', 'permission'],
    ]);
    const live = read(id, view.lastSeq);
    const [request] = waiting.pending_permissions;
    if (!request) throw new Error('nothing is asked');
    await world.decide(request, { decision: 'allow_once' });
    for (const event of await live) applyRunEvent(view, event);
    await world.until(id, (run) => run.finished_at !== null);
    expect(readable(view)).toMatchObject({
      status: 'completed',
      parts: ['text first true', expect.stringContaining('test.note done'), 'permission', 'text second true'],
    });
    expect(ofType(asked, 'snapshot').length).toBe(1);
  });

  it('situation 49: ends a reader of a run whose log is gone altogether', async () => {
    const { run } = await world.runToEnd([{ text: 'all of it' }]);
    await world.database.pool.query('DELETE FROM run_events WHERE run_id = $1 AND seq > 1', [run.id]);
    await world.database.pool.query('INSERT INTO run_events (run_id, seq, payload) VALUES ($1, 4, $2)', [
      run.id,
      JSON.stringify({ type: 'thinking_end', requestId: '', iteration: 1, timestamp: 0 }),
    ]);
    const got = await read(run.id);
    expect(got.map(({ type, seq }) => [type, seq])).toEqual([['snapshot', run.last_seq]]);
    expect(readable(fold(run.id, got)).parts).toEqual(['text all of it true']);
  });
});
