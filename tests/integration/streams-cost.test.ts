import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { POST as startRun } from '@/app/api/agent/runs/route';
import { container } from '@/lib/server/container';
import { createWorld, ofType, USER, type World } from '../support/agent-world';
import { origin, type SignedUp, signUp } from '../support/api-client';
import { openWorld, type World as ResourceWorld } from './resource-world';

/** Counts the statements over connections of the pool from now on. */
async function countStatements({ database: { pool } }: World, counted: RegExp): Promise<() => number> {
  let statements = 0;
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    client.query = ((...args: Parameters<typeof query>) => {
      if (counted.test(String(args[0]))) statements += 1;
      return query(...args);
    }) as typeof client.query;
  });
  // Connections made before the counter was there go; the pool has to have noticed before the next one is asked for.
  let gone = 0;
  pool.on('remove', () => {
    gone += 1;
  });
  const { rowCount } = await pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()',
    ['metona'],
  );
  await vi.waitFor(() => expect(gone).toBeGreaterThanOrEqual(rowCount ?? 0), { timeout: 10_000 });
  return () => statements;
}

describe('what an answer costs', () => {
  let world: World;
  let writes: () => number;
  beforeAll(async () => {
    world = await createWorld();
    // The queue is looked at every second, whether there are runs or not.
    writes = await countStatements(
      world,
      /^\s*(INSERT|UPDATE (?!runs SET status = 'running')|WITH (part|gate|repeat))/,
    );
  });
  afterAll(() => world.close());

  const measure = async (pieces: number) => {
    const text = 'words of ten '.repeat(pieces);
    const [statementsBefore, windowsBefore] = [writes(), world.agent.eventWindows()];
    const { run, events } = await world.runToEnd([{ thinking: 'short', text, pieces, pauseMs: 1 }]);
    const { rows } = await world.database.pool.query<{ bytes: number; rows: number }>(
      'SELECT sum(octet_length(payload))::int AS bytes, count(*)::int AS rows FROM run_events WHERE run_id = $1',
      [run.id],
    );
    const deltas = ofType(events, 'text_delta');
    expect(deltas.map((event) => event.delta).join('')).toBe(text);
    return {
      text: Buffer.byteLength(text),
      bytes: rows[0]?.bytes ?? 0,
      rows: rows[0]?.rows ?? 0,
      longest: Math.max(...deltas.map((event) => event.delta.length)),
      windows: world.agent.eventWindows() - windowsBefore,
      statements: writes() - statementsBefore,
    };
  };

  it('grows with its windows, not with its tokens, and never with what was said before', async () => {
    const cost = await measure(2_000);
    // Every word is written as it comes, in the message, and in the end of the run: three times, whatever the length.
    expect(cost.bytes).toBeLessThan(3 * cost.text + 500 * cost.rows + 4_000);
    expect(cost.rows).toBeLessThan(2_000 / 3);
    expect(cost.windows).toBeLessThan(cost.rows + 5);
    expect(cost.statements).toBeGreaterThan(cost.windows);
    // Beside one statement per window: the creation, and what begins and ends the only step.
    expect(cost.statements - cost.windows).toBeLessThan(10);
    expect(cost.longest).toBeLessThan(cost.text / 8);
  });
});

/** Calls `ask` while every statement of this process is counted, those of Prisma included. */
async function listStatements(ask: (seen: string[]) => Promise<void>): Promise<string[]> {
  const seen: string[] = [];
  const query = pg.Client.prototype.query;
  // What is asked again and again beside the runs, whether there are some or not.
  const isBeside = (text: string) =>
    /^\s*(SELECT DISTINCT run_id FROM permission_requests|SELECT \* FROM \(\s*SELECT id, epoch|UPDATE runs SET status = 'running')/.test(
      text,
    );
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : String((first as { text?: string }).text);
    if (!isBeside(text)) seen.push(text.trim());
    return Reflect.apply(query, this, args);
  });
  await ask(seen).finally(() => spy.mockRestore());
  return seen;
}

describe('what a run costs beside its tokens', () => {
  let world: ResourceWorld;
  let user: SignedUp;
  beforeAll(async () => {
    world = await openWorld();
    user = await signUp('counted');
    await container().agent.startWorker();
  });
  afterAll(async () => {
    await container().agent.stopWorker();
    await world.database.drop();
  });

  /** Asks as a script does, and follows the answer to its end; gives its session and how much was seen at the first text. */
  const follow = async (body: Record<string, unknown>, seen: readonly string[] = []) => {
    const json = { input: 'hi', provider_id: 'mock', model: 'mock-1', ...body };
    const headers = { host: 'localhost:3000', 'content-type': 'application/json', accept: 'text/event-stream' };
    const init = { method: 'POST', headers: { ...headers, ...user.bearer }, body: JSON.stringify(json) };
    const response = await startRun(new Request(`${origin}/api/agent/runs`, init), { params: Promise.resolve({}) });
    let [text, beforeFirst] = ['', 0];
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (!text.includes('text_delta') && piece.includes('text_delta')) beforeFirst = seen.length;
      text += piece;
    }
    expect(text).toContain('run_completed');
    return { session: response.headers.get('x-session-id') ?? '', beforeFirst };
  };

  it('is ten statements before the first token and one at the end', async () => {
    const { session } = await follow({});
    // Nothing that was read for the run before is remembered any more.
    await sleep(1_100);
    let beforeFirst = 0;
    const statements = await listStatements(async (seen) => {
      beforeFirst = (await follow({ session_id: session }, seen)).beforeFirst;
    });
    const isWindow = (text: string) => text.startsWith('WITH part AS');
    const windows = statements.filter(isWindow).length;
    expect(windows).toBeGreaterThan(0);
    // Who asks, his settings, the provider; three for the creation; the conversation, memories, the attempt, a window.
    expect(beforeFirst).toBeLessThanOrEqual(10);
    expect(statements.length - windows).toBeLessThanOrEqual(10);
  });
});

describe('what many answers at once cost', () => {
  let world: World;
  let transactions: () => number;
  beforeAll(async () => {
    world = await createWorld();
    // A statement outside of a transaction is one itself; those inside of one come after a BEGIN.
    transactions = await countStatements(world, /^\s*(BEGIN|WITH|UPDATE|INSERT|DELETE|SELECT)/);
  });
  afterAll(() => world.close());

  /** Transactions a second while so many runs do nothing but speak. */
  const measure = async (count: number): Promise<number> => {
    const spoken = { text: 'word '.repeat(2_000), pieces: 2_000, pauseMs: 15 };
    const runs = await Promise.all(Array.from({ length: count }, () => world.start([spoken])));
    // Beside the first event there is one for the phase, one for the attempt and the first piece.
    await Promise.all(runs.map(({ id }) => world.until(id, (run) => run.last_seq > 3, 20_000)));
    const [before, begunAt] = [transactions(), performance.now()];
    await sleep(1_000);
    const perSecond = ((transactions() - before) * 1_000) / (performance.now() - begunAt);
    await Promise.all(runs.map(({ id }) => world.agent.runs.cancel(USER, id)));
    await Promise.all(runs.map(({ id }) => world.until(id, (run) => run.status === 'cancelled', 20_000)));
    return perSecond;
  };

  it('is a commit for each window of the process, however many runs it has', async () => {
    expect(await measure(10)).toBeLessThan(40);
    expect(await measure(100)).toBeLessThan(40);
  });
});

describe('what a turn writes', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const grow = (sessionId: string, messages: number) =>
    world.database.pool.query(
      `WITH RECURSIVE head AS (SELECT * FROM sessions WHERE id = $1), grown AS (
         INSERT INTO messages (id, session_id, user_id, parent_id, depth, role, content, token_estimate, search_text)
         SELECT 'old_' || n, head.id, head.user_id, CASE WHEN n = 1 THEN head.head_message_id ELSE 'old_' || (n - 1) END,
           n + 10, CASE WHEN n % 2 = 1 THEN 'user' ELSE 'assistant' END, 'said before', 3, 'said before'
         FROM head, generate_series(1, $2::int) AS n
       ) UPDATE sessions SET head_message_id = 'old_' || $2::int WHERE id = $1`,
      [sessionId, messages],
    );

  /** Bytes of every row that belongs to the run. */
  const bytesOf = async (runId: string): Promise<number> => {
    const { rows } = await world.database.pool.query<{ bytes: number }>(
      `SELECT (SELECT sum(octet_length(payload)) FROM run_events WHERE run_id = $1)
         + (SELECT sum(octet_length(m::text)) FROM messages m WHERE run_id = $1)
         + (SELECT sum(octet_length(r::text)) FROM runs r WHERE id = $1)
         + (SELECT sum(octet_length(a::text)) FROM attempts a WHERE run_id = $1) AS bytes`,
      [runId],
    );
    return Number(rows[0]?.bytes);
  };

  it('does not depend on how much was said before', async () => {
    const { run: first } = await world.runToEnd([{ text: 'one' }]);
    const next = { session_id: first.session_id };
    const { run: early } = await world.runToEnd([{ text: 'two' }], next);
    await grow(first.session_id, 2_000);
    const { run: late } = await world.runToEnd([{ text: 'two' }], next);
    expect(world.requestsOf(late.id)[0]?.messages.length).toBeGreaterThan(2_000);
    expect((await bytesOf(late.id)) / (await bytesOf(early.id))).toBeLessThan(1.05);
  });
});
