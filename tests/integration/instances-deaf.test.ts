import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, QueryResult } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type BusMessage, RunBus } from '@/lib/db/run-bus';
import { startRun, type TestAgent, waitFor } from '../support/agent';
import { ALL_TOOLS, createWorld, USER, type World } from '../support/agent-world';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { scriptOf } from '../support/scripted-model';

/** The same database behind something that swallows notifications, as a pooler in transaction mode does. */
function deafened(pool: Pool): Pool {
  return new Proxy(pool, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key, target);
      return (text: string, values?: unknown[]): Promise<QueryResult | { rows: never[] }> =>
        text.includes('pg_notify') ? Promise.resolve({ rows: [] }) : target.query(text, values);
    },
  });
}

describe('messages between instances', () => {
  let database: TestDatabase;
  const opened: RunBus[] = [];
  beforeAll(async () => {
    database = await createTestDatabase(inject('testServer'));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((bus) => bus.close()));
  });
  afterAll(() => database.drop());

  const open = async (owner: string, pool: Pool = database.pool) => {
    const heard: BusMessage[] = [];
    const warned: string[] = [];
    const log = {
      info: () => {},
      error: () => {},
      warn: (_fields: unknown, message: string) => void warned.push(message),
    };
    const bus = new RunBus({ pool, owner, log });
    opened.push(bus);
    await bus.start((message) => void heard.push(message));
    return { bus, heard, warned };
  };

  it('situation 57: are tiny, sent once for many, and outside of any transaction', async () => {
    const [sender, receiver] = [await open('i_sender'), await open('i_receiver')];
    for (let round = 0; round < 500; round += 1) sender.bus.send({ kind: 'events', runId: 'run_busy' });
    sender.bus.send({ kind: 'cancel', runId: 'run_other' });
    await expect.poll(() => receiver.heard.length).toBe(2);
    expect(receiver.heard).toEqual([
      { kind: 'events', runId: 'run_busy' },
      { kind: 'cancel', runId: 'run_other' },
    ]);
    expect(sender.heard).toEqual([]);
  });

  it('situation 57: that do not arrive are noticed at the start, those that arrive are not remarked on', async () => {
    const [fine, deaf] = [await open('i_fine'), await open('i_deaf', deafened(database.pool))];
    await expect.poll(() => deaf.warned, { timeout: 10_000 }).toEqual([expect.stringContaining('do not arrive')]);
    expect(fine.warned).toEqual([]);
  });

  it('come again after the connection was cut', async () => {
    const [sender, receiver] = [await open('i_sender_2'), await open('i_receiver_2')];
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'metona-bus%' AND datname = current_database()`,
    );
    const isHeard = async () => {
      sender.bus.send({ kind: 'queued' });
      await delay(100);
      return receiver.heard.length > 0;
    };
    await expect.poll(isHeard, { timeout: 10_000 }).toBe(true);
  });
});

describe('instances that cannot hear each other', () => {
  let world: World;
  let other: TestAgent;
  beforeAll(async () => {
    world = await createWorld();
    const pool = deafened(world.database.pool);
    other = await world.again({ database: { pool } });
  });
  afterAll(async () => {
    await other.stopWorker();
    await world.close();
  });

  it('situation 57: find what the other has written and queued by asking', async () => {
    await world.agent.stopWorker();
    const deafReader = await world.again({ database: { pool: deafened(world.database.pool) } });
    const body = { input: scriptOf([{ text: 'word '.repeat(30), pieces: 30, pauseMs: 60 }]), ...ALL_TOOLS };
    const run = await startRun(deafReader, USER, body);
    const lags: number[] = [];
    const watch = async (agent: TestAgent) => {
      const response = await agent.runEvents.resume(USER, run.id, new Request('http://localhost/events'));
      for await (const chunk of response.body ?? []) {
        const text = new TextDecoder().decode(chunk);
        for (const [, time] of text.matchAll(/"timestamp":(\d+)/g)) lags.push(Date.now() - Number(time));
      }
    };
    await Promise.all([watch(deafReader), watch(other)]);
    const ended = await waitFor(other, { userId: USER, runId: run.id }, ({ finished_at }) => finished_at !== null);
    expect([ended.status, ended.output]).toEqual(['completed', 'word '.repeat(30)]);
    expect(lags.length).toBeGreaterThan(20);
    expect(Math.max(...lags)).toBeLessThan(2_500);
    await deafReader.stopWorker();
  });
});
