import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST as indexNow, GET as indexStatus } from '@/app/api/knowledge/index/route';
import type { Pool } from '@/lib/db/client';
import { assembleKnowledge } from '@/lib/server/assemble-knowledge';
import { container } from '@/lib/server/container';
import { type SignedUp, signUp } from '../support/api-client';
import { as, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;

beforeAll(async () => {
  world = await openWorld();
  anna = await signUp('anna');
});
afterAll(() => world.database.drop());

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const signal = () => new AbortController().signal;

/** A pool that is gone from its `last` statement on, as for a process that was killed there. */
function dying(pool: Pool, last: number): Pool {
  let left = last;
  const dies = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name);
        if (name === 'query') {
          return async (...args: unknown[]) => {
            left -= 1;
            if (left < 0) throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
            return (value as (...all: unknown[]) => unknown).apply(of, args);
          };
        }
        if (name === 'connect') return async () => dies(await (of as unknown as Pool).connect());
        // What was begun is never committed.
        if (name === 'release') return () => (value as (broken: boolean) => void).call(of, true);
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
  return dies(pool);
}

/** The index of a process that dies at its `last` statement. */
const dyingIndex = (last: number) =>
  assembleKnowledge({
    ...container(),
    pool: dying(world.database.pool, last),
    log: silent,
    embedding: {
      chosen: async () => null,
      embed: async () => [],
      embedQuery: async () => null,
      noteFailure: () => undefined,
      failureOf: () => null,
    },
    rerankerModel: async () => null,
    notes: { readWithBlocks: async () => null },
    files: container().workspace,
    activity: () => 0,
    requestIndex: () => undefined,
  }).knowledge;

const counted = async () => {
  const { rows } = await world.database.pool.query<{ all: number; different: number }>(
    `SELECT count(*)::int AS all, count(DISTINCT (kind, source_id, content_hash))::int AS different
     FROM knowledge_chunks WHERE user_id = $1`,
    [anna.id],
  );
  return rows[0];
};

describe('an index whose process dies', () => {
  it('goes on where it was, at whatever statement that happens, and has nothing twice', async () => {
    for (let at = 0; at < 45; at += 1)
      await container().notes.create(anna.id, { title: `Note ${at}`, content: `marmot ${at}` });
    const text = Array.from({ length: 4_000 }, (_, at) => `row ${at} with a capybara`).join('\n');
    await container().workspace.upload(anna.id, null, { name: 'long.txt', bytes: new TextEncoder().encode(text) });
    let deaths = 0;
    for (let last = 1; last < 60; last += 3) {
      await dyingIndex(last)
        .update(anna.id, signal())
        .catch((error: unknown) => {
          expect(String(error)).toContain('Connection terminated');
          deaths += 1;
        });
      const { all, different } = (await counted()) ?? { all: 0, different: -1 };
      expect(all).toBe(different);
    }
    await dyingIndex(10_000).update(anna.id, signal());
    expect(deaths).toBeGreaterThan(3);
    const whole = await counted();
    expect((await as(anna, indexStatus)).body).toMatchObject({
      kinds: { note: { total: 45, indexed: 45, failed: 0 }, file: { total: 1, indexed: 1, failed: 0 } },
    });
    await as(anna, indexNow, { method: 'POST', json: { rebuild: true } });
    expect((await as(anna, indexStatus)).body).toMatchObject({ kinds: { note: { indexed: 0 } }, state: 'indexing' });
    await dyingIndex(10_000).update(anna.id, signal());
    expect(await counted()).toEqual(whole);
  });

  it('stops soon when it is told to', async () => {
    for (let at = 0; at < 60; at += 1)
      await container().notes.create(anna.id, { title: `More ${at}`, content: `quoll ${at}` });
    const stop = new AbortController();
    stop.abort();
    await container().knowledge.update(anna.id, stop.signal);
    expect((await as(anna, indexStatus)).body.kinds.note).toMatchObject({ total: 105, indexed: 45 });
  });
});
