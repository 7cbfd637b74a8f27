import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Order, Report } from './embedded-process';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Driven {
  child: ChildProcess;
  reports: Report[];
  next: <K extends Report['kind']>(kind: K) => Promise<Extract<Report, { kind: K }>>;
  order: (order: Order) => void;
  kill: (signal?: NodeJS.Signals) => Promise<void>;
}

interface Options {
  root?: string;
  uid?: number;
}

const driven: { dataDir: string; child: ChildProcess; exited: Promise<void> }[] = [];

/** Kills whatever the test left running, the apps before the servers they would bring back, and removes its folder. */
export async function cleanUp(folder: string): Promise<void> {
  const left = driven.splice(0);
  for (const { child } of left) child.kill('SIGKILL');
  await Promise.all(left.map(({ exited }) => exited));
  for (const { dataDir } of left) killServer(dataDir);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Starts a process on the data directory; `cleanUp` ends it. */
export function drive(dataDir: string, options: Options = {}): Driven {
  const settings = JSON.stringify({ dataDir, root, ...options });
  const child = fork(join(root, 'tests/support/embedded-process.ts'), [settings], {
    execArgv: ['--import', join(root, 'scripts/load-typescript.mjs')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    cwd: root,
  });
  const reports: Report[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  child.on('message', (report: Report) => {
    reports.push(report);
    wake();
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void exited.then(wake);
  driven.push({ dataDir, child, exited });
  return {
    child,
    reports,
    order: (order) => void child.send(order),
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await exited;
    },
    next: (kind) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = reports.findIndex((report) => report.kind === kind);
          const failed = reports.find((report) => report.kind === 'failed');
          if (found >= 0) resolve(reports.splice(found, 1)[0] as never);
          else if (failed) reject(new Error(failed.message));
          else if (child.exitCode !== null || child.signalCode !== null) reject(new Error(`ended before "${kind}"`));
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
  };
}

export function serverPid(dataDir: string): number | null {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null;
}

export function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

export function killServer(dataDir: string): void {
  const pid = serverPid(dataDir);
  if (pid !== null && isRunning(pid)) process.kill(pid, 'SIGKILL');
}

/** Every value the database holds, read over a connection of the test's own. */
export async function storedValues(host: string): Promise<Set<number>> {
  const client = new pg.Client({ host, port: 5432, user: 'metona', database: 'metona' });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: number }>('SELECT value FROM acknowledged');
    return new Set(rows.map(({ value }) => value));
  } finally {
    await client.end();
  }
}
