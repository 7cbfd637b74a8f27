import type { BrowserContext } from 'playwright/test';

export interface PageGuard {
  /** What the pages did that none of them ever should. */
  readonly violations: string[];
  /** Pages of this context are watched; they may load from these origins only. */
  watch(context: BrowserContext, ...origins: string[]): void;
}

/** Refused requests and killed servers are part of several tests; every other error of a page is a fault of ours. */
const expectedErrors = [/^Failed to load resource/, /net::ERR_/, /^TypeError: (network error|Failed to fetch)/];

/** Watches for errors of scripts, breaches of the content policy, dialogs and requests to elsewhere. */
export function createGuard(): PageGuard {
  const violations: string[] = [];
  return {
    violations,
    watch(context, ...origins) {
      context.on('weberror', (event) => violations.push(`page error: ${event.error().stack ?? event.error().message}`));
      context.on('console', (message) => {
        if (message.type() !== 'error' || expectedErrors.some((expected) => expected.test(message.text()))) return;
        violations.push(`console: ${message.text()} at ${message.location().url}`);
      });
      context.on('dialog', (dialog) => {
        violations.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        const isNetwork = protocol !== 'data:' && protocol !== 'blob:';
        if (isNetwork && !origins.includes(origin)) violations.push(`request to another origin: ${request.url()}`);
      });
    },
  };
}
