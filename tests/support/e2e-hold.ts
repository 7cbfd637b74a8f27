import type { Page } from 'playwright/test';

/** Requests to `address` wait for `go`; `begun` when the first one waits. */
export async function hold(page: Page, address: string | RegExp) {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    begun.resolve();
    await held.promise;
    await route.continue();
  });
  return { begun: begun.promise, go: held.resolve };
}
