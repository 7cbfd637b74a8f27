import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { findBrowser } from '../../../scripts/toolchain/browser.mjs';
import { atEnd, once } from './once';
import { root } from './process';
import { product } from './product';

const rootArguments = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

const browser = once(async (): Promise<Browser> => {
  const executablePath = findBrowser(root);
  const isRoot = process.getuid?.() === 0;
  const launched = await chromium.launch({
    ...(executablePath !== null && { executablePath }),
    args: isRoot ? rootArguments : [],
  });
  atEnd(() => launched.close());
  return launched;
});

export interface WatchedPage {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly close: () => Promise<void>;
}

/** Runs in the page before anything of it: how long the tasks were that kept it from answering. */
function watchTasks(): void {
  const lengths: number[] = [];
  Reflect.set(globalThis, 'longTasks', lengths);
  new PerformanceObserver((list) => lengths.push(...list.getEntries().map(({ duration }) => duration))).observe({
    entryTypes: ['longtask'],
  });
}

/** A page of a browser that is signed in to the product, or of one that knows nothing. */
export async function openPage(isSignedIn = true): Promise<WatchedPage> {
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 800 } });
  if (isSignedIn) {
    const { page, providerId } = await product();
    const cookies = page.cookie.split('; ').map((cookie) => {
      const at = cookie.indexOf('=');
      return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: page.origin };
    });
    await context.addCookies(cookies);
    const choice = JSON.stringify({ providerId, model: 'bench-wide', effort: null });
    await context.addInitScript((value) => {
      if (location.protocol === 'http:' && window === top) localStorage.setItem('metona.model', value);
    }, choice);
  }
  await context.addInitScript(watchTasks);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  return { page, devtools, close: () => context.close() };
}

const workMetrics: ReadonlySet<string> = new Set(['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration']);

/** ms its main thread has spent in scripts, styles and layout so far. Painting is left out: here no graphics card does it. */
export async function workOf({ devtools }: WatchedPage): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1000 * metrics.filter(({ name }) => workMetrics.has(name)).reduce((sum, { value }) => sum + value, 0);
}

/** The longest task that kept the page from answering since this was asked last, in ms; 50 where none was longer. */
export async function longestTask({ page }: WatchedPage): Promise<number> {
  return page.evaluate(() => Math.max(50, ...(Reflect.get(globalThis, 'longTasks') as number[]).splice(0)));
}
