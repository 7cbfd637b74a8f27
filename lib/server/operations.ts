import 'server-only';
import type { Logger } from '@/lib/agent/ports';
import type { Pool } from '@/lib/db/client';
import { createSystemStatusStore } from '@/lib/db/system-status-store';
import { createBackups } from './backups';
import type { Env } from './env';
import { createBackupJob } from './jobs/backup';
import { createSystemStatus } from './system-status';

interface OperationsDependencies {
  readonly env: Env;
  readonly pool: Pool;
  readonly now: () => number;
  readonly log: Logger;
}

/** What keeps an installation running, and shows how it does. */
export function assembleOperations({ env, pool, now, log }: OperationsDependencies) {
  const backups = createBackups({ env, pool, now, log });
  return {
    backupJob: createBackupJob({ backups, hours: env.backupHours }),
    systemStatus: createSystemStatus({ store: createSystemStatusStore(pool), backups, env, now }),
  };
}
