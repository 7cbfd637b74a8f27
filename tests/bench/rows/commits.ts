import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../arena/client';
import { contestants, newOrder } from '../arena/contestants';
import { product } from '../arena/product';
import { effort } from '../effort';
import { oncePerPass, type Row } from '../row';

const rate = 50;
const seconds = effort(5, 2);
/** Runs have begun when this is over, and none has ended before the time is up. */
const settlingSeconds = 3;
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

/** Transactions of any kind per second, those that only read included, while so many runs speak. */
async function commitsAt(runs: number): Promise<number> {
  const contestant = await contestants.ours();
  const tokens = rate * (settlingSeconds + seconds + (2 * reportMs) / 1000 + 1);
  const requests = Array.from({ length: runs }, () => contestant.request(newOrder({ tokens, rate })));
  const reading = ask({ kind: 'streams', requests, spreadMs: 1_000 });
  reading.catch(() => undefined);
  await sleep(settlingSeconds * 1000 - reportMs);
  const before = await commits();
  const begunAt = performance.now();
  await sleep(seconds * 1000);
  const counted = (await commits()) - before;
  const elapsed = (performance.now() - begunAt) / 1000;
  await reading;
  return counted / elapsed;
}

const hundred = oncePerPass(() => commitsAt(100));
const ten = oncePerPass(() => commitsAt(10));
const passes = effort(2, 1);

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
