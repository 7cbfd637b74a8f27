/**
 * Makes a checkout ready for `start`, `dev`, `test` or `check`, and does nothing where it is. It runs on the machine's
 * own Node before anything is installed, hence only on what Node itself brings.
 */
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './toolchain/browser.mjs';
import { ensureBuilt } from './toolchain/build.mjs';
import { ensureGenerated } from './toolchain/generate.mjs';
import { ensureInstalled } from './toolchain/install.mjs';
import { toolchainNode } from './toolchain/node.mjs';

const stepsByPurpose = {
  start: [ensureInstalled, toolchainNode, ensureGenerated, ensureBuilt],
  dev: [ensureInstalled, toolchainNode, ensureGenerated],
  test: [ensureInstalled, toolchainNode, ensureGenerated, ensureBrowser],
  check: [ensureInstalled, toolchainNode, ensureGenerated],
};

const root = fileURLToPath(new URL('..', import.meta.url));
const steps = stepsByPurpose[process.argv[2]];

try {
  if (!steps) throw new Error(`Usage: node scripts/prepare.mjs ${Object.keys(stepsByPurpose).join('|')}`);
  for (const step of steps) await step(root);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
