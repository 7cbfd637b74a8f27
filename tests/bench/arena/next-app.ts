import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, isHealthy } from '@/tests/support/product';
import { hashFiles, listFiles } from '../../../scripts/toolchain/content-hash.mjs';
import { runOrThrow } from '../../../scripts/toolchain/run.mjs';
import { endProcess, root } from './process';

const next = join(root, 'node_modules/next/dist/bin/next');
const clean: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };

/** Builds a peer's app with the installed Next, in a folder outside of the checkout; a build is kept and used again. */
export async function buildApp(name: 'chat-app' | 'empty-app'): Promise<string> {
  const source = `tests/bench/peers/${name}`;
  const hash = hashFiles(root, [...listFiles(root, [source]), 'package-lock.json']);
  const folder = join(tmpdir(), `metona-bench-${name}-${hash}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  cpSync(join(root, source), draft, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(draft, 'node_modules'), 'dir');
  await runOrThrow([process.execPath, next, 'build'], { cwd: draft, capture: true, env: clean });
  renameSync(draft, folder);
  return folder;
}

/** `next start` on a built peer. */
export async function startApp(folder: string, env: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, [next, 'start', '-p', String(port), '-H', '127.0.0.1'], {
    cwd: folder,
    env: { ...clean, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const waitHealthy = async () => {
    while (!(await isHealthy(url))) {
      if (child.exitCode !== null) throw new Error('a peer could not be started');
      await sleep(5);
    }
  };
  return { url, pid: child.pid ?? 0, waitHealthy, close: () => endProcess(child) };
}
