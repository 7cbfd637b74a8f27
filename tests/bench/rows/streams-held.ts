import { ask } from '../arena/client';
import { type ContestantName, contestants, described, newOrder, rotated } from '../arena/contestants';
import { provider, spoken } from '../arena/provider';
import { effort } from '../effort';
import { oncePerPass, type Row } from '../row';

const names = ['ours', 'A1', 'A3'] as const satisfies readonly ContestantName[];
const most = effort(1_500, 60);
const perSecond = 50;
const neverReached = 100_000;

async function heldBy(name: ContestantName): Promise<number> {
  const contestant = await contestants[name]();
  // The code is compiled before it is measured.
  const first = Array.from({ length: 20 }, () => contestant.request(newOrder({ tokens: effort(1_000, 200), rate: 0 })));
  await ask({ kind: 'streams', requests: first, spreadMs: 200 });
  const order = { tokens: neverReached, rate: perSecond, stamped: true };
  const requests = Array.from({ length: most }, () => contestant.request(newOrder(order)));
  const { held, steps, read } = await ask({
    kind: 'ramp',
    requests,
    first: effort(20, 10),
    growth: effort(1.2, 2),
    stepMs: effort(1_500, 600),
    maxLagMs: 50,
    stopUrl: `${(await provider()).origin}/stop`,
  });
  console.error(`  ${name}: ${steps.map(({ streams, p99 }) => `${streams} → ${p99.toFixed(0)} ms`).join(', ')}`);
  const { counts } = await spoken();
  for (const [id, tokens] of Object.entries(read)) {
    if (counts[id] !== tokens) throw new Error(`${name}: ${tokens} tokens came of ${counts[id]}`);
  }
  return held;
}

let round = 0;

const take = oncePerPass(async () => {
  const held: Partial<Record<ContestantName, number>> = {};
  round += 1;
  for (const name of rotated(names, round)) held[name] = await heldBy(name);
  return held as Record<(typeof names)[number], number>;
});

function createRow(peer: 'A1' | 'A3', goal: number): Row {
  return {
    name: `streams: held at 50 tokens/s with a lag of 50 ms at most (p99), against ${peer}`,
    unit: 'streams',
    goal: { kind: 'at least', value: goal, of: 'peer' },
    peer: described[peer],
    passes: 2,
    measure: async (pass) => {
      const held = await take(pass);
      return { ours: [held.ours], peer: [held[peer]] };
    },
  };
}

export const rows: readonly Row[] = [createRow('A1', 0.9), createRow('A3', 4)];
