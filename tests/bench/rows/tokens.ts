import { ask } from '../arena/client';
import { type ContestantName, contestants, described, newOrder, rotated } from '../arena/contestants';
import { cpuOf } from '../arena/process';
import { effort } from '../effort';
import type { SpeechOrder } from '../load/orders';
import { type Goal, oncePerPass, type Row } from '../row';

type Peer = Exclude<ContestantName, 'ours' | 'A1'>;
const names = ['ours', 'A2', 'A3', 'A3p', 'A3n'] as const satisfies readonly ContestantName[];

interface Cost {
  /** µs of the server's CPU for a token, and bytes of the answer's body. */
  readonly cpu: number;
  readonly bytes: number;
}
type Costs = Readonly<Record<(typeof names)[number], Cost>>;
type Order = Omit<SpeechOrder, 'id'>;

async function costOf(name: ContestantName, streams: number, order: Order): Promise<Cost> {
  const contestant = await contestants[name]();
  const requests = Array.from({ length: streams }, () => contestant.request(newOrder(order)));
  const before = cpuOf(contestant.pid);
  const spreadMs = order.rate > 0 ? 1000 / order.rate : 0;
  const reports = await ask({ kind: 'streams', requests, spreadMs });
  const cpu = cpuOf(contestant.pid) - before;
  const tokens = reports.reduce((sum, report) => sum + report.tokens, 0);
  const bytes = reports.reduce((sum, report) => sum + report.bytes, 0);
  return { cpu: cpu / tokens, bytes: bytes / tokens };
}

let round = 0;

async function takeAll(streams: number, order: Order): Promise<Costs> {
  const costs: Partial<Record<ContestantName, Cost>> = {};
  round += 1;
  // The code of everyone is compiled before anyone is measured.
  if (round <= 2) for (const name of names) await costOf(name, 4, { tokens: effort(4_000, 500), rate: 0 });
  for (const name of rotated(names, round)) costs[name] = await costOf(name, streams, order);
  return costs as Costs;
}

const paced = (tokens: number): Order => ({ tokens, rate: 50 });
const one = oncePerPass(() => takeAll(1, paced(effort(400, 50))));
const fifty = oncePerPass(() => takeAll(50, paced(effort(300, 50))));
const flood = oncePerPass(() => takeAll(1, { tokens: effort(20_000, 2_000), rate: 0 }));

interface Compared {
  readonly what: string;
  readonly of: keyof Cost;
  readonly take: (pass: number) => Promise<Costs>;
  readonly peer: Peer;
  readonly goal: number;
  readonly passes?: number | undefined;
}

function createRow({ what, of, take, peer, goal, passes }: Compared): Row {
  return {
    name: `${what}, against ${peer}`,
    unit: of === 'cpu' ? 'µs' : 'B',
    goal: { kind: 'at most', value: goal, of: 'peer' } satisfies Goal,
    peer: described[peer],
    ...(passes !== undefined && { passes }),
    measure: async (pass) => {
      const costs = await take(pass);
      return { ours: [costs.ours[of]], peer: [costs[peer][of]] };
    },
  };
}

const cpuGoals: readonly (readonly [Peer, number])[] = [
  ['A3', 0.33],
  ['A3n', 0.1],
  ['A2', 1.3],
];
const cpuRows = (what: string, take: Compared['take'], passes?: number) =>
  cpuGoals.map(([peer, goal]) => createRow({ what: `tokens: CPU, ${what}`, of: 'cpu', take, peer, goal, passes }));
const bytes = (what: string, take: Compared['take'], of: { peer: Peer; goal: number }) =>
  createRow({ what: `tokens: bytes on the wire, ${what}`, of: 'bytes', take, ...of });

export const rows: readonly Row[] = [
  ...cpuRows('1 stream at 50 tokens/s', one),
  ...cpuRows('50 streams at 50 tokens/s', fifty, 2),
  ...cpuRows('1 stream at full speed', flood),
  bytes('50 tokens/s', one, { peer: 'A3', goal: 2.2 }),
  bytes('50 tokens/s', one, { peer: 'A2', goal: 1 }),
  bytes('full speed', flood, { peer: 'A2', goal: 1 }),
];
