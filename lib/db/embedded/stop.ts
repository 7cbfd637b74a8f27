import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries';
import { type Guard, isLastUser } from './guard';
import type { Layout } from './layout';
import { inspectHolder, readPostmasterFile } from './postmaster-file';

const STOP_LIMIT_MS = 5_000;

interface Stop {
  layout: Layout;
  binaries: Binaries;
  guard: Guard;
}

/** Fast shutdown by the last user; anyone else only leaves. A server slower than the limit ends by itself. */
export async function stopServer({ layout, binaries, guard }: Stop): Promise<'stopped' | 'left running'> {
  const last = await isLastUser(guard).catch(() => false);
  const file = last ? readPostmasterFile(layout.cluster) : null;
  if (!file) {
    await guard.client.end().catch(() => undefined);
    return 'left running';
  }
  if (process.platform === 'win32') spawnSync(binaries.control, ['stop', '-D', layout.cluster, '-m', 'fast', '-W']);
  else process.kill(file.pid, 'SIGINT');
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (Date.now() < deadline && readPostmasterFile(layout.cluster)?.pid === file.pid) {
    const holder = inspectHolder(file.pid, layout.cluster);
    if (holder === 'dead' || holder === 'other') break;
    await sleep(15);
  }
  await guard.client.end().catch(() => undefined);
  return 'stopped';
}
