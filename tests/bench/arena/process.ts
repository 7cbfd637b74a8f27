import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Clock ticks of `/proc` per second; Linux has no other. */
const TICKS = 100;

/** Starts a TypeScript program of the bench as a process of its own; `first` is what it says first. */
export async function startProgram(file: string, parameters: readonly string[] = []) {
  const child = fork(join(root, 'tests/bench', file), parameters, {
    execArgv: ['--expose-gc', '--import', join(root, 'scripts/load-typescript.mjs')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const first = await new Promise<Record<string, unknown>>((resolve, reject) => {
    child.once('message', (message: Record<string, unknown>) => resolve(message));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return { child, first };
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

function read(file: string): string {
  if (process.platform !== 'linux') throw new Error('this row reads /proc and therefore needs Linux');
  return readFileSync(file, 'utf8');
}

function ticksOf(pid: number, of: { withEnded: boolean }): number {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return user + system + (of.withEnded ? endedUser + endedSystem : 0);
}

/** µs of CPU that a process has used, all its threads included. */
export function cpuOf(pid: number): number {
  return (ticksOf(pid, { withEnded: false }) * 1_000_000) / TICKS;
}

/** µs of CPU of a process and its children, those that have ended included. */
export function cpuOfFamily(pid: number): number {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  const living = children.map((child) => {
    try {
      return ticksOf(child, { withEnded: true });
    } catch {
      return 0; // It has just ended.
    }
  });
  const ticks = ticksOf(pid, { withEnded: true }) + living.reduce((sum, own) => sum + own, 0);
  return (ticks * 1_000_000) / TICKS;
}

/** Resident memory in MB. */
export function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? Number.NaN) / 1024;
}
