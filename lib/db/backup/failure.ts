import { errorCode } from '../embedded/failure';

/** A sentence for the person who asked for a backup, a restore or an export. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BackupError';
  }
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'it lies on a read-only file system',
  EACCES: 'this user is not allowed to write there',
  EPERM: 'this user is not allowed to write there',
  ENOTDIR: 'a part of that path is a file, not a folder',
  EEXIST: 'a file of that name is there already',
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
};

export function describeFileFailure(action: string, path: string, error: unknown): BackupError {
  if (error instanceof BackupError) return error;
  const reason = REASONS[errorCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
  return new BackupError(`${path} cannot be ${action}: ${reason}.`, error);
}

const SERVER_DISK_FULL = '53100';

/** What went wrong while a file was written into `folder` and restored for comparison. */
export function translateFailure(folder: string, error: unknown): unknown {
  const code = errorCode(error) ?? '';
  if (code in REASONS) return describeFileFailure('written', folder, error);
  if (code !== SERVER_DISK_FULL) return error;
  return new BackupError('The backup could not be verified: the disk of the database server is full.', error);
}
