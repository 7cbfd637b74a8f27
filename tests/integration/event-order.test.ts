import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventStore } from '@/lib/db/event-store';
import { createRunStore } from '@/lib/db/run-store';
import type { RunEvent } from '@/lib/ir';
import { openStreams } from '@/lib/server/http/stream-slots';
import { createHeartbeat } from '@/lib/sse/heartbeat';
import { readEvents } from '../support/agent';
import { createWorld, USER, type World } from '../support/agent-world';

describe('the order of a log', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ heartbeat: createHeartbeat(200) });
  });
  afterAll(() => world.close());

  it('situation 56: is the order of commits, so a reader at the head never misses an earlier event', async () => {
    const { id } = await world.start([{ text: 'x', hangs: true }]);
    await readEvents(world.agent, { userId: USER, runId: id, take: 4 });
    const { pool } = world.database;
    const [store, events] = [createRunStore(pool, () => {}), createEventStore(pool)];
    let isWriting = true;
    const seen: number[] = [];
    const reading = (async () => {
      for (let isLast = false; !isLast; ) {
        isLast = !isWriting;
        const page = await events.read(id, seen.at(-1) ?? -1);
        seen.push(...[...(page?.frames ?? '').matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq)));
      }
    })();
    // Transactions that begin in one order and could end in any other.
    const write = async (index: number) => {
      await store.transact(id, { statuses: ['running'] }, async (transaction) => {
        const envelope = { requestId: '', iteration: 1, timestamp: index };
        transaction.emit({ type: 'budget_warning', kind: 'tokens', used: index, limit: 1, ...envelope });
        await delay((index * 7) % 13);
        return true;
      });
    };
    await Promise.all(Array.from({ length: 30 }, (_, index) => write(index)));
    isWriting = false;
    await reading;
    const { rows } = await pool.query<{ next_seq: number }>('SELECT next_seq FROM runs WHERE id = $1', [id]);
    expect(rows[0]?.next_seq).toBeGreaterThanOrEqual(34);
    expect(seen).toEqual(Array.from({ length: rows[0]?.next_seq ?? 0 }, (_, index) => index));
  });

  it('is kept for a slow watcher: it is dropped, and goes on after the last event it has read', async () => {
    const run = await world.start([{ text: 'many words '.repeat(200), pieces: 200, pauseMs: 8 }]);
    const before = openStreams(USER);
    const response = await world.agent.runEvents.resume(USER, run.id, new Request('http://localhost/events'));
    const reader = response.body?.getReader();
    let text = '';
    while (!text.includes('"type":"text_delta"')) text += new TextDecoder().decode((await reader?.read())?.value);
    const read = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '') as RunEvent);
    await expect.poll(() => openStreams(USER), { timeout: 5_000 }).toBe(before);
    await expect(reader?.read()).rejects.toThrow('the event stream was ended');
    const rest = await readEvents(world.agent, { userId: USER, runId: run.id, after: read.at(-1)?.seq ?? -1 });
    const { events } = await world.finish(run.id);
    expect([...read, ...rest]).toEqual(events);
  });
});
