import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createEventStore, eventJson, insertEventsSql, sealEvent } from '@/lib/db/event-store';
import { WriteBatch } from '@/lib/db/write-batch';
import { emptyUsage, type RunEventDraft } from '@/lib/ir';
import { encodeSseEvent } from '@/lib/sse/encode';
import { createTestDatabase, type TestDatabase } from '../support/database';

const place = { runId: 'run_pages', sessionId: 's_1' };
const envelope = { requestId: 'r_1', iteration: 1, timestamp: 1 };
const piece = (delta: string): RunEventDraft => ({ ...envelope, type: 'text_delta', delta });
const longest = 160 * 1024;

describe('the pages of a log', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(inject('testServer'));
  });
  afterAll(() => database.drop());

  const insertEvents = async (of: { runId: string; sessionId: string }, drafts: readonly RunEventDraft[]) => {
    const batch = new WriteBatch();
    batch.add('events', insertEventsSql(batch.bind, { ...of, firstSeq: 0 }, drafts));
    await batch.send(database.pool, 'SELECT 1');
  };

  const readAll = async (runId: string) => {
    const store = createEventStore(database.pool);
    const pages = [];
    for (let cursor = -1; ; ) {
      const page = await store.read(runId, cursor);
      if (page === null) return pages;
      pages.push(page);
      cursor = page.last;
      if (!page.isWhole) return pages;
    }
  };

  it('are the very bytes that were sent live, and none is much larger than another', async () => {
    const texts = ['é', '🙂\n"\\', '\u0000\ud800', 'x'.repeat(90_000), 'data: {"seq":1,"type":"run_failed"}', '你'];
    const said = Array.from({ length: 2_600 }, (_, index) => piece(texts[index % 300] ?? `${index} `.repeat(20)));
    const drafts: RunEventDraft[] = [...said, { ...envelope, type: 'run_cancelled', usage: emptyUsage() }];
    await insertEvents(place, drafts);
    const pages = await readAll(place.runId);
    const sent = drafts.map((draft, seq) => encodeSseEvent(seq, eventJson(sealEvent(draft, { ...place, seq }))));
    expect(pages.map(({ frames }) => frames).join('')).toBe(Buffer.concat(sent).toString());
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.every(({ isWhole }) => isWhole)).toBe(true);
    expect(Math.max(...pages.map(({ frames }) => Buffer.byteLength(frames)))).toBeLessThan(longest + 90_000);
    expect(pages.map(({ isCut }) => isCut)).toEqual(pages.map((_, index) => index < pages.length - 1));
    expect(pages.map(({ terminal }) => terminal)).toEqual(pages.map((_, index) => index === pages.length - 1));
  });

  it.each([
    [0, 1],
    [5, 6],
    [1, 2_900],
    [0, 3_000],
  ])('tell that events from %i to %i are gone', async (from, to) => {
    const runId = `run_gap_${from}_${to}`;
    const drafts = Array.from({ length: 3_100 }, (_, index) => piece(`${index}`));
    await insertEvents({ ...place, runId }, drafts);
    await database.pool.query('DELETE FROM run_events WHERE run_id = $1 AND seq >= $2 AND seq < $3', [runId, from, to]);
    const pages = await readAll(runId);
    expect(pages.at(-1)).toMatchObject({ isWhole: false, terminal: false });
    expect(await createEventStore(database.pool).read(runId, 3_099)).toBeNull();
  });
});
