// One process that runs the bundled PostgreSQL, driven over IPC, so that tests can kill it like the app.

import pg from 'pg';
import { startEmbedded } from '@/lib/db/embedded';

interface Settings {
  dataDir: string;
  root: string;
  /** Become this user once everything is loaded, as if started by it. */
  uid?: number;
}

export type Order = { kind: 'insert'; from: number; count: number } | { kind: 'stop' };
export type Report =
  | { kind: 'ready'; adopted: boolean; created: boolean; ms: number; host: string; serverPid: number | null }
  | { kind: 'acknowledged'; value: number }
  | { kind: 'lost'; serverPid: number | null }
  | { kind: 'back'; serverPid: number | null }
  | { kind: 'stopped'; how: string }
  | { kind: 'failed'; message: string };

const settings: Settings = JSON.parse(process.argv[2] ?? '{}');
const report = (value: Report) => void process.send?.(value);

if (settings.uid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(settings.uid);
  process.setuid?.(settings.uid);
}

try {
  await run();
} catch (error) {
  report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.disconnect?.();
}

async function run(): Promise<void> {
  const begun = performance.now();
  const database = await startEmbedded({ ...settings, log: () => undefined });
  const pool = new pg.Pool({ ...database.connection, application_name: 'metona', max: 2 });
  pool.on('error', () => undefined);
  await pool.query('CREATE TABLE IF NOT EXISTS acknowledged (value int PRIMARY KEY)').catch(ignoreDuplicate);
  database.onChange((kind) => report({ kind, serverPid: database.serverPid() }));
  report({
    kind: 'ready',
    adopted: database.adopted,
    created: database.created,
    ms: performance.now() - begun,
    host: database.connection.host,
    serverPid: database.serverPid(),
  });
  process.on('message', async (order: Order) => {
    if (order.kind === 'insert') return insert(pool, order);
    await pool.end();
    report({ kind: 'stopped', how: await database.stop() });
    process.disconnect?.();
  });
}

/** Two processes that create the table at once collide in the catalogue. */
function ignoreDuplicate(error: { code?: string }): void {
  if (!['23505', '42P07', '42710'].includes(error.code ?? '')) throw error;
}

async function insert(pool: pg.Pool, { from, count }: { from: number; count: number }): Promise<void> {
  for (let value = from; value < from + count; value += 1) {
    try {
      await pool.query('INSERT INTO acknowledged VALUES ($1)', [value]);
      report({ kind: 'acknowledged', value });
    } catch {
      await new Promise((done) => setTimeout(done, 20));
    }
  }
}
