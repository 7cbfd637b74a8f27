import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const HEALTHY_LIMIT_MS = 60_000;

export interface ProductOptions {
  port?: number;
  dataDir?: string;
  env?: Record<string, string>;
}

export interface Product {
  url: string;
  port: number;
  dataDir: string;
  child: ChildProcess;
  /** What it wrote to standard output and standard error so far. */
  output: () => string;
  waitHealthy: (limitMs?: number) => Promise<void>;
  /** Sends the signal and answers the exit code; null when a signal ended it. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  exited: Promise<number | null>;
  databasePid: () => number | null;
  killDatabase: () => void;
  /** Ends everything and removes the data directory. */
  dispose: () => Promise<void>;
}

/** Starts the built app (`node scripts/start.mjs`) as a process of its own, on a free port and in a data directory. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'metona-product-'));
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env: { ...cleanEnvironment(), PORT: String(port), METONA_DATA_DIR: dataDir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const databasePid = () => readPid(join(dataDir, 'postgres', 'postmaster.pid'));
  const killDatabase = () => kill(databasePid());
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    url,
    port,
    dataDir,
    child,
    exited,
    databasePid,
    killDatabase,
    output: () => output,
    waitHealthy: async (limitMs = HEALTHY_LIMIT_MS) => {
      const deadline = Date.now() + limitMs;
      while (!(await isHealthy(url))) {
        if (hasEnded()) throw new Error(`The app ended before it was healthy:\n${output}`);
        if (Date.now() > deadline) throw new Error(`The app was not healthy after ${limitMs} ms:\n${output}`);
        await sleep(25);
      }
    },
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
    dispose: async () => {
      child.kill('SIGKILL');
      await exited;
      killDatabase();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(3_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}

/** The caller's settings must not decide what a test sees. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(METONA_|AUTH_|NEXT|VITEST|DATABASE_URL$|PORT$|NODE_ENV$|NODE_OPTIONS$)/.test(name),
  );
  return { ...Object.fromEntries(kept), NODE_ENV: 'production' };
}

function readPid(file: string): number | null {
  if (!existsSync(file)) return null;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return Number.isInteger(pid) ? pid : null;
}

function kill(pid: number | null): void {
  if (pid === null) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
