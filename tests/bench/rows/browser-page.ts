import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openPage, type WatchedPage } from '../arena/browser';
import { newOrder } from '../arena/contestants';
import { buildApp, startApp } from '../arena/next-app';
import { atEnd, once } from '../arena/once';
import { product } from '../arena/product';
import { seedSession } from '../arena/seed';
import { effort } from '../effort';
import { oncePerPass, type Row } from '../row';

const sizes = [20, 2_000] as const;
const opens = effort(5, 2);
const keys = effort(200, 20);

const seeded = once(async () => {
  const ids: Record<number, string> = {};
  for (const size of sizes) ids[size] = await seedSession(size);
  return ids;
});

/** ms from the address to the last message, laid out. */
async function openSession({ page }: WatchedPage, size: number): Promise<number> {
  const { origin } = (await product()).page;
  const address = `${origin}/chat/${(await seeded())[size]}`;
  const begunAt = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page
    .getByText(`in no hurry.${size - 1}`)
    .first()
    .waitFor();
  await page.getByTestId('composer').waitFor();
  return performance.now() - begunAt;
}

async function measureOpening() {
  const watched = await openPage();
  const taken: Record<number, number[]> = { 20: [], 2000: [] };
  try {
    for (const size of sizes) await openSession(watched, size);
    for (let round = 0; round < opens; round += 1) {
      for (const size of sizes) taken[size]?.push(await openSession(watched, size));
    }
  } finally {
    await watched.close();
  }
  return { ours: taken[2_000] ?? [], peer: taken[20] ?? [] };
}

/** From the key to the picture that shows it, in ms: the slowest of 98 in a hundred. */
async function typeAndWait({ page }: WatchedPage): Promise<number> {
  await page.evaluate(() => {
    const delays: number[] = [];
    Reflect.set(globalThis, 'keyDelays', delays);
    addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => delays.push(performance.now() - timeStamp);
        painted.port2.postMessage(null);
      });
    });
  });
  const composer = page.getByTestId('composer');
  await composer.focus();
  await page.keyboard.type('words '.repeat(Math.ceil(keys / 6)), { delay: 40 });
  await sleep(200);
  const delays = await page.evaluate(() => Reflect.get(globalThis, 'keyDelays') as number[]);
  if (delays.length < keys) throw new Error(`${delays.length} of ${keys} keys were seen`);
  return delays.sort((one, other) => one - other)[Math.floor(delays.length * 0.98)] ?? Number.NaN;
}

async function measureKeys(isStreaming: boolean): Promise<number> {
  const watched = await openPage();
  const { page } = watched;
  try {
    await page.goto((await product()).page.origin);
    await page.getByTestId('composer').waitFor();
    if (isStreaming) {
      const order = newOrder({ tokens: keys * 10, rate: 100, isMarkdown: true });
      await page.getByTestId('composer').fill(JSON.stringify(order));
      await page.getByTestId('composer').press('Enter');
      await page.getByTestId('message-assistant').first().waitFor();
      // What the beginning costs is another matter.
      await sleep(1500);
    }
    const delay = await typeAndWait(watched);
    if (isStreaming && (await page.getByTestId('stop').count()) === 0) throw new Error('the answer had ended before');
    if (isStreaming) await page.getByTestId('stop').click();
    return delay;
  } finally {
    await watched.close();
  }
}

const emptyApp = once(async () => {
  const app = await startApp(await buildApp('empty-app'));
  atEnd(() => app.close());
  await app.waitHealthy();
  return app;
});

/** KB of scripts and styles, gzip, that have come when nothing more comes. */
async function codeOf(url: string, isSignedIn: boolean): Promise<number> {
  const { page, close } = await openPage(isSignedIn);
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (/^(script|stylesheet)$/.test(response.request().resourceType())) bodies.push(response.body());
  });
  try {
    await page.goto(url, { waitUntil: 'networkidle' });
    const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).byteLength);
    return sizes.reduce((sum, size) => sum + size, 0) / 1024;
  } finally {
    await close();
  }
}

const keystrokes = oncePerPass(async () => ({ peer: [await measureKeys(false)], ours: [await measureKeys(true)] }));

export const rows: readonly Row[] = [
  {
    name: 'browser: open a session of 2,000 messages, to its last one',
    unit: 'ms',
    goal: { kind: 'at most', value: 1.3, of: 'peer' },
    peer: 'one of 20 messages',
    passes: effort(2, 1),
    measure: measureOpening,
  },
  {
    name: 'browser: key to picture while an answer streams, p98',
    unit: 'ms',
    goal: { kind: 'at most', value: 1.3, of: 'peer' },
    peer: 'the same while nothing happens',
    passes: effort(3, 1),
    measure: keystrokes,
  },
  {
    name: 'browser: scripts and styles of the chat page, gzip',
    unit: 'KB',
    goal: { kind: 'at most', value: 1.5, of: 'peer' },
    peer: 'N0, an empty Next app',
    passes: 1,
    measure: async () => ({
      ours: [await codeOf((await product()).page.origin, true)],
      peer: [await codeOf((await emptyApp()).url, false)],
    }),
  },
];
