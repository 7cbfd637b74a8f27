import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '@/lib/ir';
import { readEvents } from '../support/agent';
import { createWorld, ofType, USER, type World } from '../support/agent-world';
import type { ScriptedStep } from '../support/scripted-model';

const words = Array.from({ length: 120 }, (_, index) => `w${index} `).join('');
const busy: readonly ScriptedStep[] = [
  {
    text: words,
    pieces: 60,
    pauseMs: 15,
    calls: Array.from({ length: 4 }, (_, index) => ({ name: 'test.after', args: { ms: 120, text: `t${index}` } })),
  },
  { text: words, pieces: 120, pauseMs: 15 },
];

describe('connections cut in mid-run', () => {
  let world: World;
  let admin: pg.Client;
  beforeAll(async () => {
    world = await createWorld();
    const { url: _url, ...place } = { url: '', ...world.database.connection };
    admin = new pg.Client({ ...place, application_name: 'test-admin' });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await world.close();
  });

  const cutAll = () =>
    admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'metona%'`,
    );

  /** Reads a log to its end as a browser does: resuming from the last event it has. */
  const follow = async (runId: string): Promise<RunEvent[]> => {
    const events: RunEvent[] = [];
    while (!events.at(-1)?.type.match(/^run_(completed|failed|cancelled)$/)) {
      const after = events.at(-1)?.seq;
      const more = await readEvents(world.agent, { userId: USER, runId, ...(after !== undefined && { after }) }).catch(
        () => delay(50).then(() => []),
      );
      events.push(...more);
    }
    return events;
  };

  it('lose and double no event, and every run completes', async () => {
    const runs = await Promise.all(Array.from({ length: 8 }, () => world.start(busy)));
    const watched = Promise.all(runs.map(({ id }) => follow(id)));
    for (let cut = 0; cut < 12; cut += 1) {
      await delay(60 + Math.random() * 240);
      await cutAll();
    }
    const logs = await watched;
    for (const [index, { id }] of runs.entries()) {
      const { run, events } = await world.finish(id, 30_000);
      expect(logs[index]).toEqual(events);
      expect([run.status, run.output, run.steps_used]).toEqual(['completed', words, 2]);
      expect(run.tool_results.filter((result) => result.success).length).toBe(4);
      const messages = ofType(events, 'message_committed').map((event) => event.message.role);
      expect(messages).toEqual(['assistant', 'tool', 'tool', 'tool', 'tool', 'assistant']);
      const stored = await world.database.pool.query('SELECT count(*)::int AS n FROM messages WHERE run_id = $1', [id]);
      expect(stored.rows[0].n).toBe(7);
    }
  });

  it('do not strand a run that was just being claimed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const cut = delay(round).then(cutAll);
      const run = await world.start([{ text: 'claimed' }]).catch(() => null);
      await cut;
      if (!run) continue;
      await delay(1_200);
      expect((await world.finish(run.id, 20_000)).run.status).toBe('completed');
    }
  });

  it('give back a claim whose answer was lost', async () => {
    const quiet = await createWorld();
    await quiet.agent.stopWorker();
    const run = await quiet.start([{ text: 'again' }]);
    const owner = 'i_lost';
    const until = Date.now() + 30_000;
    await quiet.database.pool.query(
      `UPDATE runs SET status = 'running', owner = $2, epoch = epoch + 1, lease_until = $3 WHERE id = $1`,
      [run.id, owner, new Date(until)],
    );
    const { createRunStore } = await import('@/lib/db/run-store');
    const store = createRunStore(quiet.database.pool, () => {});
    await store.returnClaims(owner, until, [run.id]);
    expect((await quiet.agent.runs.find(USER, run.id)).status).toBe('running');
    await store.returnClaims(owner, until + 1, []);
    expect((await quiet.agent.runs.find(USER, run.id)).status).toBe('running');
    await store.returnClaims(owner, until, []);
    expect((await quiet.agent.runs.find(USER, run.id)).status).toBe('queued');
    await quiet.database.drop();
  });

  it('are told apart from an owner whose lease has run out, its own process included', async () => {
    const run = await world.start([{ text: 'x', hangs: true }]);
    await readEvents(world.agent, { userId: USER, runId: run.id, take: 4 });
    // As if this process had given the run up after an outage: somebody else's epoch, our name, no lease.
    await admin.query(`UPDATE runs SET epoch = epoch + 1, lease_until = now() - interval '1 second' WHERE id = $1`, [
      run.id,
    ]);
    await world.agent.runs.cancel(USER, run.id);
    const { run: ended } = await world.finish(run.id, 30_000);
    expect(ended.status).toBe('cancelled');
  });
});
