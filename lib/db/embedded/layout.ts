import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { access, constants, mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseStartError, dataDirectoryFailure, errorCode } from './failure';

export interface Layout {
  dataDir: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  logFile: string;
  /** Windows only: the password that SCRAM over loopback needs. */
  passwordFile: string;
}

/** `sun_path` holds 108 bytes on Linux and 104 on macOS, the last one is the terminator. */
const SOCKET_PATH_LIMIT = process.platform === 'linux' ? 107 : 103;

export const SOCKET_PORT = 5432;

export async function openLayout(dataDir: string): Promise<Layout> {
  try {
    await makeFolder(dataDir);
    const real = await realpath(dataDir);
    await access(real, constants.W_OK | constants.X_OK);
    return {
      dataDir: real,
      cluster: join(real, 'postgres'),
      logFile: join(real, 'postgres.log'),
      passwordFile: join(real, 'postgres-password'),
    };
  } catch (error) {
    throw dataDirectoryFailure(dataDir, error);
  }
}

/** Not `recursive: true`, which never returns where folders cannot be made at all (as below /proc). */
export async function makeFolder(folder: string): Promise<void> {
  const make = () => mkdir(folder, { mode: 0o700 });
  try {
    await make();
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    const parent = dirname(folder);
    if (errorCode(error) !== 'ENOENT' || existsSync(parent)) throw error;
    await makeFolder(parent);
    await make();
  }
}

export function socketFile(folder: string): string {
  return join(folder, `.s.PGSQL.${SOCKET_PORT}`);
}

export interface SocketFolder {
  folder: string;
  temporary: boolean;
}

export function chooseSocketFolder(dataDir: string, temporaryRoot: string = tmpdir()): SocketFolder {
  const beside = join(dataDir, 'run');
  if (fits(beside)) return { folder: beside, temporary: false };
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const name = `metona-${process.getuid?.() ?? 0}-${hash}`;
  const folder = join(temporaryRoot, name);
  return { folder: fits(folder) ? folder : join('/tmp', name), temporary: true };
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketFile(folder)) <= SOCKET_PATH_LIMIT;
}

/** Whoever can reach the socket is the database's superuser, so the folder must be ours alone. */
export function prepareSocketFolder(folder: string, owner?: { uid: number; gid: number }): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const mine = process.getuid?.() ?? found.uid;
  if (!found.isDirectory() || (found.uid !== mine && found.uid !== owner?.uid)) {
    throw new DatabaseStartError(
      `The folder ${folder}, which Metona needs for its database socket, belongs to someone else. Remove it, or choose a shorter METONA_DATA_DIR.`,
    );
  }
  chmodSync(folder, 0o700);
  if (owner && found.uid !== owner.uid) chownSync(folder, owner.uid, owner.gid);
}

export function sameFolder(left: string, right: string): boolean {
  try {
    return realpathSync(left) === realpathSync(right);
  } catch {
    return false;
  }
}
