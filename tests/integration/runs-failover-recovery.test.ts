import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/crypto/tokens';
import type { MetonaError } from '@/lib/ir';
import { createWorld, ofType, USER, type World } from '../support/agent-world';

const alt = { provider: 'alt', model: 'alt-1' };
const refused: MetonaError = { code: 'auth_invalid', message: 'no', retryable: false };

describe('a run whose process died while another model took over', () => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld({ fallbacks: { list: async () => [alt] } });
    await world.agent.stopWorker();
  });
  afterAll(() => world.close());

  /** A queued run with the attempts an earlier process left of its first step. */
  const leftBehind = async (
    attempts: readonly { model: string; status: string; error?: MetonaError; meta: object }[],
  ) => {
    const { id } = await world.start([{ text: 'here', models: { 'script-1': { fails: refused } } }]);
    const { pool } = world.database;
    await pool.query('UPDATE runs SET epoch = 1 WHERE id = $1', [id]);
    for (const [index, { model, status, error, meta }] of attempts.entries()) {
      await pool.query(
        `INSERT INTO attempts (id, run_id, user_id, step, attempt, provider_id, model, status, error, meta, started_at, ended_at)
         VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9, now(), now())`,
        [
          newId('at_'),
          id,
          USER,
          index + 1,
          model === 'alt-1' ? 'alt' : 'scripted',
          model,
          status,
          error ? JSON.stringify(error) : null,
          JSON.stringify(meta),
        ],
      );
    }
    return id;
  };

  it.each([
    ['before it was asked', [{ model: 'script-1', status: 'failed', error: refused, meta: { switchedTo: alt } }], [2]],
    [
      'while it answered',
      [
        { model: 'script-1', status: 'failed', error: refused, meta: { switchedTo: alt } },
        { model: 'alt-1', status: 'abandoned', meta: { sent: { because: 'auth_invalid' } } },
      ],
      [3],
    ],
    [
      'and the first was never asked',
      [{ model: 'alt-1', status: 'abandoned', meta: { sent: { because: 'auth_invalid' } } }],
      [2],
    ],
  ])('goes on with that model when it died %s', async (_when, attempts, numbers) => {
    const id = await leftBehind(attempts);
    const other = await world.again();
    const { run, events } = await world.finish(id);
    await other.stopWorker();
    expect([run.output, run.answered_by]).toEqual(['here', alt]);
    expect(world.requestsOf(id).map((request) => request.model)).toEqual(['alt-1']);
    expect(ofType(events, 'attempt_start').map((event) => event.attempt)).toEqual(numbers);
    const message = ofType(events, 'message_committed')[0]?.message;
    expect(message?.answeredBy?.because).toBe('auth_invalid');
  });
});
