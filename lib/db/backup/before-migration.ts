import { DatabaseStartError } from '../embedded/failure';
import { type CreateBackup, createBackup } from './create-backup';
import { withClient } from './open-client';

/**
 * A backup of what a migration is about to change; none where nobody has an account yet. Without it the migration does
 * not begin: it is what one goes back to.
 */
export async function backupBeforeMigration(options: Omit<CreateBackup, 'kind'>): Promise<string | null> {
  try {
    if (!(await holdsAccounts(options.connection))) return null;
    const backup = await createBackup({ ...options, kind: 'before-migration' });
    return backup?.path ?? null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseStartError(
      `The database has to be brought up to date, and the backup before that failed: ${reason} Nothing was changed. Make room for it, or set METONA_BACKUP_HOURS=0 to start without backups.`,
      error,
    );
  }
}

function holdsAccounts(connection: CreateBackup['connection']): Promise<boolean> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ found: boolean }>('SELECT EXISTS (SELECT 1 FROM users) AS found');
    return rows[0]?.found === true;
  });
}
