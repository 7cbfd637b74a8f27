import pg from 'pg';
import { buildApp, startApp } from './next-app';
import { atEnd, once } from './once';
import { product } from './product';
import { provider } from './provider';

const DATABASE = 'bench_peers';
const TABLES = `
  CREATE TABLE chat_messages (id bigserial PRIMARY KEY, chat text NOT NULL, role text NOT NULL, content text NOT NULL);
  CREATE INDEX ON chat_messages (chat, id);
  CREATE TABLE chat_chunks (id bigserial PRIMARY KEY, chat text NOT NULL, content text NOT NULL);`;

/** The AI SDK's routes in the same Next, saving into the same PostgreSQL. */
export const chatApp = once(async () => {
  const folder = await buildApp('chat-app');
  const { connection, pool } = await product();
  await pool.query(`CREATE DATABASE ${DATABASE}`);
  const client = new pg.Client({ ...connection, database: DATABASE });
  await client.connect();
  await client.query(TABLES);
  await client.end();
  const { host, port, user } = connection;
  const app = await startApp(folder, {
    BENCH_PROVIDER: (await provider()).origin,
    BENCH_DATABASE: `postgresql://${user}@/${DATABASE}?host=${encodeURIComponent(host)}&port=${port}`,
  });
  atEnd(() => app.close());
  await app.waitHealthy();
  return app;
});
