// Backs the database up, also while Metona runs: `npm run db:backup`. The file lands in <data directory>/backups, and is
// restored into a scratch database and compared before it gets its name.
import { join } from 'node:path';
import { describeCounts, root, withDatabase } from './database/with-database.mjs';

await withDatabase(async ({ settings, connection }) => {
  const { createBackup } = await import('../lib/db/backup/create-backup.ts');
  const { path, verified, counts } = await createBackup({
    connection,
    root,
    folder: join(settings.dataDir, 'backups'),
    kind: 'manual',
    keep: settings.backupKeep,
    now: Date.now,
  });
  console.log(`${path}: ${describeCounts(counts)}.`);
  console.log(
    verified
      ? 'Verified: restored into a scratch database, every table compared.'
      : 'Not verified: the user of DATABASE_URL may not create a scratch database.',
  );
  console.log(
    'Keep the secrets (secrets.json, or METONA_SECRET and METONA_ENCRYPTION_KEY) in another place than this file.',
  );
});
