import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, isHealthy } from './product';

const root = fileURLToPath(new URL('../..', import.meta.url));
const healthyWithinMs = 90_000;

export interface NpmProduct {
  readonly port: number;
  readonly dataDir: string;
  /** `npm start`, the way everybody starts it, as the leader of a process group of its own. */
  start(): Promise<void>;
  /** SIGTERM to npm alone, as a service manager or a container does it. */
  terminateNpm(): void;
  hasDatabase(): boolean;
  /** `kill -9` of npm and everything it has started. */
  killGroup(): Promise<void>;
  killDatabase(): void;
  dispose(): Promise<void>;
}

/** Only what a shell would have: no setting of the caller decides what a test sees. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(METONA_|AUTH_|NEXT|npm_|DATABASE_URL$|PORT$|NODE_ENV$|NODE_OPTIONS$|INIT_CWD$)/;
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !foreign.test(name)),
  ) as unknown as NodeJS.ProcessEnv;
}

function signal(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

export async function prepareNpmProduct(settings: Record<string, string> = {}): Promise<NpmProduct> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'metona-e2e-'));
  let leader: ReturnType<typeof spawn> | undefined;
  let output = '';

  async function start() {
    const env = { ...plainEnvironment(), PORT: String(port), METONA_DATA_DIR: dataDir, ...settings };
    const child = spawn('npm', ['start'], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    leader = child;
    const deadline = Date.now() + healthyWithinMs;
    while (!(await isHealthy(`http://127.0.0.1:${port}`))) {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (hasEnded || Date.now() > deadline) throw new Error(`npm start did not come up:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async function killGroup() {
    if (leader?.pid === undefined) return;
    const { pid } = leader;
    const closed = new Promise((resolve) => leader?.once('close', resolve));
    const isOver = leader.exitCode !== null || leader.signalCode !== null;
    signal(-pid);
    if (!isOver) await closed;
  }

  const terminateNpm = () => void leader?.kill('SIGTERM');
  const hasDatabase = () => existsSync(join(dataDir, 'postgres', 'postmaster.pid'));

  function killDatabase() {
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    if (existsSync(file)) signal(Number.parseInt(readFileSync(file, 'utf8'), 10));
  }

  async function dispose() {
    await killGroup();
    killDatabase();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
  return { port, dataDir, start, terminateNpm, hasDatabase, killGroup, killDatabase, dispose };
}
