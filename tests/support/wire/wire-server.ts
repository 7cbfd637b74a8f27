import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireScript } from './script';

type Fields = Record<string, unknown>;

/** A request as the server saw it. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Fields | undefined;
  /** The other side closed the connection before the answer was complete. */
  wasCut: boolean;
}

export interface WireServer {
  readonly origin: string;
  readonly requests: WireRequest[];
  /** The next model calls are answered with these, in order; after them the server answers by itself. */
  enqueue(...scripts: readonly WireScript[]): void;
  /** What was put up and never asked for is not for the next test. */
  forget(): void;
  close(): Promise<void>;
}

/** Answers one request; `queued` is the script a test put up for it, which is due only if the request is accepted. */
export type WireHandler = (request: WireRequest, queued: () => WireScript | undefined) => WireScript;

async function readRequest(message: IncomingMessage): Promise<WireRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  let body: Fields | undefined;
  try {
    body = text === '' ? undefined : (JSON.parse(text) as Fields);
  } catch {
    body = undefined;
  }
  const { method = 'GET', url = '/', headers } = message;
  const { pathname: path, searchParams: query } = new URL(url, 'http://wire');
  return { method, path, query, headers, body, wasCut: false };
}

async function play(script: WireScript, response: ServerResponse): Promise<void> {
  response.writeHead(script.status, { ...script.headers });
  response.flushHeaders();
  for (const chunk of script.chunks) {
    if (response.destroyed) return;
    response.write(chunk);
    await sleep(1);
  }
  if (script.end === 'end') response.end();
  if (script.end !== 'reset') return;
  await sleep(30);
  response.socket?.resetAndDestroy();
}

/** A loopback server on a free port. */
export async function startWireServer(handle: WireHandler): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const queue: WireScript[] = [];
  const answer = async (message: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(message);
    requests.push(request);
    response.on('close', () => {
      request.wasCut = !response.writableFinished;
    });
    await play(
      handle(request, () => queue.shift()),
      response,
    );
  };
  const server = createServer((message, response) => {
    answer(message, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    enqueue: (...scripts) => {
      queue.push(...scripts);
    },
    forget: () => {
      queue.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
