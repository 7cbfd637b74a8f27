import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface EverythingServer {
  readonly origin: string;
  readonly url: string;
  /** Ends the process as a crash would. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
  /** Gives it a tool more, `added-later`, and `echo` another description, while its clients are connected. */
  changeTools(): void;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const entry = () => {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json');
  return join(dirname(manifest), 'dist', 'index.js');
};

async function launch(port: number): Promise<ChildProcess> {
  const environment = { ...process.env, PORT: String(port) };
  const changes = fileURLToPath(new URL('./mcp-everything-changes.mjs', import.meta.url));
  const child = spawn(process.execPath, ['--import', changes, entry(), 'streamableHttp'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('listening on port')) resolve();
    });
    child.once('exit', () => reject(new Error(`the MCP server ended: ${said}`)));
  });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** The reference server of the protocol, as npm has it, over Streamable HTTP. */
export async function startEverything(): Promise<EverythingServer> {
  const port = await freePort();
  let child = await launch(port);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    url: `${origin}/mcp`,
    kill: () => end(child),
    changeTools: () => void child.send('change'),
    async restart() {
      await end(child);
      child = await launch(port);
    },
  };
}
