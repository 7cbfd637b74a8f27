import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { ToolContext } from '@/lib/agent/ports';
import { createSafeFetch } from '@/lib/net/safe-fetch';
import { createFetchUrl } from '@/lib/tools/fetch-url';
import { createWebFetch } from './outbound';
import { createWebAccess } from './web-access';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const signal = new AbortController().signal;
const context: ToolContext = {
  userId: 'anna',
  sessionId: 's_1',
  runId: 'run_1',
  messageId: 'msg_1',
  callId: 'tc_1',
  signal,
  now: () => 0,
  progress: () => undefined,
};

async function listen(listener: RequestListener) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.headers.host}${request.url}`);
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

/** The tool as it is wired, but `open.example` may be dialled at this machine. */
async function hostile(listener: RequestListener, addresses: () => string = () => '127.0.0.1') {
  const { port, seen } = await listen(listener);
  const origin = `http://open.example:${port}`;
  const fetcher = createSafeFetch({
    privateOrigins: [origin],
    ownPorts: [],
    lookup: async () => [{ address: addresses(), family: 4 }],
  });
  cleanups.push(() => fetcher.close());
  const web = createWebAccess(fetcher);
  const tool = createFetchUrl(web);
  return { origin, port, seen, web, fetch: (url: string) => tool.execute({ url }, context) };
}

/** The tool with the very fetcher of the product; nothing private is allowed to it, whatever the operator lists. */
async function product() {
  const { port, seen } = await listen((_request, response) => response.end('reached'));
  const fetcher = createWebFetch({ port: 3000 });
  cleanups.push(() => fetcher.close());
  const tool = createFetchUrl(createWebAccess(fetcher));
  return { port, seen, fetch: (url: string) => tool.execute({ url }, context) };
}

describe('addresses a tool is given', () => {
  it('check 31 32 33 35: never reach this machine or its network, in whatever spelling', async () => {
    const { port, seen, fetch } = await product();
    const hosts = [
      ...['127.0.0.1', 'localhost', '0.0.0.0', '[::1]', '[::]', '2130706433', '0x7f.1', '0177.0.0.1', '127.1'],
      ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[::7f00:1]'],
      ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '[fc00::1]', '[fe80::1]', '169.254.169.254'],
      ...['metadata.google.internal', '[fd00:ec2::254]', '100.100.100.200', '127.0.0.1.', 'good@127.0.0.1'],
    ];
    for (const host of hosts)
      for (const url of [`http://${host}:${port}/`, `http://${host}/`, `https://${host}/`])
        await expect(fetch(url), url).rejects.toThrow(/not allowed|must not contain|could not be (reached|resolved)/);
    expect(seen).toEqual([]);
  });

  it('check 34 37: are web addresses on the usual ports or nothing', async () => {
    const { fetch } = await product();
    for (const url of [
      ...[
        'file:///etc/passwd',
        'gopher://a.example/',
        'ftp://a.example/',
        'data:text/html,x',
        '//a.example',
        'a.example',
      ],
      ...['http:a.example', 'http:/\\a.example', 'http://a.example\\@127.0.0.1/', 'http://a\t.example/', 'http://'],
      ...['http://a.example:22/', 'https://a.example:6379/', 'http://a.example:3000/', 'http://u:p@a.example/'],
    ])
      await expect(fetch(url), url).rejects.toThrow(/Not a valid|not allowed|must not contain/);
  });

  it('check fetch_url: are dialled where they were checked, although the name changes its mind', async () => {
    const answers = ['127.0.0.1', '169.254.169.254', '10.0.0.7'];
    const { origin, fetch, seen } = await hostile(
      (_request, response) => response.setHeader('connection', 'close').end('text'),
      () => answers.shift() ?? '169.254.169.254',
    );
    await expect(fetch(`${origin}/1`)).resolves.toMatchObject({ result: { text: 'text' } });
    await expect(fetch(`${origin}/2`)).rejects.toThrow('not allowed');
    expect(seen).toHaveLength(1);
  });
});

describe('servers that mean no good', () => {
  it('check 39: lead to no other host and to no private one', async () => {
    const inside = await listen((_request, response) => response.end('inside'));
    const { origin, port, fetch, seen } = await hostile((request, response) => {
      const to = decodeURIComponent(request.url?.slice(1) ?? '');
      response.writeHead(302, { location: to }).end();
    });
    for (const to of [`http://127.0.0.1:${inside.port}/`, 'http://169.254.169.254/latest', `http://open.example:1/`]) {
      const { result } = await fetch(`${origin}/${encodeURIComponent(to)}`);
      expect(result).toMatchObject({ kind: 'redirect', redirects_to: to });
    }
    expect(inside.seen).toEqual([]);
    expect(new Set(seen.map((line) => line.split('/')[0]))).toEqual(new Set([`open.example:${port}`]));
  });

  it('check 39: send nobody anywhere by what stands in a page', async () => {
    const inside = await listen((_request, response) => response.end('inside'));
    const to = `http://127.0.0.1:${inside.port}`;
    const tags = `<meta http-equiv="refresh" content="0;url=${to}/"><base href="${to}"><link rel="prefetch" href="${to}/p">`;
    const page = `<html><head>${tags}</head><body><img src="${to}/i"><iframe src="${to}/f"></iframe><p>words</p></body></html>`;
    const { origin, fetch, seen } = await hostile((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', refresh: `0;url=${to}` }).end(page);
    });
    expect(await fetch(origin)).toMatchObject({ result: { kind: 'page', text: 'words' } });
    expect([seen.length, inside.seen]).toEqual([1, []]);
  });

  it('check 39 86: are left after a few of a hundred redirects', async () => {
    let hops = 0;
    const { origin, fetch } = await hostile((_request, response) => {
      hops += 1;
      response.writeHead(307, { location: `/${hops % 100}` }).end();
    });
    await expect(fetch(origin)).rejects.toThrow('more than 5 times');
    expect(hops).toBe(6);
  });

  it('check 86: stop at the cap: a gzip bomb, an endless body, a length that lies', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const chunk = 'x'.repeat(65_536);
    let sent = 0;
    const { origin, fetch } = await hostile((request, response) => {
      if (request.url === '/bomb') {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb);
        return;
      }
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    await expect(fetch(`${origin}/bomb`)).rejects.toThrow('too large');
    await expect(fetch(`${origin}/endless`)).rejects.toThrow('too large');
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });

  it('check 86: are given up when they drip, and when they send nothing but headers', async () => {
    const { origin, web } = await hostile((request, response) => {
      if (request.url === '/headers') {
        response.writeHead(200, { 'x-bomb': 'y'.repeat(100_000) }).end('x');
        return;
      }
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(timer));
    });
    const request = { signal, timeoutMs: 300, maxBytes: 1_000 };
    const started = Date.now();
    const answer = await web(`${origin}/drip`, request);
    await expect(answer.read()).rejects.toMatchObject({ error: { code: 'network_timeout' } });
    expect(Date.now() - started).toBeLessThan(2_000);
    await expect(web(`${origin}/headers`, { ...request, timeoutMs: 5_000 })).rejects.toMatchObject({
      error: { code: 'invalid_response' },
    });
  });
});
