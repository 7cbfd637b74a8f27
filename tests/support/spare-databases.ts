import pg from 'pg';
import type { TestServer } from './test-server';

/**
 * Databases that a test has left, kept for the next one: emptying some tables takes a tenth of the time that dropping a
 * database and copying the template takes. A database whose shape was changed, or that has grown, is not kept.
 */

/** Everything of the template that a test could have changed and that removing rows would not undo. */
const shape = `
  SELECT md5(concat(
    (SELECT string_agg(concat_ws(',', n.nspname, c.relname, c.relkind), ';' ORDER BY n.nspname, c.relname)
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname !~ '^pg_(toast|temp)'),
    (SELECT string_agg(concat_ws(',', attrelid::regclass, attname, atttypid, attnotnull), ';' ORDER BY attrelid::regclass::text, attnum)
       FROM pg_attribute WHERE attnum > 0 AND attrelid >= 16384 AND attrelid::regclass::text !~ 'pg_toast'),
    (SELECT string_agg(pg_get_constraintdef(oid), ';' ORDER BY conname, conrelid::regclass::text) FROM pg_constraint),
    (SELECT string_agg(tgname, ';' ORDER BY tgname) FROM pg_trigger WHERE NOT tgisinternal),
    (SELECT string_agg(pg_get_functiondef(oid), ';' ORDER BY proname, oid) FROM pg_proc WHERE oid >= 16384 AND prokind = 'f'),
    (SELECT string_agg(extname, ';' ORDER BY extname) FROM pg_extension),
    (SELECT count(*) FROM pg_db_role_setting WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())),
    (SELECT string_agg(m::text, ';' ORDER BY id) FROM _prisma_migrations m)
  )) AS shape, pg_database_size(current_database())::float8 AS bytes`;

const removeRows = `
  DO $$
  DECLARE each record;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR each IN SELECT oid::regclass AS name FROM pg_class
                WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations' LOOP
      EXECUTE format('DELETE FROM %s', each.name);
    END LOOP;
    FOR each IN SELECT oid::regclass AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace LOOP
      EXECUTE format('ALTER SEQUENCE %s RESTART', each.name);
    END LOOP;
  END $$`;

const grownTooLarge = 1.6;

async function connected<T>(server: TestServer, database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...server, database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Called once for a server, when its template is complete. */
export async function prepareSpares(server: TestServer, template: string): Promise<void> {
  const original = await connected(server, template, (client) => client.query(shape));
  await connected(server, 'postgres', async (client) => {
    await client.query('CREATE TABLE spare (name text PRIMARY KEY); CREATE TABLE original (shape text, bytes float8)');
    await client.query('INSERT INTO original VALUES ($1, $2)', [original.rows[0].shape, original.rows[0].bytes]);
  });
}

/** A database that looks like the template, or undefined when none is left. */
export async function takeSpare(server: TestServer): Promise<string | undefined> {
  const taken = await connected(server, 'postgres', (client) =>
    client.query(
      'DELETE FROM spare WHERE name = (SELECT name FROM spare LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING name',
    ),
  );
  return taken.rows[0]?.name;
}

/** Whether the database is as the template again and was kept; the caller drops it otherwise. */
export async function keepAsSpare(server: TestServer, database: string): Promise<boolean> {
  const now = await connected(server, database, async (client) => {
    await client.query(
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const { rows } = await client.query(shape);
    await client.query(removeRows);
    return rows[0];
  });
  const kept = await connected(server, 'postgres', (client) =>
    client.query('INSERT INTO spare SELECT $1 FROM original WHERE shape = $2 AND bytes * $3 > $4::float8', [
      database,
      now.shape,
      grownTooLarge,
      now.bytes,
    ]),
  );
  return kept.rowCount === 1;
}
