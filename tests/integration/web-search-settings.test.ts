import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GET as getSettings, PUT as putSettings } from '@/app/api/settings/route';
import { GET as listTools } from '@/app/api/tools/route';
import { POST as testSearch } from '@/app/api/web-search/test/route';
import { call, type SignedUp, signUp } from '../support/api-client';
import { type ProviderServer, startProviderServer } from '../support/provider-server';
import { as, openWorld, type World } from './resource-world';

const key = 'tvly-canary-0123456789abwxyz';
const found = {
  status: 200,
  body: { results: [{ title: 'Rivers', url: 'https://rivers.example/', content: 'about rivers' }] },
};
let world: World;
let anna: SignedUp;
let server: ProviderServer;

beforeAll(async () => {
  server = await startProviderServer();
  server.answer = found;
  world = await openWorld({ METONA_PRIVATE_ORIGINS: server.origin });
  anna = await signUp('anna');
});
afterEach(() => {
  server.answer = found;
});
afterAll(async () => {
  await world.database.drop();
  await server.close();
});

const change = (json: Record<string, unknown>, user = anna) => as(user, putSettings, { method: 'PUT', json });
const settings = async (user = anna) => (await as(user, getSettings)).body;
const names = async (user = anna): Promise<string[]> =>
  (await as(user, listTools)).body.items.map((item: { name: string }) => item.name);
const test = async (user = anna) => (await as(user, testSearch, { method: 'POST' })).body;

describe('the search of the web', () => {
  it('is not there until an engine is set up, and gone again without it', async () => {
    const ben = await signUp('ben');
    expect(await names(ben)).not.toContain('web_search');
    expect(await names(ben)).toContain('fetch_url');
    expect(await test(ben)).toMatchObject({ ok: false, engine: null, error: { code: 'not_configured' } });
    for (const half of [{ 'search.provider': 'searxng' }, { 'search.provider': 'brave' }]) {
      expect((await change(half, ben)).status).toBe(200);
      expect(await names(ben)).not.toContain('web_search');
    }
    await change({ 'search.provider': 'searxng', 'search.baseUrl': `${server.origin}/` }, ben);
    expect(await names(ben)).toContain('web_search');
    await change({ 'search.provider': null }, ben);
    expect(await names(ben)).not.toContain('web_search');
    expect(await names()).not.toContain('web_search');
  });

  it('is tried with one real search, whose failure says what is wrong', async () => {
    expect((await call(testSearch, { method: 'POST' })).status).toBe(401);
    const saved = await change({ 'search.provider': 'searxng', 'search.baseUrl': `${server.origin}/sx/` });
    expect(saved.body).toMatchObject({ 'search.baseUrl': `${server.origin}/sx`, 'search.safeSearch': 'moderate' });
    expect(await test()).toMatchObject({ ok: true, engine: 'searxng', results: 1 });
    expect(server.seen.at(-1)?.path).toMatch(/^\/sx\/search\?q=weather&format=json&safesearch=1$/);
    server.answer = { status: 429, body: {} };
    expect(await test()).toMatchObject({ ok: false, error: { code: 'rate_limited' } });
    server.answer = { status: 403, body: {} };
    expect((await test()).error.message).toContain('search.formats');
  });

  it('goes to private addresses only where the operator allows them', async () => {
    for (const url of ['http://127.0.0.1:1/', 'http://169.254.169.254/', 'http://localhost:3000', 'http://10.0.0.1'])
      expect((await change({ 'search.baseUrl': url })).body, url).toMatchObject({
        error: { code: 'invalid_request' },
        issues: [{ path: 'search.baseUrl' }],
      });
    for (const url of ['ftp://a.example', 'https://u:p@a.example', 'https://a.example?q=', 'a.example'])
      expect((await change({ 'search.baseUrl': url })).status, url).toBe(400);
  });

  it('keeps a key where nobody reads it, for the engine it was given for', async () => {
    const cleo = await signUp('cleo');
    expect((await change({ 'search.apiKey': key }, cleo)).body.issues[0].path).toBe('search.apiKey');
    expect((await change({ 'search.provider': 'searxng', 'search.apiKey': key }, cleo)).status).toBe(400);
    const saved = await change({ 'search.provider': 'tavily', 'search.apiKey': key }, cleo);
    expect(saved.body['search.apiKey']).toEqual({ set: true, last4: 'wxyz' });
    expect(await names(cleo)).toContain('web_search');
    const rows = await world.database.prisma.appConfig.findMany({ where: { userId: cleo.id } });
    expect(JSON.stringify([rows, await settings(cleo)])).not.toContain('canary');
    const kept = await change({ 'search.safeSearch': 'strict' }, cleo);
    expect(kept.body['search.apiKey']).toEqual({ set: true, last4: 'wxyz' });
    const other = await change({ 'search.provider': 'brave' }, cleo);
    expect(other.body['search.apiKey']).toEqual({ set: false, last4: null });
    await change({ 'search.provider': 'tavily' }, cleo);
    expect((await settings(cleo))['search.apiKey']).toEqual({ set: false, last4: null });
    expect(await names(cleo)).not.toContain('web_search');
  });
});
