import 'server-only';
import { join } from 'node:path';
import type { Logger } from '@/lib/agent/ports';
import { type BackupFile, listBackups } from '@/lib/db/backup/backup-folder';
import { createBackup } from '@/lib/db/backup/create-backup';
import { connectionOf } from '@/lib/db/backup/pool-connection';
import type { Pool } from '@/lib/db/client';
import type { Env } from './env';
import { describeError } from './logger';

interface BackupDependencies {
  readonly env: Pick<Env, 'dataDir' | 'backupKeep'>;
  readonly pool: Pool;
  readonly now: () => number;
  readonly log: Logger;
}

export interface Backups {
  /** Newest first, those of this instance's data directory. */
  list: () => Promise<BackupFile[]>;
  /** Makes one when something has changed since the last; a failure is logged, the app goes on. */
  backUp: () => Promise<void>;
}

export function createBackups({ env, pool, now, log }: BackupDependencies): Backups {
  const folder = join(/* turbopackIgnore: true */ env.dataDir, 'backups');
  return {
    list: () => listBackups(folder),
    backUp: async () => {
      try {
        const backup = await createBackup({
          connection: connectionOf(pool),
          root: process.cwd(),
          folder,
          kind: 'hourly',
          keep: env.backupKeep,
          now,
          onlyWhenChanged: true,
        });
        if (backup) log.info({ file: backup.path, verified: backup.verified }, 'backed up');
      } catch (error) {
        log.error(describeError(error), 'the backup failed');
      }
    },
  };
}
