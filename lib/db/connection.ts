/** How to reach a database: Metona's own (a socket folder or loopback), or the operator's by its URL. */
export type DatabaseConnection =
  | { url: string }
  | { host: string; port: number; user: string; password?: string; database: string };

export interface PgConnection {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
}

export function pgConnection(connection: DatabaseConnection): PgConnection {
  return 'url' in connection ? { connectionString: connection.url } : { ...connection };
}
