import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { findBrowser } from './scripts/toolchain/browser.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const executablePath = findBrowser(root);

// Chromium's sandbox refuses to run as root; the rest keeps it from reaching out on its own.
const rootArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: process.getuid?.() === 0 ? rootArguments : [],
    },
  },
});
