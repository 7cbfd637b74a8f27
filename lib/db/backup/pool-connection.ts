import type { Pool } from 'pg';
import type { DatabaseConnection } from '../connection';

/** Where a pool connects to, for connections that need other limits than its own. */
export function connectionOf({ options }: Pool): DatabaseConnection {
  if (options.connectionString !== undefined) return { url: options.connectionString };
  const { host = '', port = 5432, user = '', database = '', password } = options;
  return { host, port, user, database, ...(typeof password === 'string' && { password }) };
}
