import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import type { Binaries } from './binaries';
import { dataDirectoryFailure } from './failure';
import { type Layout, SOCKET_PORT } from './layout';
import { launch, type RunAs, serverEnvironment } from './run-as';

const LOG_LIMIT_BYTES = 4 * 1024 * 1024;

/** Statements never reach the log (they carry people's texts), nor do ordinary errors such as a unique violation. */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '32MB',
  max_connections: '100',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] ',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

export interface ServerProcess {
  pid: number | undefined;
  /** Set once the process has ended; `output` is what it wrote into the log. */
  ended: () => { output: string; signal: NodeJS.Signals | null } | null;
}

interface StartServer {
  layout: Layout;
  binaries: Binaries;
  runAs: RunAs;
  /** `folder` of the Unix socket, or a loopback `port` where there are none. */
  listen: { folder: string } | { port: number };
  /** A process id in `postmaster.pid` that provably is not a server. */
  ignorePid?: number | undefined;
}

export function startServer({ layout, binaries, runAs, listen, ignorePid }: StartServer): ServerProcess {
  const log = openLog(layout);
  const offset = fstatSync(log).size;
  const child = launch(runAs, {
    file: binaries.postgres,
    arguments: ['-D', layout.cluster, ...listenArguments(listen), ...settingArguments()],
    cwd: layout.cluster,
    // PostgreSQL takes this number for a relative of its own and does not mistake it for a server; its check for
    // shared memory that is still in use remains in force.
    env: serverEnvironment(ignorePid === undefined ? {} : { PG_GRANDPARENT_PID: String(ignorePid) }),
    stdio: ['ignore', log, log],
    detached: true,
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  let failure: string | null = null;
  child.once('error', (error) => {
    failure = error.message;
  });
  return {
    pid: child.pid,
    ended: () => {
      if (failure !== null) return { output: `FATAL: ${failure}`, signal: null };
      if (child.exitCode === null && child.signalCode === null) return null;
      return { output: readOwnLines(layout.logFile, offset, child.pid ?? 0), signal: child.signalCode };
    },
  };
}

function listenArguments(listen: StartServer['listen']): string[] {
  if ('port' in listen) return ['-p', String(listen.port), '-c', 'listen_addresses=127.0.0.1'];
  const folder = `"${listen.folder.replaceAll('"', '""')}"`;
  return ['-p', String(SOCKET_PORT), '-k', folder, '-c', 'listen_addresses=', '-c', 'unix_socket_permissions=0700'];
}

function settingArguments(): string[] {
  return Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function openLog(layout: Layout): number {
  try {
    const size = statSync(layout.logFile, { throwIfNoEntry: false })?.size ?? 0;
    if (size > LOG_LIMIT_BYTES) renameSync(layout.logFile, `${layout.logFile}.1`);
    return openSync(layout.logFile, 'a', 0o600);
  } catch (error) {
    throw dataDirectoryFailure(layout.dataDir, error);
  }
}

/** Two processes may write the log at once, so lines are told apart by the process id in their prefix. */
function readOwnLines(file: string, offset: number, pid: number): string {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(65_536);
    const length = readSync(handle, buffer, 0, buffer.length, offset);
    const lines = buffer.toString('utf8', 0, length).split('\n');
    return lines.filter((line) => line.includes(`[${pid}]`) || !/ \[\d+\] /.test(line)).join('\n');
  } finally {
    closeSync(handle);
  }
}
