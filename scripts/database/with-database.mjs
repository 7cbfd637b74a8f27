// What the database commands share: the settings, a connection, and a sentence when something is wrong.
import '../load-typescript.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the person stands who started the command; npm itself changes to the root. */
export const startedIn = process.env.INIT_CWD ?? process.cwd();

/**
 * Runs `work` with the settings and the connection, on Metona's own server also when no app runs. The bundled server is
 * made when `create` is set; `embedded` is null on an operator's database.
 */
export async function withDatabase(work, { create = false } = {}) {
  try {
    process.chdir(root);
    if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
    const { parseEnv } = await import('../../lib/server/env.ts');
    const settings = parseEnv(process.env);
    if (settings.databaseUrl !== null) {
      await work({ settings, connection: { url: settings.databaseUrl }, embedded: null });
      return;
    }
    if (!create && !existsSync(join(settings.dataDir, 'postgres'))) {
      throw new Error(`There is no database in ${settings.dataDir} yet.`);
    }
    await onBundledServer(settings, work);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

async function onBundledServer(settings, work) {
  const { startEmbedded } = await import('../../lib/db/embedded/index.ts');
  const embedded = await startEmbedded({ dataDir: settings.dataDir, root, log: (line) => console.error(line) });
  try {
    await work({ settings, connection: embedded.connection, embedded });
  } finally {
    await embedded.stop();
  }
}

/** "3 rows in 2 tables" for the counts of a backup. */
export function describeCounts(counts) {
  const tables = Object.values(counts);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows in ${tables.length} tables`;
}
