import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { DatabaseStartError, errorCode } from './failure';
import { DATABASE_USER } from './initialise';
import { type Layout, SOCKET_PORT, sameFolder } from './layout';

/** Where the server answers: a socket folder, or a loopback port where there are no Unix sockets. */
export type Endpoint = { folder: string } | { port: number };

export interface ServerAddress {
  host: string;
  port: number;
  user: string;
  password?: string;
}

/**
 * A connection every process that uses the server keeps open. It holds a shared advisory lock, so the last one to leave
 * can tell that it is the last; and its end is how a process learns at once that the server is gone.
 */
export interface Guard {
  client: pg.Client;
  address: ServerAddress;
  ended: Promise<void>;
}

export type GuardAttempt = { kind: 'guard'; guard: Guard } | { kind: 'absent' } | { kind: 'busy'; reason: string };

const USER_COUNT_LOCK = 7_236_401;
const ABSENT = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);
/** Starting up, shutting down or recovering; too many connections; terminated while we asked. */
const BUSY = new Set(['57P03', '57P01', '57P02', '53300', 'ECONNRESET', 'EPIPE', 'EAGAIN', 'ETIMEDOUT']);

async function addressOf(endpoint: Endpoint, layout: Layout): Promise<ServerAddress> {
  if ('folder' in endpoint) return { host: endpoint.folder, port: SOCKET_PORT, user: DATABASE_USER };
  const password = (await readFile(layout.passwordFile, 'utf8')).trim();
  return { host: '127.0.0.1', port: endpoint.port, user: DATABASE_USER, password };
}

export async function attemptGuard(endpoint: Endpoint, layout: Layout): Promise<GuardAttempt> {
  const address = await addressOf(endpoint, layout);
  const client = new pg.Client({
    ...address,
    database: 'postgres',
    application_name: 'metona supervisor',
    connectionTimeoutMillis: 3_000,
    query_timeout: 60_000,
  });
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
    client.on('error', () => resolve());
  });
  try {
    await client.connect();
    await requireOurServer(client, layout);
    if (await takeShare(client)) return { kind: 'guard', guard: { client, address, ended } };
    await client.end();
    return { kind: 'busy', reason: 'another Metona is just stopping the database' };
  } catch (error) {
    await client.end().catch(() => undefined);
    return translateFailure(error);
  }
}

function translateFailure(error: unknown): GuardAttempt {
  if (error instanceof DatabaseStartError) throw error;
  const code = errorCode(error) ?? '';
  if (ABSENT.has(code)) return { kind: 'absent' };
  const message = error instanceof Error ? error.message : String(error);
  if (BUSY.has(code) || /timeout|terminated|ended/i.test(message)) return { kind: 'busy', reason: message };
  throw new DatabaseStartError(`The bundled PostgreSQL refuses Metona: ${message}.`, error);
}

async function requireOurServer(client: pg.Client, layout: Layout): Promise<void> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const found = rows[0]?.data_directory ?? '';
  if (sameFolder(found, layout.cluster)) return;
  throw new DatabaseStartError(
    `Another PostgreSQL (data in ${found}) answers at the socket that belongs to ${layout.dataDir}. Stop it, or choose another METONA_DATA_DIR.`,
  );
}

async function takeShare(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock_shared($1) AS held', [
    USER_COUNT_LOCK,
  ]);
  return rows[0]?.held === true;
}

/** True for the last user only. From then on nobody new gets a share, so the server may be stopped safely. */
export async function isLastUser(guard: Guard): Promise<boolean> {
  const { rows } = await guard.client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [
    USER_COUNT_LOCK,
  ]);
  return rows[0]?.held === true;
}
