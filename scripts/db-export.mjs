// Writes everything as SQL that psql loads into another PostgreSQL, also while Metona runs: `npm run db:export [file]`.
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root, startedIn, withDatabase } from './database/with-database.mjs';

const [file] = process.argv.slice(2);

await withDatabase(async ({ settings, connection }) => {
  const { exportSql } = await import('../lib/db/backup/export-sql.ts');
  const time = new Date().toISOString().replace(/[-:.]/g, '');
  const path = file ? resolve(startedIn, file) : join(settings.dataDir, 'backups', `metona-${time}.sql`);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await exportSql({ connection, root, path });
  console.log(`${path}\nLoad it into an empty database: psql -v ON_ERROR_STOP=1 -d postgresql://… -f ${path}`);
  console.log(
    'Then start Metona with that DATABASE_URL, METONA_SECRET and METONA_ENCRYPTION_KEY (the latter two from secrets.json).',
  );
});
