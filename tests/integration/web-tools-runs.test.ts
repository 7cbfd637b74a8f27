import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUT as putSettings } from '@/app/api/settings/route';
import type { PermissionAnswer } from '@/lib/agent/ports';
import type { AgentRun, PermissionRequest } from '@/lib/ir';
import { createSafeFetch, type SafeFetch } from '@/lib/net/safe-fetch';
import { container } from '@/lib/server/container';
import { createWebAccess } from '@/lib/server/web-access';
import { createFetchUrl } from '@/lib/tools/fetch-url';
import { isOver, startRun, waitFor } from '../support/agent';
import { type World as AgentWorld, createWorld, USER } from '../support/agent-world';
import { type SignedUp, signUp } from '../support/api-client';
import { type ProviderServer, startProviderServer } from '../support/provider-server';
import { as, openWorld, type World } from './resource-world';

const open = (run: AgentRun) => run.pending_permissions;
const only = (requests: readonly PermissionRequest[]): PermissionRequest => {
  const [request] = requests;
  if (request === undefined) throw new Error('nothing is asked');
  return request;
};

describe('the web tools in a run of the offline model', () => {
  let world: World;
  let anna: SignedUp;
  let engine: ProviderServer;

  beforeAll(async () => {
    engine = await startProviderServer();
    const hits = [1, 2].map((at) => ({ title: `Hit ${at}`, url: `https://hit${at}.example/`, content: 'found' }));
    engine.answer = { status: 200, body: { results: hits } };
    world = await openWorld({ METONA_PRIVATE_ORIGINS: engine.origin });
    anna = await signUp('anna');
    const json = { 'search.provider': 'searxng', 'search.baseUrl': engine.origin };
    await as(anna, putSettings, { method: 'PUT', json });
    await container().agent.startWorker();
  });
  afterAll(async () => {
    await container().agent.stopWorker();
    await world.database.drop();
    await engine.close();
  });

  const start = (input: string, more: object = {}) =>
    startRun(container().agent, anna.id, {
      input,
      provider_id: 'mock',
      model: 'mock-1',
      allowed_tools: ['*'],
      ...more,
    });
  const until = (id: string, test: (run: AgentRun) => boolean) =>
    waitFor(container().agent, { userId: anna.id, runId: id }, test);
  const decide = (request: PermissionRequest, answer: PermissionAnswer) =>
    container().agent.runs.decide(anna.id, { runId: request.run_id, requestId: request.id, answer });

  it('ask for the host of the search engine; one yes covers it, until text of strangers is there', async () => {
    const line = (query: string) => `/tool web_search ${JSON.stringify({ query, count: 2 })}`;
    const { id, session_id } = await start(`${line('rivers')}\n${line('lakes')}`);
    const asking = await until(id, (run) => open(run).length === 2);
    expect(engine.seen).toEqual([]);
    const host = new URL(engine.origin).host;
    expect(open(asking).map(({ permission, grant_scope }) => [permission, grant_scope?.host])).toEqual([
      ['network.request', host],
      ['network.request', host],
    ]);
    await decide(only(open(asking)), { decision: 'allow_session' });
    const run = await until(id, isOver);
    expect(run.tool_results.map(({ success, untrusted }) => [success, untrusted])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(run.tool_results[0]?.summary).toContain('1. Hit 1\n   https://hit1.example/');
    expect(engine.seen.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('q')).sort()).toEqual([
      'lakes',
      'rivers',
    ]);
    const later = await start(line('notes of the user'), { session_id });
    const asked = only(open(await until(later.id, (now) => open(now).length === 1)));
    expect([asked.reason, asked.grant_scope]).toEqual(['untrusted_content', null]);
    await decide(asked, { decision: 'deny' });
    await until(later.id, isOver);
    expect(engine.seen).toHaveLength(2);
  });

  it('check 40: never reach what only providers and search engines may reach, whatever a person allows', async () => {
    const before = engine.seen.length;
    const { id } = await start(`/tool fetch_url ${JSON.stringify({ url: `${engine.origin}/secret` })}`);
    const asking = await until(id, (run) => open(run).length === 1);
    expect(only(open(asking)).grant_scope?.host).toBe(new URL(engine.origin).host);
    await decide(only(open(asking)), { decision: 'allow_session' });
    const { tool_results: results } = await until(id, isOver);
    expect(results).toMatchObject([{ success: false, untrusted: true, error: 'This port is not allowed' }]);
    expect(engine.seen).toHaveLength(before);
  });
});

describe('a yes to one host', () => {
  let world: AgentWorld;
  let fetcher: SafeFetch;
  let server: Server;
  let agent: Awaited<ReturnType<AgentWorld['again']>>;
  let at: (host: string) => string;
  const seen: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const host = request.headers.host ?? '';
      seen.push(`${host.split(':')[0]}${request.url}`);
      if (request.url === '/away') response.writeHead(302, { location: `${at('b.example')}/steal?notes=1` }).end();
      else response.writeHead(200, { 'content-type': 'text/plain' }).end(`text of ${request.url}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    at = (host) => `http://${host}:${port}`;
    fetcher = createSafeFetch({
      privateOrigins: [at('a.example'), at('b.example')],
      ownPorts: [],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    world = await createWorld();
    await world.agent.stopWorker();
    agent = await world.again({ tools: [createFetchUrl(createWebAccess(fetcher))] });
  });
  afterAll(async () => {
    await agent.stopWorker();
    await world.close();
    await fetcher.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('covers its pages and no other host, not even by a redirect', async () => {
    const call = (url: string) => ({ name: 'fetch_url', args: { url } });
    const urls = [`${at('a.example')}/one`, `${at('a.example')}/away`, `${at('b.example')}/two`];
    const { id } = await world.start([{ calls: urls.map(call) }, { text: 'read' }]);
    const asking = await world.until(id, (run) => open(run).length === 3);
    await agent.runs.decide(USER, {
      runId: id,
      requestId: only(open(asking)).id,
      answer: { decision: 'allow_session' },
    });
    const left = await world.until(id, (run) => open(run).length === 1);
    expect(only(open(left)).tool_call.args).toEqual({ url: urls[2] });
    await agent.runs.decide(USER, { runId: id, requestId: only(open(left)).id, answer: { decision: 'deny' } });
    const { run } = await world.finish(id);
    expect(run.tool_results.map(({ success }) => success)).toEqual([true, true, false]);
    expect(run.tool_results[1]?.result).toEqual({
      kind: 'redirect',
      url: urls[1],
      redirects_to: `${at('b.example')}/steal?notes=1`,
    });
    expect(seen.sort()).toEqual(['a.example/away', 'a.example/one']);
  });
});
