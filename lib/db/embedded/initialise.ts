import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries';
import { DatabaseStartError, dataDirectoryFailure, errorCode, serverFailure } from './failure';
import type { Layout } from './layout';
import { launch, type RunAs, serverEnvironment } from './run-as';

export const DATABASE_USER = 'metona';
const MAJOR_VERSION = '18';
const ABANDONED_AFTER_MS = 15 * 60_000;

interface Initialise {
  layout: Layout;
  binaries: Binaries;
  runAs: RunAs;
}

/**
 * Makes the cluster in a folder of its own and renames it into place: a kill in the middle leaves nothing half made,
 * and of two processes that do this at once the second finds the first one's cluster and drops its own.
 */
export async function initialiseOnce(context: Initialise): Promise<boolean> {
  const { layout } = context;
  if (existsSync(layout.cluster)) {
    if (await isCluster(layout)) return false;
  }
  await removeAbandoned(layout.dataDir);
  const name = `postgres.new-${randomBytes(6).toString('hex')}`;
  const draft = join(layout.dataDir, name);
  try {
    await mkdir(draft, { mode: 0o700 });
    if (context.runAs.kind === 'user') await chown(draft, context.runAs.uid, context.runAs.gid);
    await runInitdb(context, draft);
    await rename(draft, layout.cluster);
    await syncFolder(layout.dataDir);
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(errorCode(error) ?? '') && existsSync(layout.cluster)) return false;
    if (error instanceof DatabaseStartError) throw error;
    throw dataDirectoryFailure(layout.dataDir, error);
  }
}

async function isCluster(layout: Layout): Promise<boolean> {
  const entries = await readdir(layout.cluster).catch((error: unknown) => {
    throw dataDirectoryFailure(layout.dataDir, error);
  });
  if (entries.length === 0) return false;
  const version = await readFile(join(layout.cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  if (version.trim() === MAJOR_VERSION) return true;
  throw new DatabaseStartError(
    version.trim()
      ? `The database in ${layout.cluster} was made by PostgreSQL ${version.trim()}, this Metona brings ${MAJOR_VERSION}. Start the Metona version that made it, export the data there (npm run db:export) and import them here.`
      : `The folder ${layout.cluster} is not a database of Metona's. Move it away, or choose another METONA_DATA_DIR.`,
  );
}

async function runInitdb({ layout, binaries, runAs }: Initialise, draft: string): Promise<void> {
  const parameters = ['-D', draft, '-U', DATABASE_USER, '--encoding=UTF8', '--locale=C'];
  parameters.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (process.platform === 'win32') {
    await writePassword(layout.passwordFile);
    parameters.push('-A', 'scram-sha-256', `--pwfile=${layout.passwordFile}`);
  } else {
    parameters.push('-A', 'trust');
  }
  const child = launch(runAs, {
    file: binaries.initdb,
    arguments: parameters,
    cwd: draft,
    env: serverEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-16_384);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw serverFailure('set up its data', output, layout.dataDir);
}

async function writePassword(file: string): Promise<void> {
  try {
    await writeFile(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Only folders that never became a database: their names are never those of one. */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!/^postgres\.new-[0-9a-f]{12}$/.test(name)) continue;
    const folder = join(dataDir, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}
