import 'server-only';
import { z } from 'zod';
import type { Backups } from '../backups';
import { defineJob } from './define-job';

/** Every so many hours; with 0 never by itself. */
export function createBackupJob({ backups, hours }: { backups: Pick<Backups, 'backUp'>; hours: number }) {
  return defineJob({
    name: 'backup',
    cron: hours === 0 ? null : `7 ${hours < 24 ? `*/${hours}` : '0'} * * *`,
    payload: z.object({}),
    timeLimitSeconds: 3_600,
    run: () => backups.backUp(),
  });
}
