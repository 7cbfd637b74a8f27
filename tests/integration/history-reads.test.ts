import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTainted } from '@/lib/agent/permission/untrusted';
import { createRunStore } from '@/lib/db/run-store';
import { createWorld, ofType, USER, type World } from '../support/agent-world';
import { ScriptedModel } from '../support/scripted-model';

describe('what a step reads of a long conversation', () => {
  let world: World;
  let window = 1_000_000;

  beforeAll(async () => {
    const free = { inputTokens: 0, outputTokens: 0 };
    const model = new ScriptedModel(({ messages }) =>
      messages.at(-1)?.content === 'use it'
        ? { calls: [{ name: 'test.echo', args: { text: 'x' } }], usage: free }
        : { text: 'short', usage: free },
    );
    Object.assign(model, { getContextWindow: () => window });
    world = await createWorld({ model });
  });
  afterAll(() => world.close());

  const newSession = async () => {
    const { id } = await world.start([], { input: 'the beginning' });
    return (await world.finish(id)).run.session_id;
  };

  /** A session with this many messages, folded by its last run. */
  const foldedSession = async (messages: number, begun?: string) => {
    window = 1_000_000;
    const session = begun ?? (await newSession());
    const { pool } = world.database;
    await pool.query(
      `INSERT INTO messages (id, session_id, user_id, parent_id, depth, role, content, status, created_at)
       SELECT $1 || n, $1, $2, CASE WHEN n = 1 THEN s.head_message_id ELSE $1 || (n - 1) END, n + 1,
         CASE WHEN n % 2 = 1 THEN 'user' ELSE 'assistant' END, repeat('word ', 40), 'complete', now()
       FROM generate_series(1, $3::int) AS n JOIN sessions s ON s.id = $1`,
      [session, USER, messages],
    );
    await pool.query('UPDATE sessions SET head_message_id = $1 || $2::int WHERE id = $1', [session, messages]);
    window = 1_200;
    const { id } = await world.start([], { input: 'fold it', session_id: session, allowed_tools: ['test.echo'] });
    expect(ofType((await world.finish(id)).events, 'context_compressed').length).toBe(1);
    return session;
  };

  const readBy = async (session: string) => {
    const { pool } = world.database;
    const client = await pool.connect();
    // Of this connection alone: what others have read is counted when they find the time.
    const fetched = async () => {
      const { rows } = await client.query(
        `SELECT COALESCE(idx_tup_fetch, 0)::int + seq_tup_read::int AS n FROM pg_stat_xact_user_tables WHERE relname = 'messages'`,
      );
      return Number(rows[0].n);
    };
    const { rows } = await client.query('SELECT head_message_id AS head FROM sessions WHERE id = $1', [session]);
    await client.query('BEGIN');
    const store = createRunStore({ query: client.query.bind(client) } as typeof pool, () => {});
    const before = await fetched();
    const history = await store.loadHistory(USER, session, rows[0].head);
    const read = (await fetched()) - before;
    await client.query('COMMIT');
    client.release();
    return { history, read };
  };

  /** Statistics of short sessions, and a key swollen by messages that were deleted: the index on sessions looks better. */
  const misleadPlanner = async () => {
    const { pool } = world.database;
    const [session] = await Promise.all(Array.from({ length: 20 }, newSession));
    await pool.query(
      `INSERT INTO messages (id, session_id, user_id, depth, role, content, status, created_at)
       SELECT 'gone_' || n || md5(n::text), $1, $2, 1, 'user', '', 'complete', now() FROM generate_series(1, 30000) AS n`,
      [session, USER],
    );
    await pool.query(`DELETE FROM messages WHERE id LIKE 'gone\\_%'`);
    await pool.query('ANALYZE messages');
  };

  it('does not grow once older turns are folded: neither rows nor messages', async () => {
    await misleadPlanner();
    const [short, long] = [await readBy(await foldedSession(40)), await readBy(await foldedSession(1_000))];
    expect(long.history.length).toBe(short.history.length);
    expect(long.history[0]?.status).toBe('summary');
    expect(long.read).toBeGreaterThan(0);
    expect(long.read).toBeLessThanOrEqual(short.read + 20);
    expect(long.read).toBeLessThan(60);
  });

  it.each([
    ['was copied from outside', "origin = 'import'", 'import'],
    ['a tool of strangers brought', `tool_result = '{"untrusted": true}' || tool_result`, 'tool'],
  ])('still tells after a fold that the conversation holds text that %s', async (_what, change, origin) => {
    window = 1_000_000;
    const first = await world.start([], { input: 'use it' });
    const session = (await world.finish(first.id)).run.session_id;
    const { pool } = world.database;
    await pool.query(`UPDATE messages SET ${change} WHERE session_id = $1`, [session]);
    await foldedSession(40, session);
    const { history } = await readBy(session);
    expect([history.filter((message) => message.role === 'tool'), history[0]?.origin]).toEqual([[], origin]);
    expect(isTainted(history)).toBe(true);
    expect(isTainted((await readBy(await foldedSession(40))).history)).toBe(false);
  });

  it('brings each message with the tokens that were counted when it was stored', async () => {
    const { id } = await world.start([], { input: 'four '.repeat(80) });
    const { run } = await world.finish(id);
    const { history } = await readBy(run.session_id);
    expect(history.map((message) => message.tokenEstimate)).toEqual([104, 6]);
  });
});
