/**
 * Measures what the product promises about its speed: `npm run bench`, or `npm run bench -- <part of a row's name>`;
 * `--json` for programs. Never part of `npm test`: a shared machine's clock may not fail a build.
 */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { toolchainEnvironment, toolchainNode } from './toolchain/node.mjs';
import { run } from './toolchain/run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const loader = pathToFileURL(join(root, 'scripts', 'load-typescript.mjs')).href;
const program = join(root, 'tests', 'bench', 'main.ts');

const { code } = await run(
  [toolchainNode(root), '--expose-gc', '--import', loader, program, ...process.argv.slice(2)],
  { cwd: root, env: toolchainEnvironment(root, { NODE_ENV: 'production' }) },
);
process.exitCode = code;
