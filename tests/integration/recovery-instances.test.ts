import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { readEvents } from '../support/agent';
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

  it('situation 60: goes on with what a killed instance left, and runs no call twice that must not be', async () => {
    const runId = await startThere([
      {
        calls: [
          { name: 'test.echo', args: { text: 'quick' } },
          { name: 'test.write_slowly', args: { text: 'write' } },
          { name: 'test.after', args: { ms: 2_000, text: 'read' } },
          { name: 'test.note', args: { title: 'asked later' } },
        ],
      },
      { text: 'all settled' },
    ]);
    await other.effect('write began');
    const before = await world.until(runId, (run) => run.tool_results.length === 1);
    const startedAt = Date.now();
    await other.kill();
    const waiting = await world.until(runId, (run) => run.status === 'waiting_permission', 20_000);
    expect(Date.now() - startedAt).toBeLessThan(15_000);
    const [request] = waiting.pending_permissions;
    if (!request) throw new Error('nothing is asked');
    await world.decide(request, { decision: 'allow_once' });
    const { run, events } = await world.finish(runId, 20_000);
    expect([run.status, run.output, run.steps_used]).toEqual(['completed', 'all settled', 2]);
    expect(run.tool_results.map((result) => result.errorCode)).toEqual([
      undefined,
      'outcome_unknown',
      undefined,
      undefined,
    ]);
    expect([world.count('write began'), world.count('asked later')]).toEqual([0, 1]);
    expect(events.length).toBeGreaterThan(before.last_seq);
    const begun = ofType(events, 'tool_start').map((event) => event.toolCall.name);
    expect(begun.filter((name) => name === 'test.write_slowly').length).toBe(1);
    const trace = await world.agent.runTrace(USER, runId);
    expect(trace.filter((span) => span.ended_at === null)).toEqual([]);
  });

  it('keeps what a watcher has seen of a killed instance, takes the open attempt back and asks again', async () => {
    const runId = await startThere(talk);
    const before = await seen(runId, 12);
    await other.kill();
    const { run, events } = await world.finish(runId, 30_000);
    expect([run.status, run.output, run.steps_used]).toEqual(['completed', 'word '.repeat(200), 1]);
    expect(events.slice(0, before.length)).toEqual(before);
    expect(ofType(events, 'attempt_reset').map((event) => event.reason)).toEqual(['interrupted']);
    expect(ofType(events, 'attempt_start').map((event) => event.attempt)).toEqual([1, 2]);
    const answers = ofType(events, 'message_committed').map((event) => event.message);
    expect(answers.map(({ role, content }) => [role, content])).toEqual([['assistant', 'word '.repeat(200)]]);
    const attempts = (await world.agent.runTrace(USER, runId)).filter((span) => span.kind === 'attempt');
    expect(attempts.map((span) => span.status)).toEqual(['abandoned', 'done']);
  });

  it('gives a run up whose process dies again and again', async () => {
    const runId = await startThere([{ text: 'never', hangs: true }]);
    await seen(runId, 4);
    await world.database.pool.query('UPDATE runs SET recoveries = 3 WHERE id = $1', [runId]);
    await other.kill();
    const { run, events } = await world.finish(runId, 20_000);
    expect([run.status, run.error?.code]).toEqual(['failed', 'interrupted']);
    expect(events.filter((event) => event.type === 'attempt_reset').length).toBe(1);
  });

  it('situation 62: leaves the questions of a killed instance open, and answers them through another', async () => {
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

  it('situation 61: goes on with the runs of an instance that shuts down, and counts that as no failure', async () => {
    const runId = await startThere(talk);
    const before = await seen(runId, 8);
    await other.stop();
    const { run, events } = await world.finish(runId, 30_000);
    expect([run.status, run.output]).toEqual(['completed', 'word '.repeat(200)]);
    expect(events.slice(0, before.length)).toEqual(before);
    expect(ofType(events, 'attempt_reset').map((event) => event.reason)).toEqual(['interrupted']);
    const stored = await world.database.pool.query('SELECT recoveries FROM runs WHERE id = $1', [runId]);
    expect(stored.rows).toEqual([{ recoveries: 0 }]);
    const partial = await world.database.pool.query(`SELECT 1 FROM messages WHERE run_id = $1 AND status = 'partial'`, [
      runId,
    ]);
    expect(partial.rows).toEqual([]);
  });

  it('lets a tool finish that runs while its instance shuts down', async () => {
    const runId = await startThere([
      { calls: [{ name: 'test.after', args: { ms: 1_500, text: 'kept' } }] },
      { text: 'after the tool' },
    ]);
    await world.until(runId, (run) => run.phase === 'executing_tools');
    await other.stop();
    const { run, events } = await world.finish(runId, 20_000);
    expect([run.status, run.output]).toEqual(['completed', 'after the tool']);
    expect(ofType(events, 'tool_start').length).toBe(1);
    expect(run.tool_results.map((result) => result.success)).toEqual([true]);
  });

  it('lets a frozen instance that lost its run write nothing when it wakes up', async () => {
    const runId = await startThere(talk);
    await seen(runId, 8);
    other.freeze();
    await world.database.pool.query(`UPDATE runs SET lease_until = now() - interval '1 second' WHERE id = $1`, [runId]);
    const { run, events } = await world.finish(runId, 30_000);
    expect([run.status, run.output]).toEqual(['completed', 'word '.repeat(200)]);
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
         WHERE datname = current_database() AND application_name LIKE 'metona-bus%'`,
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
