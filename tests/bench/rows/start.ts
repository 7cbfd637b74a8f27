import { spawn } from 'node:child_process';
import { once as onceEvent } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '@/tests/support/product';
import { buildApp, startApp } from '../arena/next-app';
import { atEnd, once } from '../arena/once';
import { memoryOf, root } from '../arena/process';
import { build } from '../arena/product';
import { effort, isAsBuilt } from '../effort';
import { oncePerPass, type Row } from '../row';

interface Started {
  /** ms from the command to the first healthy answer, and to the first page. */
  readonly health: number;
  readonly page: number;
  /** MB, some seconds after that. */
  readonly memory: number;
}

const restMs = effort(4_000, 500);

async function readPage(url: string): Promise<void> {
  const response = await fetch(url);
  const text = await response.text();
  if (response.status !== 200 || !text.includes('</html>')) throw new Error(`${url} answered ${response.status}`);
}

async function observe(begunAt: number, of: { pid: number; pageUrl: string; waitHealthy: () => Promise<void> }) {
  await of.waitHealthy();
  const health = performance.now() - begunAt;
  await readPage(of.pageUrl);
  const page = performance.now() - begunAt;
  await sleep(restMs);
  return { health, page, memory: memoryOf(of.pid) };
}

/** A data directory that has been used before. */
const dataDir = once(async () => {
  await build();
  const folder = mkdtempSync(join(tmpdir(), 'metona-bench-start-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const first = await startProduct({ dataDir: folder });
  await first.waitHealthy();
  await first.stop();
  return folder;
});

/** What `npm start` does, npm itself left out, as it is for the peer. */
async function startOurs(): Promise<Started> {
  const folder = await dataDir();
  const begunAt = performance.now();
  if (!isAsBuilt) await prepare();
  const product = await startProduct({ dataDir: folder });
  try {
    const pageUrl = `http://localhost:${product.port}/login`;
    return await observe(begunAt, { pid: product.child.pid ?? 0, pageUrl, waitHealthy: product.waitHealthy });
  } finally {
    await product.stop();
  }
}

async function prepare(): Promise<void> {
  const preparing = spawn(process.execPath, [join(root, 'scripts/prepare.mjs'), 'start'], {
    cwd: root,
    stdio: 'ignore',
  });
  const [code] = await onceEvent(preparing, 'exit');
  if (code !== 0) throw new Error('the preparation failed');
}

async function startPeer(): Promise<Started> {
  const folder = await buildApp('empty-app');
  const begunAt = performance.now();
  const app = await startApp(folder);
  try {
    return await observe(begunAt, { pid: app.pid, pageUrl: `${app.url}/`, waitHealthy: app.waitHealthy });
  } finally {
    await app.close();
  }
}

const take = oncePerPass(async () => {
  const rounds: { ours: Started; peer: Started }[] = [];
  for (let round = 0; round < effort(3, 1); round += 1)
    rounds.push({ peer: await startPeer(), ours: await startOurs() });
  return rounds;
});

function createRow(name: string, of: { measured: keyof Started; unit: string; goal: number }): Row {
  return {
    name,
    unit: of.unit,
    goal: { kind: 'at most', value: of.goal, of: 'peer' },
    peer: 'N0, an empty Next app',
    passes: effort(2, 1),
    measure: async (pass) => {
      const rounds = await take(pass);
      return { ours: rounds.map(({ ours }) => ours[of.measured]), peer: rounds.map(({ peer }) => peer[of.measured]) };
    },
  };
}

export const rows: readonly Row[] = [
  createRow('start: on a used data directory, to health', { measured: 'health', unit: 'ms', goal: 1.3 }),
  createRow('start: on a used data directory, to the first page', { measured: 'page', unit: 'ms', goal: 2 }),
  createRow('memory: idle after the first page, the app alone', { measured: 'memory', unit: 'MB', goal: 2 }),
];
