import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './content-hash.mjs';
import { withLock } from './lock.mjs';
import { toolchainEnvironment, toolchainNode } from './node.mjs';
import { run } from './run.mjs';

const schema = 'prisma/schema.prisma';

/** Generates the database client, unless it belongs to the current schema and version of Prisma. */
export async function ensureGenerated(root) {
  if (!existsSync(join(root, schema)) || isGenerated(root)) return;
  await withLock(join(root, '.metona-generate.lock'), async () => {
    if (isGenerated(root)) return;
    console.log('Generating the database client …');
    const { code, output } = await run(
      [toolchainNode(root), join(root, 'node_modules/prisma/build/index.js'), 'generate', '--schema', schema],
      {
        cwd: root,
        capture: true,
        // Generating needs no schema engine, yet the command line tool downloads one unless it is told of another.
        env: toolchainEnvironment(root, {
          PRISMA_SCHEMA_ENGINE_BINARY: process.platform === 'win32' ? process.execPath : '/bin/true',
          PRISMA_HIDE_UPDATE_MESSAGE: '1',
          CHECKPOINT_DISABLE: '1',
        }),
      },
    );
    if (code !== 0) throw new Error(`The database client could not be generated.\n${output}`);
    writeFileSync(stampFile(root), inputHash(root));
  });
}

function stampFile(root) {
  return join(root, 'lib/db/generated/.schema-hash');
}

function inputHash(root) {
  return hashFiles(root, [schema, 'node_modules/prisma/package.json']);
}

function isGenerated(root) {
  const stamp = stampFile(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === inputHash(root);
}
