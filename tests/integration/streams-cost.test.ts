import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ofType, USER, type World } from '../support/agent-world';

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
  // Connections made before the counter was there go.
  await pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()',
    ['metona'],
  );
  return () => statements;
}

describe('what an answer costs', () => {
  let world: World;
  let writes: () => number;
  beforeAll(async () => {
    world = await createWorld();
    writes = await countStatements(world, /^\s*(INSERT|UPDATE|WITH part)/);
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
    // Beside one statement per window: creation, claim, and the transactions that begin and end the only step.
    expect(cost.statements - cost.windows).toBeLessThan(40);
    expect(cost.longest).toBeLessThan(cost.text / 8);
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
