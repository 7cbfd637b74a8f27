import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '../support/agent';
import { createWorld, ofType, USER, type World } from '../support/agent-world';

const words = 'nobody else must wait for this ';
const quiet = { text: words, pieces: 12, pauseMs: 15 };

describe('an event that cannot be stored', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await world.database.pool.query(`ALTER TABLE run_events ADD CHECK (payload NOT LIKE '%unspeakable%')`);
  });
  afterAll(() => world.close());

  it('fails its own run at once and holds up no other', async () => {
    const startedAt = Date.now();
    const others = await Promise.all(Array.from({ length: 8 }, () => world.start([quiet])));
    const bad = await world.start([{ text: `${words} unspeakable`, hangs: true }]);
    const ended = await Promise.all(
      [...others, bad].map(({ id }) => world.until(id, (run) => run.finished_at !== null)),
    );
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    expect(ended.slice(0, -1).map(({ status, output }) => [status, output])).toEqual(
      others.map(() => ['completed', words]),
    );
    expect(ended.at(-1)).toMatchObject({ status: 'failed', error: { code: 'server_error' } });
    for (const { id } of others) await world.finish(id);
    const events = await readEvents(world.agent, { userId: USER, runId: bad.id });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect(events.at(-1)?.type).toBe('run_failed');
    expect(world.model.aborted).toContain(world.requestsOf(bad.id)[0]?.meta.requestId);
  });

  it('leaves the session usable', async () => {
    const bad = await world.start([{ text: 'unspeakable' }]);
    await world.until(bad.id, (run) => run.status === 'failed');
    const next = await world.runToEnd([{ text: 'fine again' }], { session_id: bad.session_id });
    expect(next.run).toMatchObject({ status: 'completed', output: 'fine again' });
  });

  it('is not one with NUL, half a surrogate pair, or a megabyte', async () => {
    const text = `a\0b \ud83d c ${'long '.repeat(200_000)}`;
    const { run, events } = await world.runToEnd([{ text }]);
    expect(run.status).toBe('completed');
    expect(
      ofType(events, 'text_delta')
        .map(({ delta }) => delta)
        .join(''),
    ).toBe(text);
  });
});
