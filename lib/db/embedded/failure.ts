/** A sentence for the person who starts Metona: what is wrong and what to do, never a stack. */
export class DatabaseStartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DatabaseStartError';
  }
}

export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

const REASONS: Record<string, string> = {
  EACCES: 'this user is not allowed to write there. Give the folder to the user that runs Metona',
  EPERM: 'this user is not allowed to write there. Give the folder to the user that runs Metona',
  EROFS: 'it lies on a read-only file system',
  ENOSPC: 'the disk is full. Free some space',
  EDQUOT: 'the disk quota is used up. Free some space',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a part of that path is a file, not a folder',
  EEXIST: 'a file with that name is in the way',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its symbolic links form a circle',
};

export function dataDirectoryFailure(dataDir: string, error: unknown): DatabaseStartError {
  const reason = REASONS[errorCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
  return new DatabaseStartError(
    `Metona cannot use its data directory ${dataDir}: ${reason}, or choose another one with METONA_DATA_DIR.`,
    error,
  );
}

/** Turns what `initdb` or the server wrote before it ended into one sentence. */
export function serverFailure(action: string, output: string, dataDir: string): DatabaseStartError {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return dataDirectoryFailure(dataDir, { code: 'ENOSPC' });
  }
  if (/Read-only file system/i.test(output)) return dataDirectoryFailure(dataDir, { code: 'EROFS' });
  if (/error while loading shared libraries|Library not loaded/i.test(output)) {
    return new DatabaseStartError(
      'The bundled PostgreSQL is installed incompletely. Run "npm start" (it completes the installation), or delete node_modules and run it again.',
    );
  }
  const decisive = output.split('\n').filter((line) => /PANIC|FATAL|ERROR|error:/.test(line));
  const line = (decisive.at(-1) ?? output.trim().split('\n').at(-1) ?? '').replace(/^.*?(PANIC|FATAL|error):\s*/i, '');
  if (/Permission denied|wrong ownership|invalid permissions/i.test(line)) {
    return new DatabaseStartError(
      `The bundled PostgreSQL may not use ${dataDir} (${line}). Give the folder to the user that runs Metona, or choose another one with METONA_DATA_DIR.`,
    );
  }
  return new DatabaseStartError(`The bundled PostgreSQL could not ${action}: ${line || 'it gave no reason'}.`);
}
