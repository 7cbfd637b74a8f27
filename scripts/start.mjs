// Runs Metona: `node scripts/start.mjs`, with `--dev` for development. It takes the port first, so that a second start
// fails at once with a sentence, answers 503 until the app is ready, and owns the shutdown.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dev = process.argv.includes('--dev');

function fail(message) {
  console.error(message);
  process.exit(1);
}

requireNode(22, 19);
process.chdir(root);
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
process.env.NODE_ENV = dev ? 'development' : 'production';

const settings = await readSettings();
const { createFrontServer, listen } = await import('./start/front-server.mjs');
const front = createFrontServer({ dev });
const port = await listen(front.server, settings).catch((error) => fail(error.message));
const url = process.env.METONA_URL ? settings.url : `http://localhost:${port}`;
const shutdown = installShutdown();

prepareEnvironment();
await serve().catch((error) => stopWith(error instanceof Error ? error.message : String(error)));

function requireNode(major, minor) {
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  fail(
    `Metona needs Node.js ${major}.${minor} or newer, this is ${process.versions.node}. Start it with "npm start", which brings its own.`,
  );
}

async function readSettings() {
  const { stopLoadingTypescript } = await import('./load-typescript.mjs');
  const { parseEnv } = await import('../lib/server/env.ts');
  stopLoadingTypescript();
  try {
    return parseEnv(process.env);
  } catch (error) {
    return fail(error.message);
  }
}

function prepareEnvironment() {
  Object.assign(process.env, {
    PORT: String(port),
    NEXTAUTH_URL: url,
    NEXT_TELEMETRY_DISABLED: '1',
    // Next's own handler would wait for open event streams.
    NEXT_MANUAL_SIG_HANDLE: '1',
  });
}

async function serve() {
  if (!dev) {
    const { currentDistDir } = await import('./dist-dir.mjs');
    process.env.METONA_DIST_DIR = currentDistDir(root);
    if (!existsSync(join(root, process.env.METONA_DIST_DIR, 'BUILD_ID'))) {
      throw new Error('Metona has not been built yet. Start it with "npm start".');
    }
  }
  const { default: next } = await import('next');
  // A name nobody uses: Next makes redirects to what it takes for its own name relative, and a page asked for under
  // another loopback name has to be sent to the public one.
  const hostname = dev ? settings.host : 'metona.internal';
  const app = next({ dev, dir: root, hostname, port, httpServer: front.upgradeTarget, turbopack: dev });
  await app.prepare();
  front.hand(app.getRequestHandler());
  // Next registers the instrumentation with the first request, which opens the database.
  await front.touch('/api/health', new URL(url).host);
  const lifecycle = findLifecycle();
  if (!lifecycle) throw new Error('The build is incomplete. Remove the folders .next-* and start again.');
  const outcome = await lifecycle.settled;
  if (shutdown.begun()) return;
  if (!outcome.ok) throw new Error(outcome.message);
  console.log(`Metona is ready: ${url}`);
}

function findLifecycle() {
  return globalThis[Symbol.for('metona.lifecycle')];
}

async function stopWith(message) {
  console.error(message);
  await shutdown.run(1);
}

/** npm and the terminal both deliver the signal, so it may come twice; the second one must not break the first one's work. */
function installShutdown() {
  let running;
  const run = (exitCode) => {
    running ??= (async () => {
      setTimeout(() => process.exit(exitCode), 9_500).unref();
      front.stopAccepting();
      await findLifecycle()?.shutdown();
      front.closeAll();
      process.exit(exitCode);
    })();
    return running;
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void run(0));
  stopWithNpm(() => void run(0));
  // A stream that breaks off in the middle must cost its own request only.
  process.on('uncaughtException', (error) => console.error(`Unexpected: ${error?.stack ?? error}`));
  process.on('unhandledRejection', (error) => console.error(`Unexpected: ${error?.stack ?? error}`));
  return { run, begun: () => running !== undefined };
}

/** A signal to npm ends npm and its shell but does not reach us; whoever started us that way means us. */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}
