import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolchainEnvironment, toolchainNode } from './node.mjs';
import { run } from './run.mjs';

const installedBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser for the end-to-end tests: `CHROMIUM_PATH`, or the one found by the preparation; `null` without one. */
export function findBrowser(root) {
  const { CHROMIUM_PATH: chosen } = process.env;
  if (chosen) return existsSync(chosen) ? chosen : null;
  const file = recordFile(root);
  const recorded = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return existsSync(recorded) ? recorded : null;
}

/** Looks for a browser, tries to install one where there is none, and records where it is. */
export async function ensureBrowser(root) {
  if (findBrowser(root)) return;
  const browser = (await lookForBrowser(root)) ?? (await installBrowser(root));
  if (browser) writeFileSync(recordFile(root), browser);
  else console.warn('No Chromium found and none could be installed: set CHROMIUM_PATH for the end-to-end tests.');
}

function recordFile(root) {
  return join(root, 'node_modules', '.metona-browser');
}

async function lookForBrowser(root) {
  const own = await playwrightBrowser(root);
  return [own, ...installedBrowsers].find((path) => existsSync(path)) ?? null;
}

async function playwrightBrowser(root) {
  const print = "process.stdout.write(require('playwright').chromium.executablePath())";
  const { output } = await run([toolchainNode(root), '-e', print], { cwd: root, capture: true });
  return output;
}

async function installBrowser(root) {
  console.log('Installing a browser for the end-to-end tests …');
  const options = { cwd: root, capture: true, env: toolchainEnvironment(root, { DEBIAN_FRONTEND: 'noninteractive' }) };
  await run([toolchainNode(root), join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'], options);
  const own = await lookForBrowser(root);
  if (own) return own;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'];
  const { code } = await run(install, options);
  if (code !== 0) {
    await run(['apt-get', 'update'], options);
    await run(install, options);
  }
  return lookForBrowser(root);
}
