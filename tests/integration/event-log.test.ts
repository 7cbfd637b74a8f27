import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RunEvent } from '@/lib/ir';
import { isOver, readEvents, startAgent, startRun, type TestAgent, waitFor } from '../support/agent';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { ScriptedModel } from '../support/scripted-model';

const USER = 'user_log';
const words = Array.from({ length: 60 }, (_, index) => `word${index} `).join('');

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Reads a log to its end with cuts at random places, resuming each time from the last event seen. */
async function readWithCuts(agent: TestAgent, runId: string, random: () => number): Promise<RunEvent[]> {
  const seen: RunEvent[] = [];
  for (;;) {
    const last = seen.at(-1);
    const take = random() < 0.7 ? 1 + Math.floor(random() * 6) : undefined;
    const after = last === undefined ? {} : { after: last.seq };
    seen.push(...(await readEvents(agent, { userId: USER, runId, ...after, ...(take !== undefined && { take }) })));
    if (seen.at(-1)?.type.startsWith('run_') && seen.length > 1) return seen;
  }
}

describe('the event log', () => {
  let database: TestDatabase;
  let agent: TestAgent;
  const model = new ScriptedModel([{ thinking: 'let me see', text: words, pieces: 60, pauseMs: 4 }]);

  beforeAll(async () => {
    database = await createTestDatabase(inject('testServer'));
    agent = await startAgent({ database, model });
  });
  afterAll(async () => {
    await agent.stopWorker();
    await database.drop();
  });

  it('situation 50: gives every watcher of 100 runs the same gap-free list, whatever is cut', async () => {
    const random = seededRandom(7);
    const runs = await Promise.all(
      Array.from({ length: 100 }, (_, index) => startRun(agent, USER, { input: `run ${index}` })),
    );
    await Promise.all(
      runs.map(async ({ id }) => {
        const watched = await Promise.all([
          readEvents(agent, { userId: USER, runId: id }),
          readWithCuts(agent, id, random),
          readWithCuts(agent, id, random),
        ]);
        const [whole] = watched;
        expect(whole.map((event) => event.seq)).toEqual(whole.map((_, index) => index));
        expect(whole.at(-1)?.type).toBe('run_completed');
        for (const list of watched) expect(list).toEqual(whole);
        const text = whole.map((event) => (event.type === 'text_delta' ? event.delta : '')).join('');
        expect(text).toBe(words);
        // Read again once everything is over: rows say what memory said.
        expect(await readEvents(agent, { userId: USER, runId: id })).toEqual(whole);
      }),
    );
  });

  it('writes one statement per window of the process, not per run or token', async () => {
    const before = agent.eventWindows();
    const startedAt = Date.now();
    const runs = await Promise.all(
      Array.from({ length: 20 }, (_, index) => startRun(agent, USER, { input: `window ${index}` })),
    );
    await Promise.all(runs.map(({ id }) => waitFor(agent, { userId: USER, runId: id }, isOver)));
    const windows = agent.eventWindows() - before;
    // 20 runs of 60 pieces; a window lasts 33 ms, and first pieces and ends of parts are sent at once.
    expect(windows).toBeLessThan(20 * 10 + (Date.now() - startedAt) / 33);
    expect(windows).toBeLessThan((20 * 60) / 2);
  });

  it('lets a stale owner write nothing', async () => {
    const slow = new ScriptedModel([{ text: words, pieces: 60, pauseMs: 40 }]);
    const other = await createTestDatabase(inject('testServer'));
    const owner = await startAgent({ database: other, model: slow });
    const run = await startRun(owner, USER, { input: 'stale' });
    await readEvents(owner, { userId: USER, runId: run.id, take: 6 });
    await other.pool.query(`UPDATE runs SET epoch = epoch + 1, owner = 'i_other' WHERE id = $1`, [run.id]);
    const { rows: before } = await other.pool.query('SELECT next_seq FROM runs WHERE id = $1', [run.id]);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const { rows: after } = await other.pool.query('SELECT next_seq, status FROM runs WHERE id = $1', [run.id]);
    const { rows: events } = await other.pool.query('SELECT count(*)::int AS n FROM run_events WHERE run_id = $1', [
      run.id,
    ]);
    expect(after[0]).toEqual({ next_seq: before[0].next_seq, status: 'running' });
    expect(events[0].n).toBe(before[0].next_seq);
    await owner.stopWorker();
    await other.drop();
  });
});
