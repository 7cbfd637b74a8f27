import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentDistDir, currentDistDirFile } from '../dist-dir.mjs';
import { hashFiles, listFiles } from './content-hash.mjs';
import { withLock } from './lock.mjs';
import { toolchainEnvironment, toolchainNode } from './node.mjs';
import { run } from './run.mjs';

const inputs = [
  'app',
  'components',
  'lib',
  'public',
  'prisma/schema.prisma',
  'scripts/dist-dir.mjs',
  'next.config.mjs',
  'postcss.config.mjs',
  'proxy.ts',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const completeMark = '.metona-complete';
const buildFolder = /^\.next-[0-9a-f]{16}$/;
const keptBuilds = 2;
const keptMilliseconds = 24 * 60 * 60 * 1000;

/** Builds the app, unless the current sources have been built, and makes that build the current one. */
export async function ensureBuilt(root) {
  const distDir = wantedDistDir(root);
  if (!isComplete(root, distDir)) {
    await withLock(join(root, '.metona-build.lock'), async () => {
      if (!isComplete(root, distDir)) await build(root, distDir);
    });
  }
  // The mark's time says when the build was last used, which is what its removal goes by.
  utimesSync(join(root, distDir, completeMark), new Date(), new Date());
  makeCurrent(root, distDir);
  removeOldBuilds(root, distDir);
}

function wantedDistDir(root) {
  const isInput = (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('lib/db/generated/');
  return `.next-${hashFiles(root, listFiles(root, inputs, isInput))}`;
}

function isComplete(root, distDir) {
  return existsSync(join(root, distDir, completeMark));
}

async function build(root, distDir) {
  console.log('Building …');
  rmSync(join(root, distDir), { recursive: true, force: true });
  const { code, output } = await run([toolchainNode(root), join(root, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: root,
    capture: true,
    env: toolchainEnvironment(root, { METONA_DIST_DIR: distDir, NODE_ENV: 'production' }),
  });
  if (code !== 0) throw new Error(`The app could not be built.\n${output}`);
  rmSync(join(root, distDir, 'cache'), { recursive: true, force: true });
  writeFileSync(join(root, distDir, completeMark), '');
}

function makeCurrent(root, distDir) {
  const file = join(root, currentDistDirFile);
  if (existsSync(file) && currentDistDir(root) === distDir) return;
  const draft = `${file}-${process.pid}`;
  writeFileSync(draft, `${distDir}\n`);
  renameSync(draft, file);
}

/** A running app may serve from an older build: the two used last and all used within a day stay. */
function removeOldBuilds(root, current) {
  const lastUse = (name) => statSync(join(root, name, completeMark), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const builds = readdirSync(root)
    .filter((name) => buildFolder.test(name) && name !== current && isComplete(root, name))
    .sort((one, other) => lastUse(other) - lastUse(one));
  for (const name of builds.slice(keptBuilds - 1)) {
    if (Date.now() - lastUse(name) > keptMilliseconds) rmSync(join(root, name), { recursive: true, force: true });
  }
}
