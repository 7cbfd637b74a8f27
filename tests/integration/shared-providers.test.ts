import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PUT as share, DELETE as stopSharing } from '@/app/api/admin/shared-providers/[id]/route';
import { GET as listShared } from '@/app/api/admin/shared-providers/route';
import { PATCH as changeUser } from '@/app/api/admin/users/[id]/route';
import { GET as getRun } from '@/app/api/agent/runs/[run_id]/route';
import { POST as startRun } from '@/app/api/agent/runs/route';
import { POST as chat } from '@/app/api/chat/route';
import { POST as testEmbedding } from '@/app/api/knowledge/test/route';
import { POST as acceptModels, GET as modelsOf } from '@/app/api/providers/[id]/models/route';
import { PUT as putProvider, DELETE as removeProvider } from '@/app/api/providers/[id]/route';
import { POST as testProvider } from '@/app/api/providers/[id]/test/route';
import { POST as createProvider, GET as listProviders } from '@/app/api/providers/route';
import { PUT as putSettings } from '@/app/api/settings/route';
import { container } from '@/lib/server/container';
import { call, type SignedUp, signUp } from '../support/api-client';
import { type MeteredServer, startMeteredServer } from '../support/wire/metered-server';
import { as, openWorld, type World } from './resource-world';

const lentKey = 'sk-LENT-0123456789abcdef';
const ownKey = 'sk-OWN-0123456789abcdef';
const flash = 'deepseek-flash';
/** Of one call: 0.3 USD for a million in, 1.2 for a million out. */
const costOfCall = 0.9;
const tokensOfCall = { in: 1_000_000, out: 500_000, all: 1_500_000 };

let world: World;
let server: MeteredServer;
let admin: SignedUp;
let anna: SignedUp;
let ben: SignedUp;

beforeAll(async () => {
  server = await startMeteredServer([flash, 'deepseek-v4-pro', 'odd']);
  world = await openWorld({ METONA_PRIVATE_ORIGINS: server.origin });
  [admin, anna, ben] = [await signUp('admin'), await signUp('anna'), await signUp('ben')];
  await container().agent.startWorker();
  await put(admin, 'deepseek', { api_key: lentKey, base_url: `${server.origin}/v1` });
});
afterAll(async () => {
  await container().agent.stopWorker();
  await world.database.drop();
  await server.close();
});
beforeEach(() => {
  server.reset();
  // Another month begins for each.
  world.clock.offset += 32 * 86_400_000;
});
afterEach(async () => {
  for (const { provider_id: id } of (await shared()).items) await as(admin, stopSharing, { id, method: 'DELETE' });
  for (const user of [anna, ben]) {
    await as(user, removeProvider, { id: 'deepseek', method: 'DELETE' });
    await as(user, putSettings, { method: 'PUT', json: { 'llm.fallbacks': null } });
  }
});

const put = (who: SignedUp, id: string, json: unknown) => as(who, putProvider, { id, method: 'PUT', json });
const lend = (terms: Record<string, unknown> = {}, id = 'deepseek', who = admin) =>
  as(who, share, { id, method: 'PUT', json: { cost_cap: null, token_cap: null, ...terms } });
const shared = async () =>
  (await as(admin, listShared)).body as { items: { provider_id: string; usage: Record<string, unknown>[] }[] };
const seenBy = async (who: SignedUp, id = 'deepseek') =>
  ((await as(who, listProviders)).body.items as { id: string }[]).find((item) => item.id === id);
const ask = (who: SignedUp, model = flash, provider_id = 'deepseek') =>
  as(who, chat, { json: { provider_id, model, messages: [{ role: 'user', content: 'hi' }] } });
const errorIn = (body: string) => /"error":\{"code":"(\w+)"/.exec(body)?.[1] ?? null;
const asked = async (who: SignedUp, model?: string, id?: string) => errorIn(String((await ask(who, model, id)).body));

async function run(who: SignedUp, json: Record<string, unknown> = {}) {
  const started = await as(who, startRun, { json: { provider_id: 'deepseek', model: flash, input: 'hi', ...json } });
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  const params = { run_id: started.body.id as string };
  const read = async () => (await call(getRun, { params, headers: who.bearer })).body;
  await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toMatch(/completed|failed|cancelled/);
  return await read();
}

describe('a provider that an administrator shares', () => {
  it('is used by those it is shared with, who see neither its key nor its address', async () => {
    expect(await asked(anna)).toBe(null);
    expect((await ask(anna)).status).toBe(409);
    const lent = await lend({ everyone: false, user_ids: [anna.id], models: [flash] });
    expect([lent.status, lent.body.owner.id]).toEqual([200, admin.id]);
    const view = await seenBy(anna);
    expect(view).toMatchObject({
      configured: true,
      enabled: true,
      base_url: null,
      key: { set: false, last4: null },
      default_model: flash,
      settings: {},
      shared: { models: [flash], use: { cost: 0, cost_cap: null } },
    });
    expect(await seenBy(ben)).toMatchObject({ configured: false, shared: null });
    expect(await asked(anna)).toBe(null);
    expect((await ask(ben)).status).toBe(409);
    expect(server.seen).toEqual([{ key: `Bearer ${lentKey}`, model: flash, path: '/v1/chat/completions' }]);
    const models = await as(anna, modelsOf, { id: 'deepseek' });
    expect(models.body.items.map(({ id }: { id: string }) => id)).toEqual([flash]);
    await as(anna, acceptModels, { id: 'deepseek', method: 'POST' });
    const test = await as(anna, testProvider, { id: 'deepseek', method: 'POST', json: {} });
    expect(test.body.ok).toBe(true);
    const said = JSON.stringify([view, models.body, test.body, (await as(anna, listProviders)).body]);
    expect(said).not.toMatch(new RegExp(`${lentKey}|${lentKey.slice(-4)}"|${new URL(server.origin).host}`));
  });

  it('stands aside for a key of one’s own, which never meets the lender’s address', async () => {
    await lend();
    expect((await put(anna, 'deepseek', { base_url: `${server.origin}/stolen` })).status).toBe(409);
    expect((await put(anna, 'deepseek', { api_key: null })).status).toBe(409);
    expect((await put(anna, 'deepseek', { settings: { mode: 'anthropic' } })).status).toBe(409);
    const own = await put(anna, 'deepseek', { api_key: ownKey, base_url: `${server.origin}/own` });
    expect(own.body).toMatchObject({ base_url: `${server.origin}/own`, key: { set: true }, shared: null });
    expect(await asked(anna)).toBe(null);
    expect(await asked(ben)).toBe(null);
    expect(server.seen.map(({ key, path }) => [key, path])).toEqual([
      [`Bearer ${ownKey}`, '/own/chat/completions'],
      [`Bearer ${lentKey}`, '/v1/chat/completions'],
    ]);
    await put(anna, 'deepseek', { api_key: null });
    expect(await seenBy(anna)).toMatchObject({ shared: { models: [] }, enabled: true, base_url: null });
    const rows = await world.database.prisma.providerConfig.findMany({ where: { userId: { not: admin.id } } });
    expect(JSON.stringify(rows)).not.toMatch(/lent|v1"/i);
  });

  it('is switched off and given another model by its borrower, within what is shared', async () => {
    await lend({ models: [flash, 'odd'], token_cap: 1 });
    expect((await put(anna, 'deepseek', { default_model: 'deepseek-v4-pro' })).status).toBe(404);
    expect((await put(anna, 'deepseek', { default_model: 'odd' })).body.default_model).toBe('odd');
    expect((await put(anna, 'deepseek', { enabled: false })).body.enabled).toBe(false);
    expect((await ask(anna)).status).toBe(409);
    expect((await put(anna, 'deepseek', { enabled: true })).body).toMatchObject({
      enabled: true,
      default_model: 'odd',
    });
  });

  it('can be a server of one’s own as well', async () => {
    const made = await as(admin, createProvider, {
      json: { name: 'Gateway', base_url: `${server.origin}/gate`, api_key: lentKey },
    });
    const id = made.body.id as string;
    expect((await ask(anna, 'odd', id)).status).toBe(404);
    await lend({ models: ['odd'] }, id);
    expect(await seenBy(anna, id)).toMatchObject({ display_name: 'Gateway', kind: 'custom', base_url: null });
    expect(await asked(anna, 'odd', id)).toBe(null);
    expect(await asked(anna, 'other', id)).toBe('model_not_found');
    expect((await put(anna, id, { enabled: false })).body).toMatchObject({
      enabled: false,
      shared: { models: ['odd'] },
    });
    expect((await as(ben, share, { id, method: 'PUT', json: { cost_cap: null, token_cap: null } })).status).toBe(403);
    await as(admin, removeProvider, { id, method: 'DELETE' });
    expect(await seenBy(anna, id)).toBe(undefined);
  });

  it('is only what an administrator has set up for himself, and ends with his office', async () => {
    expect((await lend({}, 'openai')).status).toBe(409);
    expect((await lend({}, 'mock')).status).toBe(400);
    expect((await lend({}, 'nobody')).status).toBe(404);
    expect((await lend({ currency: 'dollars' })).status).toBe(400);
    await lend();
    const patch = (json: unknown) => as(admin, changeUser, { id: anna.id, method: 'PATCH', json });
    await patch({ role: 'admin' });
    await as(anna, changeUser, { id: admin.id, method: 'PATCH', json: { role: 'user' } });
    expect(await asked(ben)).toBe('not_configured');
    await as(anna, changeUser, { id: admin.id, method: 'PATCH', json: { role: 'admin' } });
    await patch({ role: 'user' });
    expect(server.seen).toEqual([]);
  });
});

describe('models that are not shared', () => {
  it('are refused on every way to a key', async () => {
    await lend({ models: [flash] });
    const other = 'deepseek-v4-pro';
    expect(await asked(anna, other)).toBe('model_not_found');
    const started = await as(anna, startRun, { json: { provider_id: 'deepseek', model: other, input: 'hi' } });
    expect([started.status, started.body.error.code]).toEqual([404, 'model_not_found']);
    const test = await as(anna, testProvider, { id: 'deepseek', method: 'POST', json: { model: other } });
    expect(test.body.error.code).toBe('model_not_found');
    const fallbacks = [{ provider: 'deepseek', model: other }];
    await as(anna, putSettings, { method: 'PUT', json: { 'llm.fallbacks': fallbacks } });
    const failed = await run(anna, { provider_id: 'mock', model: 'mock-fail-401' });
    expect([failed.error.code, server.seen]).toEqual(['model_not_found', []]);
    const made = await as(admin, createProvider, {
      json: { name: 'Vectors', base_url: `${server.origin}/v`, api_key: lentKey },
    });
    await lend({ models: ['embed-1'] }, made.body.id);
    const embed = async (model: string) =>
      (await as(anna, testEmbedding, { json: { provider: made.body.id, model } })).body;
    expect((await embed('embed-2')).error.code).toBe('model_not_found');
    expect(server.seen).toEqual([]);
    expect((await embed('embed-1')).ok).toBe(true);
    await as(admin, removeProvider, { id: made.body.id, method: 'DELETE' });
  });
});

describe('a cap for each user and month', () => {
  it('of money ends chats and runs with a sentence that says what to do, for that user alone', async () => {
    await lend({ cost_cap: costOfCall * 2 });
    expect((await run(anna)).status).toBe('completed');
    expect(await asked(anna)).toBe(null);
    const refused = await run(anna);
    expect(refused.error).toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringMatching(/1\.8 USD.*key of your own/),
    });
    expect(await asked(anna)).toBe('quota_exceeded');
    const test = await as(anna, testProvider, { id: 'deepseek', method: 'POST', json: {} });
    expect(test.body.error.code).toBe('quota_exceeded');
    expect(server.seen).toHaveLength(2);
    expect(await asked(ben)).toBe(null);
    expect(await seenBy(anna)).toMatchObject({
      shared: { use: { cost: costOfCall * 2, cost_cap: costOfCall * 2, currency: 'USD', tokens: 0, token_cap: null } },
    });
    const use = (await shared()).items[0]?.usage ?? [];
    expect(use.map(({ email, cost, tokens, calls }) => [email, cost, tokens, calls])).toEqual([
      [anna.email, costOfCall * 2, tokensOfCall.all * 2, 2],
      [ben.email, costOfCall, tokensOfCall.all, 1],
    ]);
    world.clock.offset += 32 * 86_400_000;
    expect(await asked(anna)).toBe(null);
  });

  it('leaves the run to a fallback that has room', async () => {
    await lend({ cost_cap: 0 });
    const fallbacks = [{ provider: 'mock', model: 'mock-1' }];
    await as(anna, putSettings, { method: 'PUT', json: { 'llm.fallbacks': fallbacks } });
    const done = await run(anna);
    expect([done.status, done.answered_by?.provider, server.seen.length]).toEqual(['completed', 'mock', 0]);
  });

  it('of tokens counts what has no known price', async () => {
    await lend({ cost_cap: 100 });
    expect(await asked(anna, 'odd')).toBe('quota_exceeded');
    await lend({ cost_cap: 100, token_cap: tokensOfCall.all });
    expect(await asked(anna, 'odd')).toBe(null);
    expect(await asked(anna, 'odd')).toBe('quota_exceeded');
    expect(await asked(anna)).toBe(null);
    await lend({ cost_cap: 100, currency: 'CNY', token_cap: tokensOfCall.all });
    expect(await asked(anna)).toBe('quota_exceeded');
    await lend({ token_cap: tokensOfCall.all * 3 });
    expect(await asked(ben)).toBe(null);
  });

  it('counts embeddings, by their length', async () => {
    const made = await as(admin, createProvider, {
      json: { name: 'Vectors', base_url: `${server.origin}/v`, api_key: lentKey },
    });
    const id = made.body.id as string;
    await lend({ token_cap: 1 }, id);
    const embed = async () => (await as(anna, testEmbedding, { json: { provider: id, model: 'embed-1' } })).body;
    expect((await embed()).ok).toBe(true);
    expect((await embed()).error.code).toBe('quota_exceeded');
    await as(admin, removeProvider, { id, method: 'DELETE' });
  });

  it('is overrun by no more than what was under way', async () => {
    await lend({ cost_cap: costOfCall });
    let open = () => {};
    server.gate = new Promise((resolve) => {
      open = resolve;
    });
    const both = [run(anna), ask(anna)];
    await expect.poll(() => server.seen.length).toBe(2);
    open();
    await Promise.all(both);
    const [sum] = await world.database.prisma.sharedUsage.findMany({ orderBy: { month: 'desc' }, take: 1 });
    expect(sum).toMatchObject({ userId: anna.id, calls: 2, cost: costOfCall * 2 });
    expect(await asked(anna)).toBe('quota_exceeded');
  });

  it('ends a loan in the middle of a run', async () => {
    await lend();
    await as(admin, stopSharing, { id: 'deepseek', method: 'DELETE' });
    expect((await ask(anna)).status).toBe(409);
    expect(server.seen).toEqual([]);
  });
});
