import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ofType, type World } from '../support/agent-world';

describe('what an answer costs', () => {
  let world: World;
  let statements = 0; // that write
  beforeAll(async () => {
    world = await createWorld();
    world.database.pool.on('connect', (client) => {
      const query = client.query.bind(client);
      client.query = ((...args: Parameters<typeof query>) => {
        if (/^\s*(INSERT|UPDATE|WITH part)/.test(String(args[0]))) statements += 1;
        return query(...args);
      }) as typeof client.query;
    });
    // Connections made before the counter was there go.
    await world.database.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()',
      ['metona'],
    );
  });
  afterAll(() => world.close());

  const measure = async (pieces: number) => {
    const text = 'words of ten '.repeat(pieces);
    const [statementsBefore, windowsBefore] = [statements, world.agent.eventWindows()];
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
      statements: statements - statementsBefore,
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
