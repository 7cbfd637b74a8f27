import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type DatabaseConnection, pgConnection } from './connection';
import { PrismaClient } from './generated/client';

export type { Pool } from 'pg';
export type { PrismaClient } from './generated/client';

export interface Database {
  prisma: PrismaClient;
  /** For the hot statements, and for LISTEN: a client taken from it must be given back or released with `true`. */
  pool: pg.Pool;
  /** Tells where the database is, for one that was opened before that was known. */
  connectTo: (connection: DatabaseConnection) => void;
  close: () => Promise<void>;
}

export interface OpenDatabase {
  /** Without it every query fails as if the database were down, until `connectTo`. */
  connection?: DatabaseConnection;
  /** A lost connection is no reason to crash: the next query gets a new one. */
  onConnectionError?: (error: Error) => void;
  poolSize?: { prisma: number; hot: number };
}

const NOWHERE: DatabaseConnection = { host: '/nonexistent', port: 5432, user: 'metona', database: 'metona' };
const DEFAULT_POOL_SIZE = { prisma: 12, hot: 14 };

export function openDatabase({
  connection = NOWHERE,
  onConnectionError,
  poolSize = DEFAULT_POOL_SIZE,
}: OpenDatabase): Database {
  const report = onConnectionError ?? (() => undefined);
  const prismaPool = createPool(connection, poolSize.prisma, report);
  const pool = createPool(connection, poolSize.hot, report);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(prismaPool),
    transactionOptions: { maxWait: 5_000, timeout: 15_000 },
  });
  return {
    prisma,
    pool,
    connectTo: (found) => {
      for (const each of [prismaPool, pool]) Object.assign(each.options, pgConnection(found));
    },
    close: async () => {
      await prisma.$disconnect();
      await Promise.all([prismaPool.end(), pool.end()]);
    },
  };
}

function createPool(connection: DatabaseConnection, max: number, report: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...pgConnection(connection),
    application_name: 'metona',
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  });
  pool.on('error', report);
  // A client that is checked out (LISTEN) reports its loss itself; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}
