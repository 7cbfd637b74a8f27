import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from 'playwright/test';
import { type Account, createAccount } from './e2e-account';
import { createGuard, type PageGuard } from './e2e-guard';
import { type Product, type ProductOptions, startProduct } from './product';
import { startDeepSeekServer } from './wire/deepseek-server';
import { type GatewayServer, startGatewayServer } from './wire/gateway-server';
import { startOllamaServer } from './wire/ollama-server';
import type { WireServer } from './wire/wire-server';

export interface Wire {
  readonly deepSeek: WireServer;
  readonly ollama: WireServer;
  readonly gateway: GatewayServer;
}

interface WorkerFixtures {
  readonly wire: Wire;
  /** The production build on a data directory of its own, shared by the tests of a worker. */
  readonly product: Product;
  readonly origin: string;
}

interface TestFixtures {
  readonly guard: PageGuard;
  readonly account: Account;
  /** Opens another browser of its own: without cookies, unless a storage state is given. */
  readonly openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** A page on a new chat, signed in with the account of this test. */
  readonly chat: Page;
  /** Starts a product for this test alone. */
  readonly startOwn: (options?: ProductOptions) => Promise<Product>;
}

/** Pages live at the public origin; the loopback address is an alias that is sent there. */
export function originOf(product: { readonly port: number }): string {
  return `http://localhost:${product.port}`;
}

/** Everybody may register, scripted behaviours of the mock are on, and a test may choose the address it comes from. */
export const openSettings = {
  METONA_SIGNUP: 'open',
  METONA_MOCK: 'test',
  METONA_TRUST_PROXY: '1',
} as const;

/** A page that was opened or loaded anew is used once it answers; before that, what is typed or chosen may get lost. */
function waitForAnswers(page: Page): void {
  const isAnswering = () =>
    document.querySelector('script[src*="/_next/"]') === null || 'answers' in document.documentElement.dataset;
  const wait = () => page.waitForFunction(isAnswering, undefined, { timeout: 5_000 }).catch(() => undefined);
  const { goto, reload } = page;
  page.goto = async (...given) => {
    const response = await goto.apply(page, given);
    await wait();
    return response;
  };
  page.reload = async (...given) => {
    const response = await reload.apply(page, given);
    await wait();
    return response;
  };
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  wire: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixtures it must make from the pattern
    async ({}, use) => {
      const [deepSeek, ollama, gateway] = await Promise.all([
        startDeepSeekServer(),
        startOllamaServer(),
        startGatewayServer(),
      ]);
      await use({ deepSeek, ollama, gateway });
      await Promise.all([deepSeek, ollama, gateway].map((server) => server.close()));
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ wire }, use) => {
      // Port 9 of loopback is where nothing listens.
      const origins = [...Object.values(wire).map(({ origin }) => origin), 'http://127.0.0.1:9'];
      const product = await startProduct({ env: { ...openSettings, METONA_PRIVATE_ORIGINS: origins.join(',') } });
      await product.waitHealthy();
      await use(product);
      await product.dispose();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  origin: [async ({ product }, use) => use(originOf(product)), { scope: 'worker' }],
  baseURL: async ({ origin }, use) => use(origin),
  guard: [
    async ({ wire }, use) => {
      for (const server of [wire.deepSeek, wire.ollama]) server.forget();
      const guard = createGuard();
      await use(guard);
      expect(guard.violations).toEqual([]);
    },
    { auto: true },
  ],
  account: async ({ origin }, use) => {
    const account = await createAccount(origin);
    await use(account);
    await account.api.dispose();
  },
  openContext: async ({ browser, guard, baseURL }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), ...options });
      guard.watch(context, options.baseURL ?? baseURL ?? '');
      context.on('page', waitForAnswers);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
  chat: async ({ account, openContext }, use) => {
    const context = await openContext({ storageState: account.storageState });
    const page = await context.newPage();
    await page.goto('/');
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixtures it must make from the pattern
  startOwn: async ({}, use) => {
    const started: Product[] = [];
    await use(async (options = {}) => {
      const product = await startProduct({ ...options, env: { ...openSettings, ...options.env } });
      started.push(product);
      await product.waitHealthy();
      return product;
    });
    for (const product of started) await product.dispose();
  },
});

export { expect };
