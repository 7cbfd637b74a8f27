/**
 * Runs every static check and prints one line for each; the output of a failed one follows its line.
 * `npm run check -- biome types` runs only the named ones.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = ['app', 'components', 'lib', 'tests', 'scripts', 'proxy.ts', 'instrumentation.ts'];

const checks = [
  { name: 'types', command: () => ['tsc', '--noEmit', '-p', '.'] },
  { name: 'biome', command: () => ['biome', 'ci', '.'] },
  {
    name: 'layers',
    command: () => [
      'depcruise',
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'err',
      ...sources.filter((source) => existsSync(`${root}${source}`)),
    ],
  },
  { name: 'unused', command: () => ['knip', '--no-progress', '--no-config-hints'] },
  { name: 'vocabulary', command: () => ['node', 'scripts/vocabulary.mjs'] },
];

/** At most this many checks at once: the type checker alone keeps one core busy. */
const parallel = 2;

function run([program, ...parameters]) {
  return new Promise((resolve) => {
    const output = [];
    const child = spawn(`${root}node_modules/.bin/${program}`, parameters, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
      shell: process.platform === 'win32',
    });
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => resolve({ passed: false, output: String(error) }));
    child.on('close', (code) => resolve({ passed: code === 0, output: Buffer.concat(output).toString().trim() }));
  });
}

async function runCheck(check) {
  const started = performance.now();
  const { passed, output } = await run(check.command());
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`);
  if (!passed) console.log(output.replace(/^/gm, '       '));
  return { name: check.name, passed };
}

/** Runs the named checks (all of them without names) and resolves to one result each. */
export async function runChecks(names = []) {
  const unknown = names.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) throw new Error(`No such check: ${unknown.join(', ')}`);
  const waiting = checks.filter((check) => names.length === 0 || names.includes(check.name));
  const results = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) results.push(await runCheck(check));
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return results;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = await runChecks(process.argv.slice(2));
  process.exitCode = results.every((result) => result.passed) ? 0 : 1;
}
