import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toolchainEnvironment, toolchainNode } from '../../scripts/toolchain/node.mjs';
import { run } from '../../scripts/toolchain/run.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Writes the files to a folder of their own that is gone after the work. */
export async function withTree<Result>(
  files: Record<string, string>,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'metona-arch-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs one of the project's tools (by its script below `node_modules`) in a folder. */
export async function runTool(folder: string, command: string[]): Promise<{ code: number; output: string }> {
  const [script = '', ...parameters] = command;
  return run([toolchainNode(root), join(root, 'node_modules', script), ...parameters], {
    cwd: folder,
    capture: true,
    env: toolchainEnvironment(root, { NO_COLOR: '1' }),
  });
}
