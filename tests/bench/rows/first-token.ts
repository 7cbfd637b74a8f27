import { ask } from '../arena/client';
import { type ContestantName, contestants, described, newOrder, rotated } from '../arena/contestants';
import { callApi } from '../arena/product';
import { effort } from '../effort';
import { oncePerPass, type Row } from '../row';

const names = ['ours', 'A1', 'A2', 'A3', 'A3p'] as const satisfies readonly ContestantName[];
const rounds = effort(25, 4);
const warmUpRounds = effort(5, 1);

type Times = Record<(typeof names)[number], number[]>;

/** One conversation, in which all say a few words turn and turn about; the provider answers at once. */
async function take(): Promise<Times> {
  const times: Times = { ours: [], A1: [], A2: [], A3: [], A3p: [] };
  const { id: chat } = await callApi<{ id: string }>('/api/sessions', {});
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const name of rotated(names, round + warmUpRounds)) {
      const contestant = await contestants[name]();
      const request = contestant.request(newOrder({ tokens: 3, rate: 0 }), chat);
      const [report] = await ask({ kind: 'streams', requests: [request], spreadMs: 0 });
      if (round >= 0) times[name].push(report?.firstTokenMs ?? Number.NaN);
    }
  }
  return times;
}

const taken = oncePerPass(take);
const measure = (peer: Exclude<keyof Times, 'ours'>) => async (pass: number) => {
  const times = await taken(pass);
  return { ours: times.ours, peer: times[peer] };
};

export const rows: readonly Row[] = [
  {
    name: 'first token: time to it, everything included',
    unit: 'ms',
    goal: { kind: 'at most', value: 0.7, of: 'peer' },
    peer: described.A3p,
    measure: measure('A3p'),
  },
  {
    name: 'first token: time to it, against a route that keeps nothing',
    unit: 'ms',
    goal: { kind: 'at most', value: 3, of: 'peer' },
    peer: described.A2,
    isStretch: true,
    measure: measure('A2'),
  },
];
