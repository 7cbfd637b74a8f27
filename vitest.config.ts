import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const databaseSetup = 'tests/support/database.ts';

export default defineConfig({
  resolve: {
    alias: [
      // `server-only` throws outside the server build; the module under test is what matters here.
      { find: /^server-only$/, replacement: `${root}tests/support/empty.ts` },
      { find: /^@\//, replacement: root },
    ],
  },
  test: {
    environment: 'node',
    restoreMocks: true,
    unstubGlobals: true,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{lib,components,app,scripts}/**/*.test.{ts,tsx}'], testTimeout: 20_000 },
      },
      {
        extends: true,
        test: { name: 'arch', include: ['tests/arch/**/*.test.ts'], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: { name: 'contract', include: ['tests/contract/**/*.test.{ts,tsx}'], testTimeout: 20_000 },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.{ts,tsx}'],
          globalSetup: existsSync(`${root}${databaseSetup}`) ? [databaseSetup] : [],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // The built product and its database are killed here: one file at a time, by itself.
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/built-product.ts', databaseSetup],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
