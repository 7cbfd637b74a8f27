import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSafeFetch, type SafeFetch } from '@/lib/net/safe-fetch';
import { type McpDouble, startMcpDouble } from '@/tests/support/mcp-double';
import { type ConnectionLimits, McpConnections, type McpFindings } from './connections';
import type { McpFailure } from './failure';
import { createMcpFetch } from './http';
import type { McpTarget } from './session';
import { noSignIn } from './sign-in';

let double: McpDouble;
let wayOut: SafeFetch;
let connections: McpConnections;
let found: McpFindings[];
let failed: McpFailure[];

beforeAll(async () => {
  double = await startMcpDouble();
  wayOut = createSafeFetch({ privateOrigins: [double.origin], ownPorts: [] });
});
afterAll(async () => {
  await wayOut.close();
  await double.close();
});
beforeEach(() => {
  Object.assign(double, { isModern: false, interfere: null, tools: [{ name: 'echo' }] });
  double.seen.length = 0;
});
afterEach(() => connections.close());

function open(limits: Partial<ConnectionLimits> = {}) {
  found = [];
  failed = [];
  connections = new McpConnections({
    fetch: createMcpFetch(wayOut, { maxBytes: 1_000_000, firstByteTimeoutMs: 5_000, idleTimeoutMs: 5_000 }),
    version: '1',
    now: () => Date.now(),
    limits: { refreshGapMs: 0, ...limits },
    onFindings: async (_, findings) => void found.push(findings),
    onFailure: async (_, failure) => void failed.push(failure),
  });
}

const target = (id = 'mcp_1', more: Partial<McpTarget> = {}): McpTarget => ({
  id,
  userId: 'anna',
  name: 'Double',
  url: double.url,
  revision: 1,
  headers: {},
  auth: noSignIn,
  ...more,
});
const never = new AbortController().signal;
const use = (of = target()) =>
  connections.use(of, never, async ({ findings }) => findings.tools.map(({ name }) => name));
const count = (method: string) => double.seen.filter(({ rpc }) => rpc?.method === method).length;
const call = (of = target()) =>
  connections.use(of, never, ({ session }) =>
    session.call({
      name: 'echo',
      args: {},
      parameters: { type: 'object', properties: {} },
      signal: never,
      timeoutMs: 5_000,
      progress: () => undefined,
    }),
  );
const until = async (isSo: () => boolean) => {
  for (const end = Date.now() + 5_000; Date.now() < end; ) {
    if (isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it never came to that');
};

describe('connections to MCP servers', () => {
  it('are opened once, for all who use them, and again for another way to the server', async () => {
    open();
    await Promise.all([use(), use(), call()]);
    expect([count('initialize'), connections.open]).toEqual([1, 1]);
    await use(target('mcp_1', { revision: 2 }));
    expect([count('initialize'), connections.open]).toEqual([2, 1]);
  });

  it('are closed when nobody has used them for a while', async () => {
    open({ idleMs: 50 });
    await use();
    await until(() => double.seen.some(({ method }) => method === 'DELETE'));
    expect(connections.open).toBe(0);
  });

  it('make room for each other, and are refused where all are in use', async () => {
    open({ maxOpenPerUser: 2 });
    await use(target('mcp_1'));
    await use(target('mcp_2'));
    await use(target('mcp_3'));
    expect(connections.open).toBe(2);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const busy = ['mcp_2', 'mcp_3'].map((id) => connections.use(target(id), never, () => held));
    await expect(use(target('mcp_4'))).rejects.toMatchObject({ kind: 'busy' });
    expect(await use(target('mcp_5', { userId: 'ben' }))).toEqual(['echo']);
    release();
    await Promise.all(busy);
    expect(await use(target('mcp_4'))).toEqual(['echo']);
  });

  it('are given up in time by a server that never answers', async () => {
    open({ openTimeoutMs: 200 });
    double.interfere = () => true;
    const startedAt = Date.now();
    await expect(use()).rejects.toMatchObject({ kind: 'timeout' });
    expect(Date.now() - startedAt).toBeLessThan(3_000);
    expect([failed.map(({ kind }) => kind), connections.open]).toEqual([['timeout'], 0]);
    double.interfere = null;
    expect(await use()).toEqual(['echo']);
  });

  it('are not waited for by one whose signal says so, and stay for others', async () => {
    open();
    const stop = new AbortController();
    stop.abort();
    await expect(connections.use(target(), stop.signal, async () => undefined)).rejects.toMatchObject({
      kind: 'cancelled',
    });
    expect(await use()).toEqual(['echo']);
  });

  it('finish what is under way when they are tested, and end with the server’s own session', async () => {
    open();
    let answer: () => void = () => undefined;
    double.interfere = ({ rpc }, response) => {
      if (rpc?.method !== 'tools/call') return false;
      const result = { content: [{ type: 'text', text: 'late' }] };
      answer = () =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result }));
      return true;
    };
    const running = call();
    await until(() => count('tools/call') === 1);
    await connections.test(target());
    answer();
    expect(await running).toMatchObject({ content: [{ text: 'late' }] });
  });

  it('do not come back faster than is sensible, whatever the server says', async () => {
    open();
    double.interfere = ({ request }, response) => {
      if (request.method !== 'GET') return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 0\nid: 1\ndata:\n\n');
      return true;
    };
    await use();
    const listening = () => double.seen.filter(({ method }) => method === 'GET').map(({ at }) => at);
    await until(() => listening().length === 2);
    const [first = 0, second = 0] = listening();
    expect(second - first).toBeGreaterThanOrEqual(900);
  });

  it('speak the protocol of 2026 where the server does: list, call, and a list that changes', async () => {
    open();
    double.isModern = true;
    expect(await use()).toEqual(['echo']);
    expect(await call()).toMatchObject({ content: [{ text: 'answer of echo' }] });
    expect(found[0]?.info).toEqual({ name: 'double', version: '2', protocol: '2026-07-28' });
    expect([count('initialize'), count('server/discover')]).toEqual([0, 1]);
    double.tools = [{ name: 'echo' }, { name: 'fresh' }];
    double.announce();
    await until(() => found.length === 2);
    expect(await use()).toEqual(['echo', 'fresh']);
  });
});
