import { readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { socketFile } from './layout';

export interface PostmasterFile {
  pid: number;
  port: number;
  socketFolder: string | undefined;
}

/** `postmaster.pid`: process id, data directory, start time, port, socket folder, listen address, shared memory, state. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    if (!Number.isInteger(pid) || pid <= 0) return null;
    return { pid, port: Number.parseInt(lines[3] ?? '', 10), socketFolder: lines[4]?.trim() || undefined };
  } catch {
    return null;
  }
}

/** The process id in the lock file beside the socket, which may outlive `postmaster.pid`. */
export function readSocketLock(folder: string): number | undefined {
  const pid = Number.parseInt(read(`${socketFile(folder)}.lock`) ?? '', 10);
  return pid > 0 ? pid : undefined;
}

/** `dead`: nobody; `other`: a zombie or another program has that number; `server`: our server; `unknown`: cannot tell. */
export type Holder = 'dead' | 'other' | 'server' | 'unknown';

export function inspectHolder(pid: number, cluster: string): Holder {
  if (!isAlive(pid)) return 'dead';
  if (process.platform !== 'linux') return 'unknown';
  const state = read(`/proc/${pid}/stat`);
  if (state === null) return 'dead';
  if (/^[ZX]/.test(state.slice(state.lastIndexOf(')') + 2))) return 'other';
  const parameters = read(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  if (parameters.includes(cluster)) return 'server';
  if (!parameters.some((parameter) => basename(parameter).startsWith('postgres'))) return 'other';
  const folder = workingFolder(pid);
  if (folder === null) return 'unknown';
  return folder === cluster ? 'server' : 'other';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
