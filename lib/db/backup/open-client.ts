import pg from 'pg';
import { type DatabaseConnection, pgConnection } from '../connection';

/** The text of a value must not depend on whose settings it was written under. */
const SETTINGS = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1;
SET bytea_output = 'hex'; SET standard_conforming_strings = on`;

/** Runs `work` on a connection of its own without limits of time, and closes it whatever happens. */
export async function withClient<T>(
  connection: DatabaseConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...pgConnection(connection),
    application_name: 'metona backup',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(SETTINGS);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The same server and user, another database. */
export function onDatabase(connection: DatabaseConnection, database: string): DatabaseConnection {
  if (!('url' in connection)) return { ...connection, database };
  return { url: connection.url.replace(/^([a-z]+:\/\/[^/?#]*)(\/[^?#]*)?/i, `$1/${encodeURIComponent(database)}`) };
}
