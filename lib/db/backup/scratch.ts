import pg, { type Client } from 'pg';
import { newId } from '@/lib/crypto/tokens';
import type { DatabaseConnection } from '../connection';
import { errorCode } from '../embedded/failure';
import { onDatabase, withClient } from './open-client';

const MAY_NOT_CREATE = '42501';

/**
 * Runs `work` on an empty database that is gone afterwards; null where this user may not make one. `client` is connected
 * to the database that is being backed up and holds its backup lock, so what an earlier one left behind may go as well.
 */
export async function withScratch<T>(
  client: Client,
  connection: DatabaseConnection,
  work: (scratch: Client) => Promise<T>,
): Promise<T | null> {
  const { rows } = await client.query<{ oid: number }>(
    'SELECT oid::int FROM pg_database WHERE datname = current_database()',
  );
  const prefix = `metona_scratch_${rows[0]?.oid}_`;
  await dropLeftOver(client, prefix);
  const name = `${prefix}${newId('').slice(0, 12).toLowerCase().replace(/\W/g, '0')}`;
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0`);
  } catch (error) {
    if (errorCode(error) === MAY_NOT_CREATE) return null;
    throw error;
  }
  try {
    return await withClient(onDatabase(connection, name), work);
  } finally {
    await drop(client, name);
  }
}

async function dropLeftOver(client: Client, prefix: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT datname::text AS name FROM pg_database WHERE starts_with(datname::text, $1)',
    [prefix],
  );
  for (const { name } of rows) await drop(client, name);
}

async function drop(client: Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`).catch(() => undefined);
}
