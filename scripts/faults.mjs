/**
 * Kills the built app, its database or both at random moments under load and looks at what is left:
 * `npm run test:faults -- --rounds 200 --seed 7`. Ends with one line of counts; the same seed draws the same rounds.
 */
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { toolchainEnvironment, toolchainNode } from './toolchain/node.mjs';
import { run } from './toolchain/run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'test-results', 'reports');
const report = join(reports, 'storm.txt');

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } });
const rounds = Number(values.rounds ?? 200);
const seed = Number(values.seed ?? randomInt(1, 1_000_000));
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  console.error('Give whole numbers: --rounds 200 --seed 7');
  process.exit(1);
}

console.log(`${rounds} rounds with seed ${seed}`);
mkdirSync(reports, { recursive: true });
rmSync(report, { force: true });
const { code } = await run(
  [toolchainNode(root), join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'faults', 'storm'],
  {
    cwd: root,
    env: toolchainEnvironment(root, {
      NODE_ENV: 'test',
      METONA_FAULT_ROUNDS: String(rounds),
      METONA_FAULT_SEED: String(seed),
      METONA_FAULT_REPORT: report,
    }),
  },
);
console.log(
  existsSync(report) ? readFileSync(report, 'utf8').trim() : `seed ${seed}: the storm did not come to its end`,
);
process.exitCode = code;
