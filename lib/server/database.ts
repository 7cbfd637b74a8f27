import 'server-only';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SecretsError } from '@/lib/crypto/secret-values';
import { backupBeforeMigration } from '@/lib/db/backup/before-migration';
import { openDatabase, type Pool, type PrismaClient } from '@/lib/db/client';
import type { DatabaseConnection } from '@/lib/db/connection';
import { DatabaseStartError, type EmbeddedDatabase, startEmbedded } from '@/lib/db/embedded';
import { migrate } from '@/lib/db/migrate';
import { isConnectionLoss } from '@/lib/db/sql';
import { EnvironmentError, env } from './env';
import { unavailable } from './http/problem';
import { createLogger } from './logger';

export type DatabaseState = 'starting' | 'ready' | 'failed' | 'stopped';

export interface DatabaseHandle {
  /** Usable from the beginning: before the database is ready its queries fail as those of a lost database do. */
  readonly client: PrismaClient;
  readonly pool: Pool;
  state: () => DatabaseState;
  start: () => Promise<void>;
  /** Resolves once the database is migrated and reachable; throws `unavailable` after `limitMs`. */
  waitReady: (limitMs?: number) => Promise<void>;
  /** Whether it answers right now, asked with a bound. */
  answers: (limitMs?: number) => Promise<boolean>;
  stop: () => Promise<void>;
}

export interface DatabaseOptions {
  /** Null: Metona's own PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  root: string;
  log: (line: string) => void;
  /** Null: none is made before a migration. */
  backups: { keep: number } | null;
  /** How long an operator's database may be unreachable before the start gives up. */
  patienceMs?: number;
}

const READY_LIMIT_MS = 10_000;
const ANSWER_LIMIT_MS = 1_500;
const CLOSE_LIMIT_MS = 1_000;
const STARTING_LIMIT_MS = 3_000;
const PATIENCE_MS = 60_000;

function createDatabase(options: DatabaseOptions): DatabaseHandle {
  const database = openDatabase({
    onConnectionError: (error) => options.log(`database connection lost: ${error.message}`),
  });
  const stopping = new AbortController();
  let state: DatabaseState = 'starting';
  let embedded: EmbeddedDatabase | undefined;
  let started: Promise<void> | undefined;
  const open = async () => {
    try {
      embedded =
        options.databaseUrl === null ? await startEmbedded({ ...options, signal: stopping.signal }) : undefined;
      const connection: DatabaseConnection = embedded?.connection ?? { url: options.databaseUrl ?? '' };
      await migratePatiently(connection, { ...options, signal: stopping.signal });
      database.connectTo(connection);
      if (state === 'starting') state = 'ready';
    } catch (error) {
      if (state === 'starting') state = 'failed';
      throw error;
    }
  };
  const start = () => {
    started ??= open();
    return started;
  };
  return {
    client: database.prisma,
    pool: database.pool,
    state: () => state,
    start,
    waitReady: async (limitMs = READY_LIMIT_MS) => {
      if (state === 'starting') await within(start(), limitMs);
      if (state !== 'ready') throw unavailable();
    },
    answers: async (limitMs = ANSWER_LIMIT_MS) =>
      state === 'ready' && (await within(database.pool.query('SELECT 1'), limitMs)) !== undefined,
    stop: async () => {
      state = 'stopped';
      stopping.abort();
      if (started) await within(started, STARTING_LIMIT_MS);
      await within(database.close(), CLOSE_LIMIT_MS);
      await embedded?.stop();
    },
  };
}

type PatientOptions = DatabaseOptions & { signal: AbortSignal };

/** An operator's database may still be starting when Metona does. */
async function migratePatiently(connection: DatabaseConnection, options: PatientOptions): Promise<void> {
  const deadline = Date.now() + (options.patienceMs ?? PATIENCE_MS);
  for (let pause = 250; ; pause = Math.min(pause * 2, 4_000)) {
    try {
      const applied = await migrate({
        connection,
        root: options.root,
        beforeFirst: () => backUpFirst(connection, options),
      });
      if (applied.length > 0) options.log(`database brought up to date (${applied.length} steps)`);
      return;
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      const reason = error instanceof Error ? error.message || error.name : String(error);
      if (Date.now() > deadline) throw new DatabaseStartError(`The database cannot be reached: ${reason}.`, error);
      options.log(`waiting for the database: ${reason}`);
      await sleep(pause, undefined, { signal: options.signal });
    }
  }
}

async function backUpFirst(connection: DatabaseConnection, options: DatabaseOptions): Promise<void> {
  const { root, dataDir, backups, log } = options;
  if (!backups) return;
  const folder = join(/* turbopackIgnore: true */ dataDir, 'backups');
  const path = await backupBeforeMigration({ connection, root, folder, keep: backups.keep, now: Date.now });
  if (path !== null) log(`backed up before the database is brought up to date: ${path}`);
}

/** The value, or undefined when it failed or came too late. */
async function within<T>(promise: Promise<T>, limitMs: number): Promise<T | undefined> {
  const limit = new AbortController();
  const timer = sleep(limitMs, undefined, { signal: limit.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise.catch(() => undefined), timer]);
  } finally {
    limit.abort();
  }
}

/** What the person who starts Metona is told. */
export function describeStartFailure(error: unknown): string {
  const isSentence = [DatabaseStartError, EnvironmentError, SecretsError].some((kind) => error instanceof kind);
  if (isSentence && error instanceof Error) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('28')) return `The database refuses the name or password in DATABASE_URL: ${error.message}.`;
  if (code === '3D000') return `The database in DATABASE_URL does not exist: ${error.message}.`;
  return `Metona could not start: ${error.message}`;
}

// Next loads instrumentation and route handlers as separate module graphs; both must see the same database.
const slot = globalThis as { metonaDatabase?: DatabaseHandle };

export function getDatabase(): DatabaseHandle {
  slot.metonaDatabase ??= createDatabase({
    databaseUrl: env().databaseUrl,
    dataDir: env().dataDir,
    backups: env().backupHours === 0 ? null : { keep: env().backupKeep },
    root: process.cwd(),
    log: (line) => createLogger().info({}, line),
  });
  return slot.metonaDatabase;
}
