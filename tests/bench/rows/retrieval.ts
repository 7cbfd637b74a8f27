import { setTimeout as sleep } from 'node:timers/promises';
import { corpusQueries } from '@/tests/corpus/queries';
import { ask } from '../arena/client';
import { contestants, newOrder } from '../arena/contestants';
import { once } from '../arena/once';
import { callApi, product } from '../arena/product';
import { provider } from '../arena/provider';
import { indexProgress, seedNotes, untilIndexed, useEmbeddings } from '../arena/seed-notes';
import { effort } from '../effort';
import { oncePerPass, type Row } from '../row';

const notes = effort(10_000, 500);
const streams = 5;
const perSecond = 50;
const neverReached = 100_000;
const rounds = effort(4, 1);
const stepMs = effort(8_000, 1_500);
const beginWithinMs = 30_000;
const indexWithinMs = 170_000;

/** The lag of some streams, p99, from the provider's write to the client's read. */
async function lagOfStreams(): Promise<number> {
  const contestant = await contestants.ours();
  const order = { tokens: neverReached, rate: perSecond, stamped: true };
  const requests = Array.from({ length: streams }, () => contestant.request(newOrder(order)));
  const { steps } = await ask({
    kind: 'ramp',
    requests,
    first: streams,
    growth: 2,
    stepMs,
    maxLagMs: 1_000,
    stopUrl: `${(await provider()).origin}/stop`,
  });
  const lag = steps[0]?.p99;
  if (lag === undefined || !Number.isFinite(lag)) throw new Error('a stream was not heard');
  return lag;
}

/** The notes are there and the index has been asked for; how far it is, is another question. */
const seeded = once(async () => {
  await useEmbeddings();
  await seedNotes(notes);
  await callApi('/api/knowledge/index', {});
});

async function doneOf(): Promise<number> {
  const { kinds, vectors } = await indexProgress();
  return kinds.note.indexed + (vectors?.indexed ?? 0);
}

/** What is asked for in the background begins when it is quiet for a moment. */
async function untilGrowing(): Promise<void> {
  const before = await doneOf();
  for (const deadline = performance.now() + beginWithinMs; performance.now() < deadline; await sleep(100)) {
    if ((await doneOf()) > before) return;
  }
  throw new Error('the indexing did not begin');
}

/** Lags without indexing, then with it; each round of the latter has to see the index grow. */
const lags = oncePerPass(async () => {
  const samples = { ours: [] as number[], peer: [] as number[] };
  await lagOfStreams();
  for (let round = 0; round < rounds; round += 1) samples.peer.push(await lagOfStreams());
  await seeded();
  await untilGrowing();
  for (let round = 0; round < rounds; round += 1) {
    const before = await doneOf();
    samples.ours.push(await lagOfStreams());
    const after = await doneOf();
    if (after === before) throw new Error('nothing was indexed beside the streams');
    console.error(`  ${after - before} notes and passages beside the streams`);
  }
  return samples;
});

/** Indexed whole, also when this is the only row. */
const indexed = once(async () => {
  await seeded();
  const begunAt = performance.now();
  await untilIndexed(indexWithinMs);
  const { kinds, vectors } = await indexProgress();
  if (kinds.note.total < notes || kinds.note.indexed < notes) throw new Error('notes are missing from the index');
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(0);
  console.error(`  the rest was indexed in ${seconds} s: ${kinds.note.indexed} notes, ${vectors?.indexed} passages`);
});

const wait = (mode: 'text' | 'fused') =>
  oncePerPass(async () => {
    await indexed();
    const { url, headers } = await product();
    const times: number[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      for (const { query } of corpusQueries.slice(0, effort(corpusQueries.length, 20))) {
        const path = `/api/knowledge/search?${new URLSearchParams({ q: query, mode })}`;
        const begunAt = performance.now();
        const response = await fetch(`${url}${path}`, { headers });
        const { hits } = (await response.json()) as { hits?: unknown[] };
        if (turn > 0) times.push(performance.now() - begunAt);
        if (!response.ok || hits === undefined) throw new Error(`a search was answered with ${response.status}`);
      }
    }
    return times.sort((left, right) => left - right);
  });
const waits = { text: wait('text'), fused: wait('fused') };

const searchRow = (mode: 'text' | 'fused', share: number): Row => ({
  name: `retrieval: search over 10,000 notes, ${mode === 'text' ? 'by words' : 'by words and meaning'}, p${share}`,
  unit: 'ms',
  goal: { kind: 'at most', value: 100, of: 'unit' },
  passes: 1,
  measure: async (pass) => {
    const times = await waits[mode](pass);
    return { ours: [times[Math.floor((times.length - 1) * (share / 100))] ?? Number.NaN] };
  },
});

export const rows: readonly Row[] = [
  {
    name: 'retrieval: lag of streams (p99) while 10,000 notes are indexed',
    unit: 'ms',
    goal: { kind: 'at most', value: 1.5, of: 'peer' },
    peer: 'the same before',
    passes: 1,
    measure: lags,
  },
  searchRow('text', 50),
  searchRow('text', 95),
  searchRow('fused', 50),
  searchRow('fused', 95),
];
