/**
 * Runs every test and ends with one line: `<n> passed, <n> failed, <n> skipped`.
 * `npm test -- unit e2e` runs only the named parts: check, unit, arch, contract, integration, e2e.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './check.mjs';
import { ensureBuilt } from './toolchain/build.mjs';
import { toolchainEnvironment, toolchainNode } from './toolchain/node.mjs';
import { run } from './toolchain/run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'test-results', 'reports');
const vitestProjects = ['unit', 'arch', 'contract', 'integration'];
const parts = ['check', ...vitestProjects, 'e2e'];

const nothing = { passed: 0, failed: 0, skipped: 0 };

function add(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

function countChecks(results) {
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

function countVitest(report) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** A runner that ends badly without naming a failed test, or without a report, counts as one failed test itself. */
async function runRunner({ name, parameters, env, count }) {
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  const { code } = await run([toolchainNode(root), ...parameters], { cwd: root, env: toolchainEnvironment(root, env) });
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : nothing;
  return code !== 0 && counted.failed === 0 ? add(counted, { ...nothing, failed: 1 }) : counted;
}

function runVitest(projects) {
  const report = join(reports, 'vitest.json');
  return runRunner({
    name: 'vitest',
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
    return { ...nothing, failed: 1 };
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
  let total = nothing;
  if (wanted.includes('check')) total = add(total, countChecks(await runChecks()));
  const projects = vitestProjects.filter((project) => wanted.includes(project));
  if (projects.length > 0) total = add(total, await runVitest(projects));
  if (wanted.includes('e2e')) total = add(total, await runPlaywright());
  return total;
}

const { passed, failed, skipped } = await runTests(process.argv.slice(2));
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
