import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAgent } from '../support/agent';
import { createWorld, ofType, USER, type World } from '../support/agent-world';

let tags = 0;

describe('permission races', () => {
  let world: World;
  let second: TestAgent;
  beforeAll(async () => {
    world = await createWorld();
    second = await world.again();
  });
  afterAll(async () => {
    await second.stopWorker();
    await world.close();
  });

  const pending = async () => {
    tags += 1;
    const title = `race-${tags}`;
    const { id } = await world.start([{ calls: [{ name: 'test.note', args: { title } }] }, { text: 'ok' }]);
    const run = await world.until(id, ({ status }) => status === 'waiting_permission');
    const [request] = run.pending_permissions;
    if (!request) throw new Error('nothing is asked');
    return { id, request, title };
  };
  const expireNow = (requestId: string) =>
    world.database.pool.query(`UPDATE permission_requests SET expires_at = now() WHERE id = $1`, [requestId]);

  it('situation 33: fifty equal decisions through two instances have one effect and one answer', async () => {
    const { id, request, title } = await pending();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? world.agent : second).runs.decide(USER, {
          runId: id,
          requestId: request.id,
          answer: { decision: 'allow_once' },
        }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { run, events } = await world.finish(id);
    expect([run.status, ofType(events, 'tool_start').length, world.count(title)]).toEqual(['completed', 1, 1]);
    expect(ofType(events, 'permission_resolved').length).toBe(1);
  });

  it('situation 33: fifty mixed decisions have one winner, and the effect follows it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, request, title } = await pending();
      const kinds = ['deny', 'allow_once', 'allow_session'] as const;
      const results = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const decision = kinds[(index + round) % 3] ?? 'deny';
          const won = await world.decide(request, { decision }).then(
            () => true,
            (error: unknown) => {
              expect(error).toMatchObject({ error: { code: 'conflict' } });
              return false;
            },
          );
          return won ? decision : null;
        }),
      );
      const winners = new Set(results.filter((result) => result !== null));
      expect(winners.size).toBe(1);
      const { events } = await world.finish(id);
      const effects = winners.has('deny') ? 0 : 1;
      expect([ofType(events, 'permission_resolved').length, world.count(title)]).toEqual([1, effects]);
    }
  });

  it('situation 33: decision, cancel and expiry at once have one winner', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, request, title } = await pending();
      const late = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
      const [decided] = await Promise.allSettled([
        late().then(() => world.decide(request, { decision: 'allow_once' })),
        late().then(() => (round % 2 ? world.agent : second).runs.cancel(USER, id)),
        late().then(() => expireNow(request.id)),
      ]);
      const { run, events } = await world.finish(id);
      const resolved = ofType(events, 'permission_resolved').map((event) => event.status);
      expect(resolved.length).toBe(1);
      expect(decided.status === 'fulfilled').toBe(resolved[0] === 'allowed_once');
      expect(world.count(title)).toBeLessThanOrEqual(resolved[0] === 'allowed_once' ? 1 : 0);
      expect(['cancelled', 'completed']).toContain(run.status);
      const ended = await second.runs.findPermission(USER, id, request.id);
      expect(ended.status).toBe(resolved[0]);
    }
  });

  it('situation 35: takes a decision after the time as none, also before anybody noticed', async () => {
    const { id, request, title } = await pending();
    await expireNow(request.id);
    await expect(world.decide(request, { decision: 'allow_once' })).rejects.toMatchObject({
      error: { code: 'conflict' },
      details: { current: { status: 'expired' } },
    });
    const { run } = await world.finish(id);
    expect([run.status, run.tool_results[0]?.errorCode, world.count(title)]).toEqual(['completed', 'expired', 0]);
  });

  it('situation 32: takes silence for a no within a second of the expiry, and the run goes on', async () => {
    const short = await createWorld({ permissionTtlSeconds: 1 });
    const steps = [{ calls: [{ name: 'test.note', args: { title: 'silence' } }] }, { text: 'ok' }];
    const { id } = await short.start(steps);
    const waiting = await short.until(id, ({ status }) => status === 'waiting_permission');
    const [request] = waiting.pending_permissions;
    const { run, events } = await short.finish(id);
    expect([run.status, run.output, run.tool_results[0]?.errorCode]).toEqual(['completed', 'ok', 'expired']);
    const [resolved] = ofType(events, 'permission_resolved');
    expect([resolved?.status, resolved?.decidedBy]).toEqual(['expired', 'system']);
    expect((resolved?.timestamp ?? 0) - Date.parse(request?.expires_at ?? '')).toBeLessThan(1_000);
    expect((await short.agent.runs.openPermissions(USER)).items).toEqual([]);
    expect(short.count('silence')).toBe(0);
    await short.close();
  });

  it('situation 44: goes on at once when the answer comes the moment the question is stored', async () => {
    for (let round = 0; round < 10; round += 1) {
      tags += 1;
      const { id } = await world.start([
        { calls: [{ name: 'test.note', args: { title: `race-${tags}` } }] },
        { text: 'ok' },
      ]);
      const answer = async () => {
        const { rows } = await world.database.pool.query('SELECT id FROM permission_requests WHERE run_id = $1', [id]);
        if (!rows[0]) return answer();
        return second.runs.decide(USER, { runId: id, requestId: rows[0].id, answer: { decision: 'allow_once' } });
      };
      await answer();
      const { run } = await world.finish(id);
      expect([run.status, run.tool_results[0]?.success]).toEqual(['completed', true]);
    }
  });
});
