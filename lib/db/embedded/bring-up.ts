import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries';
import { DatabaseStartError, serverFailure } from './failure';
import { attemptGuard, type Endpoint, type Guard } from './guard';
import type { Layout } from './layout';
import { inspectHolder, readPostmasterFile, readSocketLock } from './postmaster-file';
import type { RunAs } from './run-as';
import { type ServerProcess, startServer } from './server-process';

export interface BringUp {
  layout: Layout;
  binaries: Binaries;
  runAs: RunAs;
  endpoint: Endpoint;
  log: (line: string) => void;
  signal?: AbortSignal | undefined;
}

const UNREACHABLE_LIMIT_MS = 20_000;
const RECOVERY_LIMIT_MS = 600_000;
const ANNOUNCE_AFTER_MS = 1_000;
const MUTE_SERVER_LIMIT_MS = 10_000;

/** A server of another process came first, or a just killed one has not let go of its memory yet, or this one was killed: look again. */
const CONTENDED =
  /lock file ".*" already exists|pre-existing shared memory block|lock file ".*" is empty|was terminated by signal 9/;

/** Answers a guard on the living server: the one that is there already, or one that this call starts. */
export async function bringUp(context: BringUp): Promise<{ guard: Guard; adopted: boolean }> {
  const { layout, endpoint, log } = context;
  const begun = Date.now();
  let server: ServerProcess | undefined;
  let started = false;
  let busySince: number | undefined;
  let announced = false;
  let reason = 'it does not answer';
  for (let delay = 5; ; delay = Math.min(delay * 1.5, 150)) {
    context.signal?.throwIfAborted();
    const attempt = await attemptGuard(endpoint, layout);
    if (attempt.kind === 'guard') return { guard: attempt.guard, adopted: !started };
    if (attempt.kind === 'busy') {
      busySince ??= Date.now();
      if (!announced && Date.now() - busySince > ANNOUNCE_AFTER_MS) {
        announced = true;
        log(`waiting for the database: ${attempt.reason}`);
      }
      reason = attempt.reason;
    }
    const ended = server?.ended();
    if (ended) {
      if (!ended.signal && !CONTENDED.test(ended.output)) throw serverFailure('start', ended.output, layout.dataDir);
      reason = ended.signal ? `it was ended by ${ended.signal}` : 'its lock is held by another process';
      server = undefined;
      started = false;
    }
    if (attempt.kind === 'absent' && server === undefined) {
      server = startUnlessAlive(context, Date.now() - begun);
      started = server !== undefined;
    }
    const limit = busySince === undefined ? UNREACHABLE_LIMIT_MS : RECOVERY_LIMIT_MS;
    if (Date.now() - begun > limit) {
      throw new DatabaseStartError(
        `The bundled PostgreSQL in ${layout.dataDir} cannot be reached: ${reason}. If no other Metona or PostgreSQL uses that folder, see ${layout.logFile}.`,
      );
    }
    await sleep(delay);
  }
}

function startUnlessAlive(context: BringUp, waitedMs: number): ServerProcess | undefined {
  const { cluster } = context.layout;
  const pid = readPostmasterFile(cluster)?.pid;
  if (pid !== undefined && inspectHolder(pid, cluster) === 'server') {
    // Alive but without its socket (a cleaner of temporary folders may have removed it): ask it to make room.
    if (waitedMs > MUTE_SERVER_LIMIT_MS) interrupt(pid);
    return undefined;
  }
  const socketPid = 'folder' in context.endpoint ? readSocketLock(context.endpoint.folder) : undefined;
  const recorded = [pid, socketPid].filter((each) => each !== undefined);
  const ignorePid = recorded.find((each) => inspectHolder(each, cluster) === 'other');
  return startServer({ ...context, listen: context.endpoint, ignorePid });
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has just ended, which is what was asked for.
  }
}
