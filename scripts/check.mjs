/**
 * Runs every static check and prints one line for each; the output of a failed one follows its line.
 * `npm run check -- biome types` runs only the named ones.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toolchainEnvironment } from './toolchain/node.mjs';
import { run } from './toolchain/run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = [
  'app',
  'components',
  'lib',
  'tests',
  'scripts',
  'proxy.ts',
  'instrumentation.ts',
  'instrumentation-client.ts',
];
const presentSources = sources.filter((source) => existsSync(join(root, source)));

const commands = {
  types: ['tsc', '--noEmit', '-p', '.'],
  biome: ['biome', 'ci', '--colors=off', '--max-diagnostics=50', '.'],
  layers: ['depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err', ...presentSources],
  unused: ['knip', '--no-progress', '--no-config-hints'],
  vocabulary: ['node', 'scripts/fences.mjs', 'vocabulary'],
  sizes: ['node', 'scripts/fences.mjs', 'sizes'],
  'server-only': ['node', 'scripts/fences.mjs', 'server-only'],
  texts: ['node', 'scripts/fences.mjs', 'texts'],
  looks: ['node', 'scripts/fences.mjs', 'looks'],
};

/** At most this many checks at once: the type checker alone keeps one core busy. */
const parallel = 2;

async function runCheck(name) {
  const started = performance.now();
  const [program, ...parameters] = commands[name];
  const { code, output } = await run([join(root, 'node_modules', '.bin', program), ...parameters], {
    cwd: root,
    capture: true,
    env: toolchainEnvironment(root, { NO_COLOR: '1' }),
    shell: process.platform === 'win32',
  });
  const passed = code === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!passed) console.log(output.replace(/^(?=.)/gm, '       '));
  return { name, passed };
}

/** Runs the named checks (all of them without names) and resolves to one result each. */
export async function runChecks(names = []) {
  const unknown = names.filter((name) => !(name in commands));
  if (unknown.length > 0) throw new Error(`No such check: ${unknown.join(', ')}`);
  const waiting = names.length === 0 ? Object.keys(commands) : [...names];
  const results = [];
  const work = async () => {
    while (waiting.length > 0) results.push(await runCheck(waiting.shift()));
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return results;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = await runChecks(process.argv.slice(2));
  process.exitCode = results.every((result) => result.passed) ? 0 : 1;
}
