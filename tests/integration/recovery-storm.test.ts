import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isOver } from '../support/agent';
import { driveAgent } from '../support/agent-driver';
import { ALL_TOOLS, createWorld, USER, type World } from '../support/agent-world';
import { type ScriptedStep, scriptOf } from '../support/scripted-model';

const ROUNDS = 5;
const say = (text: string) => ({ name: 'test.echo', args: { text } });
const echo = say('x');
const slow = { name: 'test.after', args: { ms: 60, text: 'y' } };
const load: readonly (readonly ScriptedStep[])[] = [
  [{ text: 'word '.repeat(60), pieces: 60, pauseMs: 10 }],
  [{ text: 'a', calls: [echo, slow] }, { calls: [slow, echo] }, { calls: [say('z')] }, { text: 'done' }],
  [{ calls: [echo, { name: 'test.note', args: { title: 'n' } }] }, { text: 'noted' }],
  [...Array.from({ length: 8 }, (_, index) => ({ calls: [say(`x${index}`)] })), { text: 'enough' }],
  [{ calls: [{ name: 'test.write_slowly', args: { text: 'w' } }, echo] }],
];

describe('an instance that is killed at any moment', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  it('leaves logs that keep every rule, and no run that nobody ends', async () => {
    const connection = { ...inject('testServer'), database: '' };
    if ('database' in world.database.connection) connection.database = world.database.connection.database;
    const ended = new Map<string, string>();
    const settle = async () => {
      const { items } = await world.agent.runs.list(USER, { limit: 100 });
      for (const { id } of items) {
        if (ended.has(id)) continue;
        await world.until(id, (now) => isOver(now) || now.status === 'waiting_permission', 20_000);
        const { pending_permissions: open } = await world.agent.runs.find(USER, id);
        for (const request of open) await world.decide(request, { decision: 'deny' });
        const { run } = await world.finish(id, 20_000);
        const outcome = run.error?.code ?? run.status;
        ended.set(id, outcome);
        // A tool that never ends meets the time limit where the survivor had claimed its run.
        expect(['completed', 'timeout']).toContain(outcome);
      }
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const other = await driveAgent(connection);
      for (let copy = 0; copy < 3; copy += 1) {
        for (const steps of load)
          other.start(USER, { input: scriptOf(steps), timeout_ms: 4_000, ...ALL_TOOLS }).catch(() => {});
      }
      await delay(20 + Math.random() * 500);
      await other.kill();
      await settle();
    }
    // The database may carry out a last order of a process that is dead already, after that process was judged.
    await delay(1_000);
    await settle();
    const { rows: dead } = await world.database.pool.query('SELECT count(*)::int AS n FROM runs WHERE recoveries > 0');
    expect(dead[0].n).toBeGreaterThan(0);
    const { rows } = await world.database.pool.query(
      `SELECT count(*)::int AS n FROM runs WHERE status IN ('queued', 'running', 'waiting_permission')`,
    );
    expect(rows[0].n).toBe(0);
  }, 240_000);
});
