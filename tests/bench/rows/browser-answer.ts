import { setTimeout as sleep } from 'node:timers/promises';
import { longestTask, openPage, type WatchedPage, workOf } from '../arena/browser';
import { newOrder } from '../arena/contestants';
import { product } from '../arena/product';
import { effort } from '../effort';
import { oncePerPass, type Row } from '../row';

const tokens = effort(20_000, 2_000);
const rate = 500;

interface AnswerCost {
  /** ms of the main thread for the whole answer, and for its first and last tenth. */
  readonly whole: number;
  readonly first: number;
  readonly last: number;
  readonly longest: number;
}

async function askFor(watched: WatchedPage): Promise<string> {
  const order = newOrder({ tokens, rate, isMarkdown: true });
  const { page } = watched;
  await page.goto((await product()).page.origin);
  await page.getByTestId('composer').fill(JSON.stringify(order));
  await sleep(1000);
  await longestTask(watched);
  await page.getByTestId('composer').press('Enter');
  await page.getByTestId('message-assistant').first().waitFor();
  return order.id;
}

/** Work of the main thread, noted at each tenth of the time the answer takes. */
async function observe(watched: WatchedPage): Promise<AnswerCost> {
  await askFor(watched);
  const notes = [await workOf(watched)];
  const tenthMs = (tokens / rate / 10) * 1000;
  const begunAt = performance.now();
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    await sleep(begunAt + tenth * tenthMs - performance.now());
    notes.push(await workOf(watched));
  }
  await watched.page.getByTestId('stop').waitFor({ state: 'detached' });
  const sections = await watched.page.getByTestId('message-assistant').first().locator('h3').count();
  if (sections < tokens / 400) throw new Error(`only ${sections} sections of the answer are on the page`);
  const [start = 0, first = 0] = notes;
  const [before = 0, end = 0] = notes.slice(-2);
  const whole = (await workOf(watched)) - start;
  return { whole, first: first - start, last: end - before, longest: await longestTask(watched) };
}

const take = oncePerPass(async (): Promise<AnswerCost> => {
  const watched = await openPage();
  try {
    return await observe(watched);
  } finally {
    await watched.close();
  }
});

const passes = effort(3, 1);

export const rows: readonly Row[] = [
  {
    name: 'browser: main thread for an answer of 20,000 tokens of Markdown at 500 a second, per token',
    unit: 'µs',
    goal: { kind: 'at most', value: 300, of: 'unit' },
    passes,
    measure: async (pass) => ({ ours: [((await take(pass)).whole / tokens) * 1000] }),
  },
  {
    name: 'browser: main thread for the last tenth of that answer',
    unit: 'ms',
    goal: { kind: 'at most', value: 1.25, of: 'peer' },
    peer: 'its first tenth',
    passes,
    measure: async (pass) => {
      const { first, last } = await take(pass);
      return { ours: [last], peer: [first] };
    },
  },
  {
    name: 'browser: longest task during that answer',
    unit: 'ms',
    goal: { kind: 'at most', value: 50, of: 'unit' },
    passes,
    measure: async (pass) => ({ ours: [(await take(pass)).longest] }),
  },
];
