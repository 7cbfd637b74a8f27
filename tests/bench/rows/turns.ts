import { ask } from '../arena/client';
import { contestants, newOrder } from '../arena/contestants';
import { once } from '../arena/once';
import { cpuOf, cpuOfFamily } from '../arena/process';
import { product } from '../arena/product';
import { seedSession } from '../arena/seed';
import { effort } from '../effort';
import { oncePerPass, type Row } from '../row';

const sizes = [10, 100, 1_000, 10_000] as const;
type Size = (typeof sizes)[number];
const turns = effort(10, 2);

interface TurnCost {
  /** µs of the app and its database. */
  readonly cpu: number;
  /** Bytes of the database's log. */
  readonly written: number;
}

const sessions = new Map<string, Promise<string>>();

/** One session for each size and window, with the turns behind it that come but once: a fold, the first reading. */
function sessionOf(size: Size, model: string): Promise<string> {
  const name = `${size} ${model}`;
  const known = sessions.get(name);
  if (known) return known;
  const seeded = seedSession(size).then(async (id) => {
    for (let turn = 0; turn < 2; turn += 1) await takeTurn(id, model);
    return id;
  });
  sessions.set(name, seeded);
  return seeded;
}

async function takeTurn(session: string, model: string): Promise<void> {
  const contestant = await contestants.ours();
  const request = contestant.request(newOrder({ tokens: 20, rate: 0 }), session);
  const body = JSON.stringify({ ...JSON.parse(request.body), model });
  await ask({ kind: 'streams', requests: [{ ...request, body }], spreadMs: 0 });
}

/** Whole pages, which the log takes once after each checkpoint, would hide what a turn writes. */
const leaveOutPages = once(async () => {
  const { pool } = await product();
  await pool.query('ALTER SYSTEM SET full_page_writes = off');
  await pool.query('SELECT pg_reload_conf()');
});

async function writtenBytes(): Promise<number> {
  const { pool } = await product();
  const { rows } = await pool.query<{ bytes: string }>(`SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes`);
  return Number(rows[0]?.bytes);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function costOf(size: Size, model: string): Promise<TurnCost> {
  const session = await sessionOf(size, model);
  const { pid, databasePid } = await product();
  const cpu = () => cpuOf(pid) + cpuOfFamily(databasePid);
  const written: number[] = [];
  const before = cpu();
  for (let turn = 0; turn < turns; turn += 1) {
    const from = await writtenBytes();
    await takeTurn(session, model);
    written.push((await writtenBytes()) - from);
  }
  return { cpu: (cpu() - before) / turns, written: median(written) };
}

async function takeAll(model: string): Promise<Record<Size, TurnCost>> {
  await leaveOutPages();
  const costs: Partial<Record<Size, TurnCost>> = {};
  for (const size of sizes) costs[size] = await costOf(size, model);
  const line = sizes.map((size) => `${size}: ${((costs[size]?.cpu ?? 0) / 1000).toFixed(1)} ms`).join(', ');
  console.error(`  ${model}: ${line}`);
  return costs as Record<Size, TurnCost>;
}

const wide = oncePerPass(() => takeAll('bench-wide'));
const narrow = oncePerPass(() => takeAll('bench-narrow'));

/** How steep the cost rises from one size to the next, on logarithmic scales: 1 is in proportion, 0 not at all. */
function slope(costs: Record<Size, TurnCost>, from: Size, to: Size): number {
  return Math.log(costs[to].cpu / costs[from].cpu) / Math.log(to / from);
}

const passes = effort(2, 1);

export const rows: readonly Row[] = [
  {
    name: 'turns: slope of CPU from 1,000 to 10,000 messages, all of them sent',
    unit: '(log/log)',
    goal: { kind: 'at most', value: 1, of: 'unit' },
    passes,
    measure: async (pass) => ({ ours: [slope(await wide(pass), 1_000, 10_000)] }),
  },
  {
    name: 'turns: slope of CPU from 1,000 to 10,000 messages, window full',
    unit: '(log/log)',
    goal: { kind: 'at most', value: 0.1, of: 'unit' },
    passes,
    measure: async (pass) => ({ ours: [slope(await narrow(pass), 1_000, 10_000)] }),
  },
  {
    name: 'turns: bytes written at 10,000 messages',
    unit: 'B',
    goal: { kind: 'at most', value: 1.05, of: 'peer' },
    peer: 'the same at 10 messages',
    passes,
    measure: async (pass) => {
      const costs = await wide(pass);
      return { ours: [costs[10_000].written], peer: [costs[10].written] };
    },
  },
];
