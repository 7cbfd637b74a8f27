import { setTimeout as sleep } from 'node:timers/promises';
import { longestTask, openPage, type WatchedPage, workOf } from '../arena/browser';
import { chatApp } from '../arena/chat-app';
import { newOrder, rotated } from '../arena/contestants';
import { product } from '../arena/product';
import { effort } from '../effort';
import { oncePerPass, type Row } from '../row';

const tokens = effort(20_000, 2_000);
const rate = 500;
/** A page that cannot keep up is waited for all the same. */
const patienceMs = 20 * 60_000;

interface AnswerCost {
  /** ms of the main thread for the whole answer, and for its first and last tenth. */
  readonly whole: number;
  readonly first: number;
  readonly last: number;
  readonly longest: number;
}

const addresses = {
  ours: async () => (await product()).page.origin,
  B4: async () => `${(await chatApp()).url}/talk`,
} as const;
type Name = keyof typeof addresses;

async function askFor(watched: WatchedPage, name: Name): Promise<void> {
  const order = newOrder({ tokens, rate, isMarkdown: true });
  const { page } = watched;
  await page.goto(await addresses[name](), { waitUntil: 'networkidle' });
  await page.getByTestId('composer').fill(JSON.stringify(order));
  await sleep(1000);
  await longestTask(watched);
  await page.getByTestId('composer').press('Enter');
  await page.getByTestId('message-assistant').first().waitFor();
}

/** Work of the main thread, noted at each tenth of the time the answer takes. */
async function observe(watched: WatchedPage, name: Name): Promise<AnswerCost> {
  await askFor(watched, name);
  const notes = [await workOf(watched)];
  const tenthMs = (tokens / rate / 10) * 1000;
  const begunAt = performance.now();
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    await sleep(Math.max(0, begunAt + tenth * tenthMs - performance.now()));
    notes.push(await workOf(watched));
  }
  const { page } = watched;
  await page.getByTestId('stop').waitFor({ state: 'detached', timeout: patienceMs });
  const sections = await page.getByTestId('message-assistant').first().locator('h2, h3').count();
  if (sections < tokens / 400) throw new Error(`${name}: only ${sections} sections of the answer are on the page`);
  const [start = 0, first = 0] = notes;
  const [before = 0, end = 0] = notes.slice(-2);
  const whole = (await workOf(watched)) - start;
  return { whole, first: first - start, last: end - before, longest: await longestTask(watched) };
}

async function measure(name: Name): Promise<AnswerCost> {
  const watched = await openPage(name === 'ours');
  watched.page.setDefaultTimeout(patienceMs);
  try {
    return await observe(watched, name);
  } finally {
    await watched.close();
  }
}

const costs: Readonly<Record<Name, (pass: number) => Promise<AnswerCost>>> = {
  ours: oncePerPass(() => measure('ours')),
  B4: oncePerPass(() => measure('B4')),
};

const passes = effort(3, 1);

export const rows: readonly Row[] = [
  {
    name: 'browser: main thread for an answer of 20,000 tokens of Markdown at 500 a second, per token',
    unit: 'µs',
    goal: { kind: 'at most', value: 0.2, of: 'peer' },
    peer: 'B4, useChat and Streamdown',
    passes,
    measure: async (pass) => {
      for (const name of rotated<Name>(['ours', 'B4'], pass)) await costs[name](pass);
      const perToken = async (name: Name) => ((await costs[name](pass)).whole / tokens) * 1000;
      return { ours: [await perToken('ours')], peer: [await perToken('B4')] };
    },
  },
  {
    name: 'browser: main thread for the last tenth of that answer',
    unit: 'ms',
    goal: { kind: 'at most', value: 1.25, of: 'peer' },
    peer: 'its first tenth',
    passes,
    measure: async (pass) => {
      const { first, last } = await costs.ours(pass);
      return { ours: [last], peer: [first] };
    },
  },
  {
    name: 'browser: longest task during that answer',
    unit: 'ms',
    goal: { kind: 'at most', value: 50, of: 'unit' },
    passes,
    measure: async (pass) => ({ ours: [(await costs.ours(pass)).longest] }),
  },
];
