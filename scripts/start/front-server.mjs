import { EventEmitter } from 'node:events';
import { createServer, get } from 'node:http';

const unavailable = JSON.stringify({
  error: { code: 'unavailable', message: 'Metona is starting or stopping. Try again in a moment.', retryable: true },
});

const usualBodyMs = 120_000;
/** An archive of hundreds of megabytes over a slow line; its route reads the body of who has signed in alone. */
const archivePath = '/api/sessions/import';
const archiveBodyMs = 1_800_000;

/** Ends a connection whose request is not all there in time, so that single bytes hold none for long. */
function limitBody(request, withinMs) {
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  if (!hasBody || request.url.split('?')[0] === archivePath) return;
  const timer = setTimeout(() => request.complete || request.socket.destroy(), withinMs);
  request.once('close', () => clearTimeout(timer));
}

/** The HTTP server that listens before the app is there; the app is handed in later. */
export function createFrontServer({ dev, bodyMs = usualBodyMs }) {
  let handle = null;
  let accepting = true;
  const options = {
    // Against clients that send their request a byte at a time.
    headersTimeout: 20_000,
    requestTimeout: archiveBodyMs,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: 65_000,
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  };
  const server = createServer(options, (request, response) => {
    // Route handlers do not see the socket; whatever a client sends under this name is replaced.
    request.headers['x-metona-peer'] = request.socket.remoteAddress ?? '';
    limitBody(request, bodyMs);
    if (!accepting) response.setHeader('connection', 'close');
    if (!accepting || handle === null) return answerUnavailable(response);
    handle(request, response).catch(() => response.destroy());
  });
  // Metona has no WebSocket; Next's development server has one, to reload the page.
  if (!dev) server.on('upgrade', (_request, socket) => socket.destroy());
  return {
    server,
    upgradeTarget: dev ? server : new EventEmitter(),
    hand: (handler) => {
      handle = handler;
    },
    touch: (path, host) => touch(server, path, host),
    stopAccepting: () => {
      accepting = false;
      server.close();
      server.closeIdleConnections();
    },
    closeAll: () => server.closeAllConnections(),
  };
}

/** One request to ourselves; its answer does not matter. */
function touch(server, path, host) {
  const { address, port } = server.address();
  const hostname = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return new Promise((resolve) => {
    const request = get({ hostname, port, path, agent: false, headers: { host } }, (response) => {
      response.resume().once('close', resolve);
    });
    request.once('error', resolve);
  });
}

function answerUnavailable(response) {
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '2',
  });
  response.end(unavailable);
}

/** Answers the port, or throws a sentence. */
export function listen(server, { port, host }) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(describeListenFailure(error, { port, host }))));
    server.listen({ port, host }, () => resolve(server.address().port));
  });
}

function describeListenFailure(error, { port, host }) {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use by another program, perhaps another Metona. Stop it, or choose another port: PORT=${port + 1} npm start`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose a port above 1023: PORT=3000 npm start`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `METONA_HOST names an address this machine does not have: ${host}`;
    default:
      return `Metona cannot listen on ${host}:${port}: ${error.message}`;
  }
}
