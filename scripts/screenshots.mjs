// Makes the pictures of the README anew: `node scripts/screenshots.mjs`, after `npm run build`.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toolchainEnvironment, toolchainNode } from './toolchain/node.mjs';
import { run } from './toolchain/run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { code } = await run(
  [toolchainNode(root), join(root, 'node_modules/playwright/cli.js'), 'test', 'readme-pictures', '--reporter=list'],
  { cwd: root, env: toolchainEnvironment(root, { METONA_PICTURES: join(root, 'public', 'readme') }) },
);
process.exitCode = code === 0 ? 0 : 1;
