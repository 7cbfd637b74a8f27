import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NetFailure, type NetFailureKind } from './net-failure';
import { readJson, readText } from './read-body';
import { createSafeFetch, type SafeFetch, type SafeFetchOptions } from './safe-fetch';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listen(listener: RequestListener) {
  const server: Server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const seen = { connections: 0, closed: 0 };
  server.on('connection', (socket: Socket) => {
    seen.connections += 1;
    socket.once('close', () => {
      seen.closed += 1;
    });
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function client(privateOrigins: string[], more: Partial<SafeFetchOptions> = {}): SafeFetch {
  const safe = createSafeFetch({ privateOrigins, ownPorts: [], ...more });
  cleanups.push(() => safe.close());
  return safe;
}

const kindOf = (promise: Promise<unknown>): Promise<NetFailureKind | 'none' | unknown> =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof NetFailure ? error.kind : error),
  );

async function until(condition: () => boolean) {
  const deadline = Date.now() + 2_000;
  while (!condition() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
  return condition();
}

describe('what is sent and read', () => {
  it('sends the request as given and asks for an uncompressed answer', async () => {
    const { origin } = await listen(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { authorization, 'accept-encoding': encoding } = request.headers;
      response.setHeader('x-a', ['1', '2']);
      response.end(
        JSON.stringify({ url: request.url, authorization, encoding, body: Buffer.concat(chunks).toString() }),
      );
    });
    const response = await client([origin]).fetch(`${origin}/v1/x?y=1#z`, {
      method: 'POST',
      headers: { Authorization: 'Bearer k' },
      body: '你',
    });
    expect([response.status, response.headers.get('x-a')]).toEqual([200, '1, 2']);
    expect(await readJson(response, 1_000)).toEqual({
      url: '/v1/x?y=1',
      authorization: 'Bearer k',
      encoding: 'identity',
      body: '你',
    });
  });

  it('keeps connections for the next requests', async () => {
    const { origin, seen } = await listen((_request, response) => response.end('ok'));
    const safe = client([origin]);
    for (let round = 0; round < 6; round += 1) await readText(await safe.fetch(origin), 10);
    // A connection is free again only just after its answer has been read, so a second one may be opened.
    expect(seen.connections).toBeLessThanOrEqual(2);
    expect(seen.closed).toBe(0);
  });

  it('ignores the proxies of the environment', async () => {
    const proxy = await listen((_request, response) => response.end('proxy'));
    const { origin } = await listen((_request, response) => response.end('direct'));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, proxy.origin);
    cleanups.push(async () => vi.unstubAllEnvs());
    expect(await readText(await client([origin]).fetch(origin), 10)).toBe('direct');
    expect(proxy.seen.connections).toBe(0);
  });

  it('unpacks gzip, refuses stacked encodings, caps what it unpacks', async () => {
    const { origin } = await listen((request, response) => {
      const encoding = request.url === '/stacked' ? 'gzip, gzip' : 'gzip';
      const content = request.url === '/bomb' ? Buffer.alloc(10_000_000) : 'hello';
      response.setHeader('content-encoding', encoding);
      const packed = gzipSync(content);
      response.end(request.url === '/cut' ? packed.subarray(0, packed.length - 9) : packed);
    });
    const safe = client([origin]);
    const read = async (path: string) => readText(await safe.fetch(origin + path, { maxBytes: 1_000_000 }), 2_000_000);
    expect(await read('/')).toBe('hello');
    expect(await kindOf(read('/stacked'))).toBe('protocol');
    expect(await kindOf(read('/bomb'))).toBe('too_large');
    expect(await kindOf(read('/cut'))).toBe('reset');
  });

  it('cuts an endless answer and closes its connection', async () => {
    const { origin, seen } = await listen((_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.once('close', () => clearInterval(timer));
    });
    const response = await client([origin]).fetch(origin, { maxBytes: 50_000 });
    expect(await kindOf(readText(response, 1_000_000))).toBe('too_large');
    expect(await until(() => seen.closed === 1)).toBe(true);
  });
});

describe('where it goes', () => {
  it('refuses private addresses, literal or by name, without a packet', async () => {
    const { origin, seen } = await listen((_request, response) => response.end('secret'));
    const { port } = new URL(origin);
    const safe = client([]);
    for (const host of ['127.0.0.1', 'localhost', 'localhost.', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      expect(await kindOf(safe.fetch(`http://${host}:${port}/`))).toBe('forbidden_address');
    }
    expect(seen.connections).toBe(0);
  });

  it('refuses a name when any of its addresses is private', async () => {
    const { origin, seen } = await listen((_request, response) => response.end('secret'));
    const answers = [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const safe = client([], { lookup: async () => answers });
    expect(await kindOf(safe.fetch(`http://good.example:${new URL(origin).port}/`))).toBe('forbidden_address');
    expect(seen.connections).toBe(0);
  });

  it('check fetch_url: checks the address it dials, not the one it saw before', async () => {
    const { origin, seen } = await listen((_request, response) => response.end('secret'));
    const answers = ['8.8.8.8', '127.0.0.1'];
    const safe = client([], { lookup: async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }] });
    const url = `http://rebinding.example:${new URL(origin).port}/`;
    await safe.assertAllowed(url);
    expect(await kindOf(safe.fetch(url))).toBe('forbidden_address');
    expect(seen.connections).toBe(0);
  });

  it('dials the checked address of a listed name', async () => {
    const { origin } = await listen((request, response) => response.end(request.headers.host));
    const listed = `http://models.example:${new URL(origin).port}`;
    const safe = client([listed], { lookup: async () => [{ address: '127.0.0.1', family: 4 }] });
    expect(await readText(await safe.fetch(listed), 100)).toBe(new URL(listed).host);
  });

  it('refuses our own port even when listed', async () => {
    const { origin, seen } = await listen((_request, response) => response.end('self'));
    const safe = client([origin], { ownPorts: [Number(new URL(origin).port)] });
    expect(await kindOf(safe.fetch(origin))).toBe('forbidden_address');
    expect(seen.connections).toBe(0);
  });

  it('accepts an address to save when its name does not resolve, not when it is forbidden', async () => {
    const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    const unknown = client([], { lookup: () => Promise.reject(notFound) });
    await unknown.assertAllowed('https://soon.example/v1');
    expect(await kindOf(unknown.fetch('https://soon.example/v1'))).toBe('dns');
    const internal = client([], { lookup: async () => [{ address: '10.0.0.7', family: 4 }] });
    expect(await kindOf(internal.assertAllowed('https://internal.example'))).toBe('forbidden_address');
    expect(await kindOf(internal.assertAllowed('http://127.0.0.1:1'))).toBe('forbidden_address');
    const silent = client([], { lookup: () => new Promise(() => undefined), connectTimeoutMs: 20 });
    await silent.assertAllowed('https://slow.example');
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('are a failure for a provider (%i)', async (status) => {
    const other = await listen((_request, response) => response.end('leaked'));
    const { origin } = await listen((_request, response) => {
      response.writeHead(status, { location: other.origin }).end();
    });
    const safe = client([origin, other.origin]);
    expect(await kindOf(safe.fetch(origin, { headers: { authorization: 'k' } }))).toBe('redirect');
    expect(other.seen.connections).toBe(0);
  });

  it('are followed when asked for, checked at each hop, without secrets to another origin', async () => {
    const heard: unknown[] = [];
    const other = await listen((request, response) => {
      heard.push([request.headers.authorization, request.headers.accept]);
      response.end('there');
    });
    const { origin } = await listen((request, response) => {
      const location =
        request.url === '/private' ? 'http://127.0.0.2:1/' : request.url === '/loop' ? '/loop' : other.origin;
      response.writeHead(302, { location }).end();
    });
    const safe = client([origin, other.origin]);
    const request = { maxRedirects: 5, headers: { Authorization: 'k', accept: 'text/html' } };
    expect(await readText(await safe.fetch(origin, request), 100)).toBe('there');
    expect(heard).toEqual([[undefined, 'text/html']]);
    expect(await kindOf(safe.fetch(`${origin}/private`, request))).toBe('forbidden_address');
    expect(await kindOf(safe.fetch(`${origin}/loop`, request))).toBe('redirect');
  });
});

describe('how it ends', () => {
  it('closes the socket at once when aborted in mid-stream', async () => {
    const { origin, seen } = await listen((_request, response) => {
      response.write('first');
    });
    const controller = new AbortController();
    const response = await client([origin]).fetch(origin, { signal: controller.signal });
    const reading = (async () => {
      for await (const chunk of response.body) {
        expect(Buffer.from(chunk).toString()).toBe('first');
        setTimeout(() => controller.abort(), 10);
      }
    })();
    expect(await kindOf(reading)).toBe('aborted');
    expect(await until(() => seen.closed === 1)).toBe(true);
  });

  it('closes the socket when aborted before the answer, and sends nothing when aborted before the call', async () => {
    const { origin, seen } = await listen(() => undefined);
    const safe = client([origin]);
    const controller = new AbortController();
    const call = safe.fetch(origin, { signal: controller.signal });
    expect(await until(() => seen.connections === 1)).toBe(true);
    controller.abort();
    expect(await kindOf(call)).toBe('aborted');
    expect(await until(() => seen.closed === 1)).toBe(true);
    expect(await kindOf(safe.fetch(origin, { signal: AbortSignal.abort() }))).toBe('aborted');
    expect(seen.connections).toBe(1);
  });

  it('gives up at once when aborted while the name is being resolved', async () => {
    const controller = new AbortController();
    const safe = client([], { lookup: () => new Promise(() => undefined) });
    setTimeout(() => controller.abort(), 10);
    const started = performance.now();
    expect(await kindOf(safe.fetch('http://slow.example', { signal: controller.signal }))).toBe('aborted');
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('closes the socket when the reader leaves or cancels', async () => {
    const { origin, seen } = await listen((_request, response) => {
      response.write('first');
    });
    const safe = client([origin]);
    for await (const _chunk of (await safe.fetch(origin)).body) break;
    expect(await until(() => seen.closed === 1)).toBe(true);
    (await safe.fetch(origin)).cancel();
    expect(await until(() => seen.closed === 2)).toBe(true);
  });

  it('times out without an answer, and when an answer falls silent', async () => {
    const { origin, seen } = await listen((request, response) => {
      if (request.url === '/silent') response.write('first');
    });
    const safe = client([origin]);
    expect(await kindOf(safe.fetch(origin, { firstByteTimeoutMs: 30 }))).toBe('timeout');
    expect(await until(() => seen.closed === 1)).toBe(true);
    const response = await safe.fetch(`${origin}/silent`, { idleTimeoutMs: 50 });
    expect(await kindOf(readText(response, 100))).toBe('timeout');
  });

  it('names refused, reset, broken and insecure connections', async () => {
    const raw = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        const path = data.toString().split(' ')[1];
        if (path === '/garbage') socket.end('not http at all\r\n\r\n');
        else if (path === '/cut') socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
        else socket.resetAndDestroy();
      });
    });
    raw.listen(0, '127.0.0.1');
    await once(raw, 'listening');
    const { port } = raw.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const secure = `https://127.0.0.1:${port}`;
    const { origin: plain } = await listen((_request, response) => response.end());
    const insecure = plain.replace('http:', 'https:');
    const safe = client([origin, secure, insecure]);
    expect(await kindOf(safe.fetch(`${origin}/reset`))).toBe('reset');
    expect(await kindOf(safe.fetch(`${origin}/garbage`))).toBe('protocol');
    const cut = await safe.fetch(`${origin}/cut`);
    expect(await kindOf(readText(cut, 1_000))).toBe('reset');
    expect(await kindOf(safe.fetch(insecure))).toBe('tls');
    await new Promise((resolve) => raw.close(resolve));
    await expect(safe.fetch(origin)).rejects.toMatchObject({ kind: 'connect_refused', code: 'ECONNREFUSED' });
  });
});
