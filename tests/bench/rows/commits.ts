import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../arena/client';
import { contestants, newOrder } from '../arena/contestants';
import { product } from '../arena/product';
import { provider, spoken } from '../arena/provider';
import { effort } from '../effort';
import { oncePerPass, type Row } from '../row';

const rate = 50;
const seconds = effort(5, 2);
/** Long enough for a busy machine to begin every run; once the counting is over the provider ends them. */
const mostSeconds = 120;
/** PostgreSQL's backends hand in their counts no more than once a second. */
const reportMs = 1_100;

async function commits(): Promise<number> {
  const { pool } = await product();
  await sleep(reportMs);
  const { rows } = await pool.query<{ commits: string }>(
    'SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.commits);
}

async function untilSpeaking(runs: number): Promise<void> {
  const { pool } = await product();
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(100)) {
    const { rows } = await pool.query<{ runs: number }>(
      "SELECT count(*)::int AS runs FROM runs WHERE status = 'running' AND next_seq > 5",
    );
    if (rows[0]?.runs === runs) return;
  }
  throw new Error('the runs did not begin');
}

/** Transactions of any kind per second, those that only read included, while so many runs speak. */
async function commitsAt(runs: number): Promise<number> {
  const contestant = await contestants.ours();
  const stopUrl = `${(await provider()).origin}/stop`;
  const order = { tokens: rate * mostSeconds, rate };
  const requests = Array.from({ length: runs }, () => contestant.request(newOrder(order)));
  const reading = ask({ kind: 'streams', requests, spreadMs: 500, isOpenEnded: true });
  reading.catch(() => undefined);
  await untilSpeaking(runs);
  const before = await commits();
  const begunAt = performance.now();
  await sleep(seconds * 1000);
  const counted = (await commits()) - before;
  const elapsed = (performance.now() - begunAt) / 1000;
  await fetch(stopUrl, { method: 'POST' });
  const reports = await reading;
  const { counts } = await spoken();
  for (const [at, { order }] of requests.entries()) {
    if (counts[order.id] !== reports[at]?.tokens) throw new Error('tokens were lost');
  }
  return counted / elapsed;
}

const hundred = oncePerPass(() => commitsAt(100));
const ten = oncePerPass(() => commitsAt(10));
const passes = 1;

export const rows: readonly Row[] = [
  {
    name: 'commits: per second with 100 runs at 50 tokens/s',
    unit: 'commits/s',
    goal: { kind: 'at most', value: 40, of: 'unit' },
    passes,
    measure: async (pass) => ({ ours: [await hundred(pass)] }),
  },
  {
    name: 'commits: per second, whatever the number of runs',
    unit: 'commits/s',
    goal: { kind: 'at most', value: 1.1, of: 'peer' },
    peer: 'the same with 10 runs',
    passes,
    measure: async (pass) => ({ ours: [await hundred(pass)], peer: [await ten(pass)] }),
  },
];
