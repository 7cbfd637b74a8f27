import type { ProductUser } from './product-user';
import { type ServedStep, servedInput } from './script-server';
import type { SeededRandom } from './seeded-random';
import type { StormRun } from './storm-run';

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index} `).join('');
const add = (left: number) => ({ name: 'math.add', args: { left, right: 1 } });
const rest = (ms: number) => ({ name: 'system.sleep', args: { ms } });
const note = (title: string) => ({ name: 'notes.create', args: { title, content: 'through a storm' } });
const end: ServedStep = { text: 'That is all.' };

interface Kind {
  readonly asks: boolean;
  readonly notes: number;
  readonly steps: (titles: readonly string[]) => ServedStep[];
}

/** What runs of a storm do; notes are the calls that must never happen twice. */
const kinds: Readonly<Record<string, Kind>> = {
  talk: { asks: false, notes: 0, steps: () => [{ text: words(60), pieces: 60, pauseMs: 12 }] },
  tools: {
    asks: false,
    notes: 0,
    steps: () => [
      { text: 'I add. ', calls: [add(1), rest(80), add(2)] },
      { calls: [rest(120), rest(40)] },
      { text: words(20), pieces: 20, pauseMs: 8 },
    ],
  },
  writes: {
    asks: false,
    notes: 3,
    steps: ([one = '', two = '', three = '']) => [
      { calls: [note(one), rest(60)] },
      { text: words(10), pieces: 10, pauseMs: 10, calls: [note(two), note(three)] },
      end,
    ],
  },
  asks: {
    asks: true,
    notes: 2,
    steps: ([one = '', two = '']) => [{ calls: [add(3), note(one)] }, { text: 'Next. ', calls: [note(two)] }, end],
  },
  retries: {
    asks: false,
    notes: 1,
    steps: ([one = '']) => [
      { overloaded: 1, calls: [add(4)] },
      { text: words(30), pieces: 30, pauseMs: 8, broken: 1, calls: [note(one)] },
      end,
    ],
  },
  steps: {
    asks: false,
    notes: 0,
    steps: () => [...Array.from({ length: 7 }, (_, index) => ({ calls: [add(index)] })), end],
  },
};

export interface StormUsers {
  /** Is asked before a note is written. */
  readonly careful: ProductUser;
  /** Has allowed it once and for all. */
  readonly trusting: ProductUser;
  /** The provider of each that leads to the scripted model. */
  readonly providers: Readonly<Record<'careful' | 'trusting', string>>;
}

export function drawStormRun(users: StormUsers, name: string, random: SeededRandom): StormRun {
  const kind = random.pick(Object.keys(kinds));
  const { asks, notes: count, steps } = kinds[kind]!;
  const notes = Array.from({ length: count }, (_, index) => `${name}-${index}`);
  const who = asks ? 'careful' : 'trusting';
  const body = {
    input: servedInput(name, steps(notes)),
    provider_id: users.providers[who],
    model: 'script',
    allowed_tools: ['*'],
    idempotency_key: name,
  };
  return {
    name,
    kind,
    isStreamed: random.next() < 0.5,
    body,
    notes,
    decision: random.next() < 0.7 ? 'allow_once' : 'deny',
    thinksForMs: random.between(0, 400),
    stopsAfterMs: !asks && random.next() < 0.12 ? random.between(0, 900) : null,
    user: users[who],
    id: null,
    seen: [],
    decided: false,
    stopped: null,
    kills: 0,
    isOver: false,
    problems: [],
  };
}
