/**
 * Runs every test and ends with one line: `<n> passed, <n> failed, <n> skipped`.
 * `npm test -- unit e2e` runs only the named parts: check, unit, arch, contract, integration, faults, e2e.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './check.mjs';
import { ensureBuilt } from './toolchain/build.mjs';
import { toolchainEnvironment, toolchainNode } from './toolchain/node.mjs';
import { run } from './toolchain/run.mjs';
import { addCounts, countChecks, countPlaywright, countRun, countVitest, oneFailed } from './toolchain/test-counts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'test-results', 'reports');
const vitestProjects = ['unit', 'arch', 'contract', 'integration'];
const parts = ['check', ...vitestProjects, 'faults', 'e2e'];

async function runRunner({ name, parameters, env, count }) {
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  const { code } = await run([toolchainNode(root), ...parameters], { cwd: root, env: toolchainEnvironment(root, env) });
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  return countRun({ code, report, count });
}

function runVitest(projects, name = 'vitest') {
  const report = join(reports, `${name}.json`);
  return runRunner({
    name,
    parameters: [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    env: { NODE_ENV: 'test' },
    count: countVitest,
  });
}

async function runPlaywright() {
  try {
    await ensureBuilt(root);
  } catch (error) {
    console.error(error.message);
    return oneFailed;
  }
  return runRunner({
    name: 'playwright',
    parameters: [join(root, 'node_modules/playwright/cli.js'), 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json') },
    count: countPlaywright,
  });
}

async function runTests(names) {
  const unknown = names.filter((name) => !parts.includes(name));
  if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}. There are ${parts.join(', ')}.`);
  const wanted = names.length === 0 ? parts : names;
  mkdirSync(reports, { recursive: true });
  let total = countChecks([]);
  if (wanted.includes('check')) total = addCounts(total, countChecks(await runChecks()));
  const projects = vitestProjects.filter((project) => wanted.includes(project));
  if (projects.length > 0) total = addCounts(total, await runVitest(projects));
  // The times in which a killed product has to be back hold only while nothing else runs.
  if (wanted.includes('faults')) total = addCounts(total, await runVitest(['faults'], 'faults'));
  if (wanted.includes('e2e')) total = addCounts(total, await runPlaywright());
  return total;
}

const { passed, failed, skipped } = await runTests(process.argv.slice(2));
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
