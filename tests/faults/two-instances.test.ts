import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AgentRun, RunEvent } from '@/lib/ir';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { type Product, startProduct } from '../support/product';
import { type ProductUser, signUpAt } from '../support/product-user';
import { checkLog, checkRun } from '../support/run-oracle';
import { type ScriptServer, type ServedStep, servedInput, startScriptServer } from '../support/script-server';
import { addProvider } from '../support/storm';

const runs = '/api/agent/runs';
const words = Array.from({ length: 80 }, (_, index) => `w${index} `).join('');
const talk: readonly ServedStep[] = [{ text: words, pieces: 80, pauseMs: 25 }];
const longTalk: readonly ServedStep[] = [{ text: words, pieces: 80, pauseMs: 75 }];
const rest = (ms: number): ServedStep[] => [{ calls: [{ name: 'system.sleep', args: { ms } }] }, { text: 'rested' }];

let database: TestDatabase;
let model: ScriptServer;
let one: Product;
let other: Product;
let near: ProductUser;
let far: ProductUser;
let providerId: string;
let named = 0;

const settings = () => ({
  DATABASE_URL: database.url,
  METONA_SECRET: 'a secret of the two instances that nobody else has',
  METONA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  METONA_SIGNUP: 'open',
  METONA_MOCK: 'test',
  METONA_MAX_RUNS: '200',
  METONA_MAX_STREAMS: '300',
  METONA_PRIVATE_ORIGINS: model.origin,
  LOG_LEVEL: 'warn',
});

const boot = async () => {
  const product = await startProduct({ env: settings(), dataDir: mkdtempSync(join(tmpdir(), 'metona-instance-')) });
  await product.waitHealthy();
  return product;
};

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'));
  model = await startScriptServer();
  [one, other] = await Promise.all([boot(), boot()]);
  near = await signUpAt(one.port);
  far = near.at(other.port);
  providerId = await addProvider(near, model);
});
afterAll(async () => {
  await Promise.all([one.dispose(), other.dispose()]);
  await model.close();
  await database.drop();
});

const send = async (user: ProductUser, steps: readonly ServedStep[]) => {
  named += 1;
  const name = `two-${named}`;
  const order = { provider_id: providerId, model: 'script', allowed_tools: ['*'], idempotency_key: name };
  const body = { input: servedInput(name, steps), ...order };
  for (;;) {
    const { status, body: run } = await user.call(runs, { body, signal: AbortSignal.timeout(30_000) });
    if (status === 503) continue;
    expect([200, 201]).toContain(status);
    return { name, id: String(run.id) };
  }
};

const busy = async () =>
  (await database.pool.query(`SELECT 1 FROM runs WHERE status IN ('queued', 'running') LIMIT 1`)).rows.length > 0;

/** A run that the first instance works on: the other one, which has nothing to do, is held while it is claimed. */
const sendToFirst = async (steps: readonly ServedStep[], isFirst = true) => {
  if (isFirst) await expect.poll(busy, { timeout: 20_000 }).toBe(false);
  other.child.kill('SIGSTOP');
  try {
    const sent = await send(near, steps);
    await expect.poll(() => model.requestsOf(sent.name).length, { timeout: 10_000 }).toBeGreaterThan(0);
    return sent;
  } finally {
    other.child.kill('SIGCONT');
  }
};
const find = async (user: ProductUser, id: string): Promise<AgentRun> => (await user.call(`${runs}/${id}`)).body;

/** Reads a log to its end, or until `enough`; what was read of a connection that broke counts as well. */
const watch = async (user: ProductUser, id: string, enough: (event: RunEvent) => boolean = () => false) => {
  const leave = new AbortController();
  const { events } = await user.stream({ path: `${runs}/${id}/events`, signal: leave.signal });
  const seen: RunEvent[] = [];
  try {
    for await (const event of events) {
      seen.push(event);
      if (enough(event)) break;
    }
  } catch {
    // The connection broke.
  }
  leave.abort();
  return seen;
};
const said = (event: RunEvent) => event.type === 'text_delta' && event.seq > 7;

/** Waits for the end at the other instance and holds the run against the rules. */
const finish = async (id: string) => {
  const events = await watch(far, id);
  const run = await find(far, id);
  checkLog(events, id);
  checkRun(run, events);
  return { run, events };
};
const asked = async (id: string) => {
  await expect.poll(async () => (await find(far, id)).status, { timeout: 15_000 }).toBe('waiting_permission');
  const [request] = (await find(far, id)).pending_permissions;
  if (!request) throw new Error('nothing is asked');
  return (user: ProductUser, decision: string) =>
    user.call(`${runs}/${id}/permissions/${request.id}`, { body: { decision } });
};
const note = (title: string) => ({ calls: [{ name: 'notes.create', args: { title } }] });
const notesCalled = async (title: string) => {
  const { body } = await far.call('/api/notes?limit=100');
  return body.items.filter((item: { title: string }) => item.title === title).length;
};
const recoveries = async (id: string) =>
  (await database.pool.query<{ recoveries: number }>('SELECT recoveries FROM runs WHERE id = $1', [id])).rows[0]
    ?.recoveries;

describe('each of two instances', () => {
  it('situation 67: works on its runs once, although pages, routes and the start are compiled apart', async () => {
    for (const { port } of [one, other]) {
      for (const path of ['/login', '/api/health', '/api/openapi.json', '/share/unknown']) {
        await (await fetch(`http://localhost:${port}${path}`)).arrayBuffer();
      }
    }
    const buses = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'metona-bus%'`;
    await expect.poll(async () => (await database.pool.query(buses)).rows, { timeout: 15_000 }).toEqual([{ n: 2 }]);
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, index) => send(index % 2 ? near : far, [note('n'), { text: 'not noted' }])),
    );
    for (const { id, name } of sent) {
      const decide = await asked(id);
      expect((await decide(near, 'deny')).status).toBe(200);
      expect((await finish(id)).run.status).toBe('completed');
      expect(model.requestsOf(name).map(({ step }) => step)).toEqual([0, 1]);
    }
    expect((await database.pool.query(buses)).rows).toEqual([{ n: 2 }]);
  });

  it('situation 52: sends each event as it happens, also to a reader who asks for compression', async () => {
    const { id } = await send(near, talk);
    const response = await fetch(`http://127.0.0.1:${one.port}${runs}/${id}/events`, {
      headers: {
        authorization: `Bearer ${near.token}`,
        'accept-encoding': 'gzip, deflate, br',
        accept: 'text/event-stream',
      },
    });
    const header = (name: string) => response.headers.get(name);
    expect([header('content-type'), header('cache-control'), header('x-accel-buffering')]).toEqual([
      'text/event-stream; charset=utf-8',
      'no-cache, no-transform',
      'no',
    ]);
    expect([null, 'none', 'identity']).toContain(header('content-encoding'));
    const times: number[] = [];
    for await (const _ of response.body ?? []) times.push(Date.now());
    expect(times.length).toBeGreaterThan(10);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_000);
  });

  it('situation 53: goes on with a run whose reader has left', async () => {
    named += 1;
    const name = `two-${named}`;
    const body = { input: servedInput(name, talk), provider_id: providerId, model: 'script' };
    const leave = new AbortController();
    const { headers, events } = await near.stream({ path: runs, body, signal: leave.signal });
    for await (const event of events) if (said(event)) break;
    leave.abort();
    const { run } = await finish(headers.get('x-run-id') ?? '');
    expect([run.status, run.output, model.requestsOf(name).length]).toEqual(['completed', words, 1]);
  });
});

describe('two instances on one database', () => {
  it('a run of the first is watched live through the other, and both logs are the same', async () => {
    const { id } = await sendToFirst(talk);
    const lags: number[] = [];
    const noteLag = (event: RunEvent) => {
      if (event.type === 'text_delta') lags.push(Date.now() - event.timestamp);
      return false;
    };
    const [here, there] = await Promise.all([watch(near, id), watch(far, id, noteLag)]);
    expect(there).toEqual(here);
    expect((await finish(id)).run).toMatchObject({ status: 'completed', output: words });
    expect(Math.max(...lags.slice(-20))).toBeLessThan(1_500);
  });

  it('a question of the first is answered through both at once, and its call runs once', async () => {
    const { id } = await sendToFirst([note('both'), { text: 'written' }]);
    const decide = await asked(id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => decide(index % 2 ? near : far, 'allow_once')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { run, events } = await finish(id);
    expect([run.status, run.output, await notesCalled('both')]).toEqual(['completed', 'written', 1]);
    expect(events.filter(({ type }) => type === 'tool_start').length).toBe(1);
  });

  it('a run of the first is stopped through the other, its model call too', async () => {
    const { id, name } = await sendToFirst([{ text: words, pieces: 80, pauseMs: 500 }]);
    const startedAt = Date.now();
    expect((await far.call(`${runs}/${id}/cancel`, { method: 'POST' })).status).toBe(202);
    expect((await finish(id)).run.status).toBe('cancelled');
    expect(Date.now() - startedAt).toBeLessThan(2_000);
    await expect.poll(() => model.requestsOf(name).map(({ wasCut }) => wasCut)).toEqual([true]);
  });

  it('a hundred runs at once end well, and both work on them', async () => {
    const steps: ServedStep[] = [
      { text: 'a ', calls: [{ name: 'math.add', args: { left: 1, right: 2 } }] },
      { text: words.slice(0, 60), pieces: 20, pauseMs: 30 },
    ];
    const sent = await Promise.all(Array.from({ length: 100 }, (_, index) => send(index % 2 ? near : far, steps)));
    const owners = new Set<string>();
    await expect
      .poll(
        async () => {
          const { rows } = await database.pool.query(`SELECT owner FROM runs WHERE status = 'running'`);
          for (const { owner } of rows) owners.add(owner);
          const { rows: left } = await database.pool.query('SELECT 1 FROM runs WHERE finished_at IS NULL');
          return left.length;
        },
        { timeout: 90_000, interval: 20 },
      )
      .toBe(0);
    expect(owners.size).toBe(2);
    for (const { id } of sent) {
      const { run } = await finish(id);
      expect([run.status, run.output, run.steps_used]).toEqual(['completed', words.slice(0, 60), 2]);
    }
  }, 120_000);

  it('situation 61: what the first works on when it is told to stop, the other goes on with', async () => {
    const resting = await sendToFirst(rest(1_500));
    const { id } = await sendToFirst(longTalk, false);
    const seen = await watch(near, id, said);
    const startedAt = Date.now();
    expect(await one.stop('SIGTERM')).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    const { run, events } = await finish(id);
    expect([run.status, run.output, await recoveries(id)]).toEqual(['completed', words, 0]);
    expect(events.slice(0, seen.length)).toEqual(seen);
    expect((await finish(resting.id)).run).toMatchObject({ status: 'completed', output: 'rested' });
    await one.dispose();
    one = await boot();
    near = near.at(one.port);
  });

  it('situation 60: what the first works on when it is killed, the other finishes, and answers its questions', async () => {
    const open = await sendToFirst([note('asked on the first'), { text: 'noted' }]);
    const decide = await asked(open.id);
    const resting = await sendToFirst(rest(4_000));
    const talking = await sendToFirst(longTalk, false);
    const seen = await watch(near, talking.id, said);
    await one.stop('SIGKILL');
    const { run, events } = await finish(talking.id);
    expect([run.status, run.output, await recoveries(talking.id)]).toEqual(['completed', words, 1]);
    expect(events.slice(0, seen.length)).toEqual(seen);
    expect((await finish(resting.id)).run).toMatchObject({ status: 'completed', output: 'rested' });
    expect((await decide(far, 'allow_once')).status).toBe(200);
    expect((await finish(open.id)).run).toMatchObject({ status: 'completed', output: 'noted' });
    expect(await notesCalled('asked on the first')).toBe(1);
    await one.dispose();
    one = await boot();
    near = near.at(one.port);
  });

  it('the first, frozen while the other takes its run over, writes nothing when it wakes up', async () => {
    const { id } = await sendToFirst(longTalk);
    const seen = await watch(near, id, said);
    one.child.kill('SIGSTOP');
    await database.pool.query(`UPDATE runs SET lease_until = now() - interval '1 second' WHERE id = $1`, [id]);
    const { run, events } = await finish(id);
    one.child.kill('SIGCONT');
    await one.waitHealthy();
    // By the end of a later run it has noticed that the earlier one is not its own any more.
    expect((await finish((await sendToFirst([{ text: 'awake' }])).id)).run.output).toBe('awake');
    expect([run.status, run.output]).toEqual(['completed', words]);
    expect(events.slice(0, seen.length)).toEqual(seen);
    expect(await watch(near, id)).toEqual(events);
    expect(await watch(far, id)).toEqual(events);
  });
});
