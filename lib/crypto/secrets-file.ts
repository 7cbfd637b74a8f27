import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEncryptionKeys, requireStrong, SecretsError } from './secret-values';

export interface SecretsInput {
  /** From the environment; null when not set. */
  readonly secret: string | null;
  /** From the environment: base64 of 32 bytes, several separated by commas, newest first; null when not set. */
  readonly encryptionKey: string | null;
  /** Every value printed in the documentation. */
  readonly sampleValues: readonly string[];
}

export interface Secrets {
  readonly secret: string;
  /** Newest first. */
  readonly encryptionKeys: readonly Uint8Array[];
  readonly path: string;
  /** True when the file was made just now: existing ciphertext can then not be ours to read. */
  readonly isNew: boolean;
}

interface Stored {
  readonly secret: string;
  readonly encryptionKeys: string;
}

/**
 * The sign-in secret and the key-encryption keys: those of the environment, completed by `secrets.json` in the data
 * directory, which is made once, also when two processes start at the same time. Keys of an existing file stay readable
 * behind one from the environment. Throws `SecretsError`, whose message is for the operator and names no value.
 */
export async function loadOrCreateSecrets(dataDir: string, input: SecretsInput): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  const isComplete = input.secret !== null && input.encryptionKey !== null;
  const existing = await readSecrets(path);
  const isNew = existing === null && !isComplete && (await createSecrets(dataDir, path));
  const stored = existing ?? (isComplete ? null : await readSecrets(path));

  const secret = input.secret ?? stored?.secret ?? '';
  requireStrong('METONA_SECRET', secret, input.sampleValues);
  const texts = [input.encryptionKey, stored?.encryptionKeys].filter((text) => text != null);
  const keys = texts.flatMap((text) => parseEncryptionKeys(text, input.sampleValues));
  return { secret, encryptionKeys: keys, path, isNew };
}

/** True when this call made the file, false when another process was first. */
async function createSecrets(dataDir: string, path: string): Promise<boolean> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const content = {
    version: 1,
    secret: randomBytes(32).toString('base64url'),
    encryptionKeys: [randomBytes(32).toString('base64')],
  };
  // Written whole under another name, then linked: nobody ever sees half a file, and the first link wins.
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await publish(draft, path);
    await syncFolder(dataDir);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new SecretsError(`${path} cannot be created (${codeOf(error) ?? 'unknown error'})`);
  } finally {
    await rm(draft, { force: true });
  }
}

const WITHOUT_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

async function publish(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    // Some mounted file systems have no hard links.
    if (!WITHOUT_LINKS.has(codeOf(error))) throw error;
    await copyFile(draft, path, constants.COPYFILE_EXCL);
  }
}

/** Makes the new name survive a power cut. Not every system can sync a folder; those that cannot do it by themselves. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

async function readSecrets(path: string): Promise<Stored | null> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw new SecretsError(`${path} cannot be read (${codeOf(error) ?? 'unknown error'})`);
  });
  if (file === null) return null;
  try {
    const { mode } = await file.stat();
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new SecretsError(`${path} can be read by other users. Run: chmod 600 ${path}`);
    }
    return parseStored(await file.readFile('utf8'), path);
  } finally {
    await file.close();
  }
}

function parseStored(text: string, path: string): Stored {
  try {
    const { secret, encryptionKeys } = JSON.parse(text) as Record<string, unknown>;
    const isWhole = Array.isArray(encryptionKeys) && encryptionKeys.every((key) => typeof key === 'string');
    if (typeof secret === 'string' && isWhole) return { secret, encryptionKeys: encryptionKeys.join(',') };
  } catch {
    // Said below, without the content.
  }
  throw new SecretsError(`${path} is damaged. Restore it from a backup: without it, stored keys cannot be read`);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
