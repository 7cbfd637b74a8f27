import { createServer } from 'node:net';
import { basename, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './binaries';
import { type BringUp, bringUp } from './bring-up';
import { errorCode } from './failure';
import { type Endpoint, type Guard, isLastUser, type ServerAddress } from './guard';
import { initialiseOnce } from './initialise';
import { chooseSocketFolder, type Layout, openLayout, prepareSocketFolder } from './layout';
import { readPostmasterFile } from './postmaster-file';
import { chooseRunAs, type RunAs } from './run-as';
import { stopServer } from './stop';

export { DatabaseStartError } from './failure';

const DATABASE_NAME = 'metona';
const LONGEST_PAUSE_MS = 5_000;

export interface EmbeddedOptions {
  dataDir: string;
  /** The folder that holds `node_modules`. */
  root: string;
  log: (line: string) => void;
  signal?: AbortSignal;
}

export interface EmbeddedDatabase {
  connection: ServerAddress & { database: string };
  /** Whether the server was running already. */
  adopted: boolean;
  /** Whether this start made the database. */
  created: boolean;
  /** The server's process id, for those who want to watch it. */
  serverPid: () => number | null;
  /** Called when the server died or came back while Metona runs. */
  onChange: (listener: (state: 'lost' | 'back') => void) => void;
  /** Whether no other Metona uses the server; if so none can begin to until this one stops. */
  takeAlone: () => Promise<boolean>;
  stop: () => Promise<'stopped' | 'left running'>;
}

/** Runs Metona's own PostgreSQL in the data directory: adopts the one that is alive, or starts it; restarts it if it dies. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const layout = await openLayout(resolve(options.root, options.dataDir));
  const binaries = findBinaries(options.root);
  const runAs = chooseRunAs(layout, binaries);
  const created = await initialiseOnce({ layout, binaries, runAs });
  const endpoint = await chooseEndpoint(layout, runAs);
  const context: BringUp = { layout, binaries, runAs, endpoint, log: options.log, signal: options.signal };
  const { guard, adopted } = await bringUp(context);
  await createDatabaseOnce(guard);
  const watch = watchServer(context, guard);
  return {
    connection: { ...guard.address, database: DATABASE_NAME },
    adopted,
    created,
    serverPid: () => readPostmasterFile(layout.cluster)?.pid ?? null,
    onChange: (listener) => void watch.listeners.add(listener),
    takeAlone: async () => {
      const current = watch.guard();
      return current !== null && isLastUser(current);
    },
    stop: async () => {
      const current = await watch.end();
      return current ? stopServer({ layout, binaries, guard: current }) : 'left running';
    },
  };
}

async function chooseEndpoint(layout: Layout, runAs: RunAs): Promise<Endpoint> {
  const living = readPostmasterFile(layout.cluster);
  if (process.platform === 'win32') return { port: living?.port ?? (await freeLoopbackPort()) };
  const chosen = chooseSocketFolder(layout.dataDir);
  // A living server may have been started while the temporary folder was another one.
  const recorded = living?.socketFolder;
  const folder =
    chosen.temporary && recorded && basename(recorded) === basename(chosen.folder) ? recorded : chosen.folder;
  prepareSocketFolder(folder, runAs.kind === 'user' ? runAs : undefined);
  return { folder };
}

async function freeLoopbackPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

async function createDatabaseOnce({ client }: Guard): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
  if (rowCount) return;
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(DATABASE_NAME)}`);
  } catch (error) {
    // Two processes at once: 42P04 when the other one is done, 23505 when it is just finishing.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error;
  }
}

interface Watch {
  listeners: Set<(state: 'lost' | 'back') => void>;
  guard: () => Guard | null;
  end: () => Promise<Guard | null>;
}

function watchServer(context: BringUp, first: Guard): Watch {
  const listeners: Watch['listeners'] = new Set();
  const stopping = new AbortController();
  let guard: Guard | null = first;
  const announce = (state: 'lost' | 'back') => {
    for (const listener of listeners) listener(state);
  };
  const run = async () => {
    while (guard && !stopping.signal.aborted) {
      await Promise.race([guard.ended, aborted(stopping.signal)]);
      if (stopping.signal.aborted) return;
      await guard.client.end().catch(() => undefined);
      guard = null;
      context.log('the database went away, bringing it back');
      announce('lost');
      guard = await bringBack({ ...context, signal: stopping.signal });
      if (guard) announce('back');
    }
  };
  const running = run();
  return {
    listeners,
    guard: () => guard,
    end: async () => {
      stopping.abort();
      await running;
      return guard;
    },
  };
}

/** Never gives up by itself: a full disk may be freed, and the app answers 503 until then. */
async function bringBack(context: BringUp): Promise<Guard | null> {
  for (let pause = 100; !context.signal?.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const { guard } = await bringUp(context);
      context.log('the database is back');
      return guard;
    } catch (error) {
      if (context.signal?.aborted) return null;
      context.log(error instanceof Error ? error.message : String(error));
      await sleep(pause, undefined, { signal: context.signal }).catch(() => undefined);
    }
  }
  return null;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}
