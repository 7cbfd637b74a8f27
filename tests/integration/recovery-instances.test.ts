import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { isOver, readEvents } from '../support/agent';
import { type DrivenAgent, driveAgent } from '../support/agent-driver';
import { ALL_TOOLS, createWorld, ofType, USER, type World } from '../support/agent-world';
import { type ScriptedStep, scriptOf } from '../support/scripted-model';

const talk: readonly ScriptedStep[] = [{ text: 'word '.repeat(200), pieces: 200, pauseMs: 30 }];

describe('several instances on one database', () => {
  let world: World;
  let other: DrivenAgent;
  const driven: DrivenAgent[] = [];

  beforeAll(async () => {
    world = await createWorld();
  });
  afterEach(async () => {
    await Promise.all(driven.splice(0).map((agent) => agent.kill()));
  });
  afterAll(() => world.close());

  /** A run that the other process works on: it wakes its own worker first; where ours was quicker it is tried again. */
  const startThere = async (steps: readonly ScriptedStep[]) => {
    other = await driveAgent({ ...inject('testServer'), database: databaseName(world) });
    driven.push(other);
    for (;;) {
      const { runId } = await other.start(USER, { input: scriptOf(steps), ...ALL_TOOLS });
      const run = await world.until(runId, (now) => now.status !== 'queued');
      if (world.requestsOf(run.id).length === 0) return runId;
      await world.agent.runs.cancel(USER, runId);
    }
  };
  const seen = (runId: string, take: number) => readEvents(world.agent, { userId: USER, runId, take });

  it('shows a run of one live to a watcher of the other', async () => {
    const runId = await startThere([{ text: 'word '.repeat(40), pieces: 40, pauseMs: 30 }]);
    const lags: number[] = [];
    const request = new Request('http://localhost/events');
    const response = await world.agent.runEvents.resume(USER, runId, request);
    for await (const chunk of response.body ?? []) {
      for (const [, time] of new TextDecoder().decode(chunk).matchAll(/"timestamp":(\d+)/g)) {
        lags.push(Date.now() - Number(time));
      }
    }
    const { run } = await world.finish(runId);
    expect([run.status, run.output]).toEqual(['completed', 'word '.repeat(40)]);
    expect(Math.max(...lags.slice(-10))).toBeLessThan(900);
  });

  it('stops a run of the other at once', async () => {
    const runId = await startThere([{ text: 'words', hangs: true }]);
    await seen(runId, 4);
    const startedAt = Date.now();
    await world.agent.runs.cancel(USER, runId);
    const { run } = await world.finish(runId);
    expect(run.status).toBe('cancelled');
    expect(Date.now() - startedAt).toBeLessThan(1_500);
  });

  it('ends what a killed instance left, once, with an answer to every call', async () => {
    const runId = await startThere([
      {
        calls: [
          { name: 'test.echo', args: { text: 'quick' } },
          { name: 'test.write_slowly', args: { text: 'write' } },
          { name: 'test.wait', args: { text: 'read' } },
          { name: 'test.note', args: { title: 'never asked' } },
        ],
      },
    ]);
    await Promise.all([other.effect('write began'), other.effect('read began')]);
    const before = await world.until(runId, (run) => run.tool_results.length === 1);
    const startedAt = Date.now();
    await other.kill();
    const { run, events } = await world.finish(runId, 20_000);
    expect(Date.now() - startedAt).toBeLessThan(15_000);
    expect([run.status, run.error?.code]).toEqual(['failed', 'interrupted']);
    expect(run.tool_results.map((result) => result.errorCode)).toEqual([
      undefined,
      'outcome_unknown',
      'cancelled',
      'cancelled',
    ]);
    expect(events.length).toBeGreaterThan(before.last_seq);
    const next = await world.runToEnd([{ text: 'fine' }], { session_id: run.session_id });
    expect(world.requestsOf(next.run.id)[0]?.messages.filter((message) => message.role === 'tool').length).toBe(4);
    const trace = await world.agent.runTrace(USER, runId);
    expect(trace.filter((span) => span.ended_at === null)).toEqual([]);
  });

  it('keeps what a watcher has seen of a killed instance, and closes the open attempt', async () => {
    const runId = await startThere(talk);
    const before = await seen(runId, 12);
    await other.kill();
    const { run, events } = await world.finish(runId, 20_000);
    expect(run.error?.code).toBe('interrupted');
    expect(events.slice(0, before.length)).toEqual(before);
    expect((await world.agent.runTrace(USER, runId)).map((span) => span.status)).toEqual(['abandoned']);
  });

  it('leaves the questions of a killed instance open, and answers them through another', async () => {
    const runId = await startThere([{ calls: [{ name: 'test.note', args: { title: 'left open' } }] }, { text: 'ok' }]);
    const waiting = await world.until(runId, (run) => run.status === 'waiting_permission');
    await other.kill();
    await delay(6_000);
    const still = await world.agent.runs.find(USER, runId);
    expect(still).toEqual(waiting);
    const [request] = still.pending_permissions;
    if (!request) throw new Error('nothing is asked');
    await world.decide(request, { decision: 'allow_once' });
    const { run } = await world.finish(runId);
    expect([run.status, run.output, world.count('left open')]).toEqual(['completed', 'ok', 1]);
  });

  it('ends the runs of an instance that shuts down as interrupted, with what was said', async () => {
    const runId = await startThere(talk);
    await seen(runId, 8);
    await other.stop();
    const run = await world.agent.runs.find(USER, runId);
    expect(isOver(run)).toBe(true);
    const { events } = await world.finish(runId);
    expect([run.status, run.error?.code]).toEqual(['failed', 'interrupted']);
    expect(ofType(events, 'message_committed')[0]?.message).toMatchObject({ role: 'assistant', status: 'partial' });
  });

  it('lets a frozen instance that lost its run write nothing when it wakes up', async () => {
    const runId = await startThere(talk);
    await seen(runId, 8);
    other.freeze();
    await world.database.pool.query(`UPDATE runs SET lease_until = now() - interval '1 second' WHERE id = $1`, [runId]);
    const { events } = await world.finish(runId, 20_000);
    expect(events.at(-1)).toMatchObject({ type: 'run_failed', error: { code: 'interrupted' } });
    other.thaw();
    await delay(1_500);
    expect((await world.finish(runId)).events).toEqual(events);
  });

  it('does not take an instance for dead that lost its connections for a moment', async () => {
    const runId = await startThere([{ text: 'word '.repeat(100), pieces: 100, pauseMs: 60 }]);
    await seen(runId, 6);
    for (let cut = 0; cut < 4; cut += 1) {
      await world.database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'metona-bus'`,
      );
      await delay(900);
    }
    const { run } = await world.finish(runId, 30_000);
    expect([run.status, run.output]).toEqual(['completed', 'word '.repeat(100)]);
  });
});

function databaseName({ database }: World): string {
  return 'database' in database.connection ? database.connection.database : '';
}
