import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { POST as accept, GET as getModels } from '@/app/api/providers/[id]/models/route';
import { PUT as put } from '@/app/api/providers/[id]/route';
import { POST as test } from '@/app/api/providers/[id]/test/route';
import { GET as usedBy } from '@/app/api/providers/[id]/used-by/route';
import { POST as create, GET as list } from '@/app/api/providers/route';
import { PUT as putSettings } from '@/app/api/settings/route';
import type { IMetonaProviderAdapter } from '@/lib/ir';
import { container } from '@/lib/server/container';
import { testProvider } from '@/lib/server/provider-test';
import { type SignedUp, signUp } from '../support/api-client';
import { as, conversation, openWorld, type World } from './resource-world';

const key = 'sk-canary-0123456789abcdef';
let world: World;
let anna: SignedUp;
let ben: SignedUp;
let server: Server;
let origin: string;
let models: Record<string, unknown>[];
let answer: { status: number; body: unknown };
let seen: Record<string, unknown>[];

const usual = [{ id: 'small', context_length: 8_192 }, { id: 'large', max_model_len: 131_072 }, { id: 'plain' }];
const message = { role: 'assistant', content: 'OK' };
const good = { status: 200, body: { id: 'x', choices: [{ index: 0, message, finish_reason: 'stop' }] } };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isList = request.url?.endsWith('/models');
    if (!isList) seen.push(JSON.parse(Buffer.concat(chunks).toString() || '{}'));
    const { status, body } = isList ? { status: 200, body: { data: models } } : answer;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world = await openWorld({
    METONA_PRIVATE_ORIGINS: `${origin},${origin.replace('http:', 'https:')},http://127.0.0.1:9`,
  });
  anna = await signUp('anna');
  ben = await signUp('ben');
  reset();
});
const reset = () => {
  models = usual;
  answer = good;
  seen = [];
};
afterEach(reset);
afterAll(async () => {
  await world.database.drop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const make = async (user: SignedUp): Promise<string> => {
  const json = { name: 'Mine', base_url: `${origin}/v1`, api_key: key, default_model: 'large' };
  return (await as(user, create, { json })).body.id;
};
const change = (user: SignedUp, id: string, json: unknown) => as(user, put, { id, method: 'PUT', json });
const found = async (user: SignedUp, id: string) =>
  (await as(user, list)).body.items.find((item: { id: string }) => item.id === id);
const modelOf = async (user: SignedUp, id: string, name: string) =>
  (await as(user, getModels, { id })).body.items.find((item: { id: string }) => item.id === name);
const windowOf = async (user: SignedUp, id: string, model: string) =>
  (await container().adapters.open(user.id, { provider: id, model })).getContextWindow(model);

describe('settings beyond key and address', () => {
  it('are those the provider has, partial, and cleared by null', async () => {
    expect((await found(anna, 'agnes-ai')).settings).toEqual({ mode: null });
    expect((await found(anna, 'ollama')).settings).toEqual({ max_local_context: null, keep_alive: null });
    expect((await found(anna, 'deepseek')).settings).toEqual({});
    expect((await change(anna, 'agnes-ai', { settings: { mode: 'anthropic' } })).body.settings).toEqual({
      mode: 'anthropic',
    });
    const both = { max_local_context: 65_536, keep_alive: '24h' };
    expect((await change(anna, 'ollama', { settings: both })).body.settings).toEqual(both);
    expect((await change(anna, 'ollama', { settings: { keep_alive: null } })).body.settings).toEqual({
      ...both,
      keep_alive: null,
    });
    expect((await change(anna, 'ollama', { settings: null })).body.settings.max_local_context).toBeNull();
  });

  it.each([
    ['agnes-ai', { mode: 'gemini' }, 'settings.mode'],
    ['agnes-ai', { keep_alive: '5m' }, 'settings.keep_alive'],
    ['deepseek', { mode: 'openai' }, 'settings.mode'],
    ['ollama', { keep_alive: 'for ever' }, 'settings.keep_alive'],
    ['ollama', { max_local_context: 1.5 }, 'settings.max_local_context'],
    ['ollama', { maxLocalContext: 9_000 }, 'settings.maxLocalContext'],
  ])('refuse at %s: %j', async (id, settings, path) => {
    const { status, body } = await change(anna, id, { settings });
    expect([status, body.issues[0].path]).toEqual([400, path]);
  });

  it('reach the wire', async () => {
    const id = await make(anna);
    await change(anna, id, { settings: { text_tool_calls: true, context_window: 50_000 } });
    expect(await windowOf(anna, id, 'plain')).toBe(50_000);
    await as(anna, accept, { id, method: 'POST' });
    await change(anna, id, { settings: { context_window: 60_000 } });
    expect(await windowOf(anna, id, 'plain')).toBe(60_000);
    await change(anna, id, { settings: { context_window: 50_000 } });
    const row = await world.database.prisma.providerConfig.findFirstOrThrow({ where: { providerId: id } });
    expect(row.settings).toEqual({ textToolCalls: true, contextWindow: 50_000 });
  });

  it('leave health, key and switch as they were', async () => {
    const id = await make(anna);
    await as(anna, test, { id, json: {} });
    const { body } = await change(anna, id, { settings: { max_output: 999 } });
    expect(body).toMatchObject({ enabled: true, key: { set: true }, health: { ok: true } });
    await change(ben, 'agnes-ai', { api_key: key, base_url: 'http://127.0.0.1:9' });
    await as(ben, test, { id: 'agnes-ai', json: {} });
    expect((await found(ben, 'agnes-ai')).health).toMatchObject({ ok: false });
    expect((await change(ben, 'agnes-ai', { settings: { mode: 'anthropic' } })).body.health).toBeNull();
  });
});

describe('what a user corrects about a model', () => {
  it('shows in the list, holds for runs, and can be taken back', async () => {
    const id = await make(anna);
    expect(await modelOf(anna, id, 'plain')).toMatchObject({ contextWindow: 32_768, overridden: false });
    const override = { context_window: 200_000, supports_images: false };
    const saved = await change(anna, id, { models: { plain: override } });
    expect(saved.body.models).toEqual({ plain: override });
    expect(await modelOf(anna, id, 'plain')).toMatchObject({
      contextWindow: 200_000,
      supportsImages: false,
      supportsToolCalling: true,
      overridden: true,
    });
    expect(await windowOf(anna, id, 'plain')).toBe(200_000);
    await change(anna, id, { models: { other: { supports_tools: false } } });
    expect(Object.keys((await found(anna, id)).models).toSorted()).toEqual(['other', 'plain']);
    await change(anna, id, { models: { plain: null } });
    expect(await modelOf(anna, id, 'plain')).toMatchObject({ contextWindow: 32_768, overridden: false });
    expect((await change(anna, id, { models: null })).body.models).toEqual({});
  });

  it('holds for the known list of a provider that cannot be asked', async () => {
    await change(ben, 'deepseek', { models: { 'deepseek-flash': { max_output: 4_000 } } });
    expect(await modelOf(ben, 'deepseek', 'deepseek-flash')).toMatchObject({ maxOutput: 4_000, overridden: true });
    expect((await found(ben, 'deepseek')).enabled).toBe(false);
  });

  it('is refused when it makes no sense', async () => {
    const refused = async (models: unknown) => (await change(anna, 'deepseek', { models })).status;
    expect(await refused({ x: { context_window: 0 } })).toBe(400);
    expect(await refused({ x: { contextWindow: 9_000 } })).toBe(400);
    expect(await refused({ '': { max_output: 99 } })).toBe(400);
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`m${at}`, { max_output: 99 }]));
    expect(await refused(many)).toBe(400);
  });
});

describe('the list of models', () => {
  it("takes the windows a server of the user's own tells, for runs too", async () => {
    const id = await make(anna);
    expect(await windowOf(anna, id, 'large')).toBe(131_072);
    const { items } = (await as(anna, getModels, { id })).body;
    expect(items.map((item: { contextWindow: number }) => item.contextWindow)).toEqual([8_192, 131_072, 32_768]);
    expect(await windowOf(anna, id, 'large')).toBe(131_072);
    expect(await windowOf(anna, id, 'small')).toBe(8_192);
  });

  it('says what changed since it was looked at, until it is looked at again', async () => {
    const id = await make(anna);
    expect((await as(anna, getModels, { id })).body.changes).toBeNull();
    await as(anna, accept, { id, method: 'POST' });
    models = [usual[0] ?? {}, { id: 'large', max_model_len: 262_144 }, { id: 'newer' }];
    const changed = {
      added: ['newer'],
      removed: ['plain'],
      changed: [{ id: 'large', context_window: { before: 131_072, now: 262_144 }, price: false }],
    };
    expect((await as(anna, getModels, { id })).body.changes).toMatchObject(changed);
    expect((await as(anna, getModels, { id })).body.changes).toMatchObject(changed);
    const accepted = await as(anna, accept, { id, method: 'POST' });
    expect([accepted.status, accepted.body.changes]).toMatchObject([200, { added: [], removed: [], changed: [] }]);
    expect((await change(anna, id, { models: { newer: { context_window: 5_000 } } })).status).toBe(200);
    expect((await as(anna, getModels, { id })).body.changes.changed).toEqual([]);
    expect((await as(ben, accept, { id, method: 'POST' })).status).toBe(404);
  });
});

describe('a failed test', () => {
  const failing = async (id: string, json: unknown = {}) => (await as(anna, test, { id, json })).body;

  it.each([
    [401, { error: { message: 'Invalid API Key' } }, 'wrong_key'],
    [402, { error: { message: 'Insufficient Balance' } }, 'no_credit'],
    [429, { error: { message: 'Daily quota reached' } }, 'quota'],
    [429, { error: { message: 'Too many requests' } }, 'rate_limited'],
    [403, { error: { message: 'Country, region, or territory not supported' } }, 'region'],
    [404, { error: { message: 'The model `large` does not exist', code: 'model_not_found' } }, 'model_not_found'],
    [404, { detail: 'Not Found' }, 'wrong_url'],
    [503, { error: { message: 'Service unavailable' } }, 'overloaded'],
    [302, {}, 'redirect'],
    [200, { hello: 'world' }, 'invalid_response'],
  ])('HTTP %i %j is %s', async (status, body, hint) => {
    const id = await make(anna);
    answer = { status, body };
    const result = await failing(id);
    expect(result).toMatchObject({ ok: false, hint_code: hint, model: 'large' });
    expect(result.hint.length).toBeGreaterThan(20);
    expect(result.latency_ms).toBeGreaterThanOrEqual(0);
  });

  it('names what stands between', async () => {
    const id = await make(anna);
    await change(anna, id, { base_url: 'http://127.0.0.1:9/v1', api_key: key });
    expect((await failing(id)).hint_code).toBe('unreachable');
    await change(anna, id, { base_url: 'https://nobody.invalid/v1', api_key: key });
    expect((await failing(id)).hint_code).toBe('unknown_host');
    await change(anna, id, { base_url: origin.replace('http:', 'https:'), api_key: key });
    expect((await failing(id)).hint_code).toBe('tls');
    expect((await failing('deepseek')).hint_code).toBe('no_key');
    await change(anna, 'ollama', { base_url: 'http://127.0.0.1:9', default_model: 'qwen3:8b' });
    expect((await failing('ollama')).hint_code).toBe('local_not_running');
  });

  it('does not wait for ever', async () => {
    const send: IMetonaProviderAdapter['send'] = (_, { signal } = {}) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
    const hanging = { send } as IMetonaProviderAdapter;
    const input = { open: async () => hanging, kind: 'hosted', model: 'm', now: () => 0, timeoutMs: 20 } as const;
    expect(await testProvider(input)).toMatchObject({ ok: false, error: { code: 'timeout' }, hint_code: 'timeout' });
  });

  it('asks for little', async () => {
    const id = await make(anna);
    await failing(id);
    expect(Object.values(seen.at(-1) ?? {})).toContain(256);
    expect(JSON.stringify(seen.at(-1)).length).toBeLessThan(300);
  });
});

describe('what relies on a provider', () => {
  it('are the default, the fallbacks and the runs of a month', async () => {
    const id = await make(anna);
    expect((await as(anna, usedBy, { id })).body).toEqual({
      is_default: false,
      fallback_models: [],
      finds_meaning: false,
      ranks_hits: false,
      is_lent: false,
      runs: 0,
      last_run_at: null,
    });
    const json = {
      'llm.defaultProvider': id,
      'llm.fallbacks': [{ provider: id, model: 'small' }],
      'knowledge.embeddingProvider': id,
      'knowledge.embeddingModel': 'small',
    };
    await as(anna, putSettings, { method: 'PUT', json });
    const session = await conversation(world, anna, [{ role: 'user', content: 'hello' }]);
    const message = session.messages[0] ?? '';
    const run = (at: number) => ({
      id: container().newId('run'),
      userId: anna.id,
      sessionId: session.id,
      status: 'completed',
      input: 'hello',
      inputMessageId: message,
      tailMessageId: message,
      providerId: id,
      model: 'small',
      params: {},
      allowedTools: [],
      maxSteps: 1,
      maxToolCalls: 1,
      timeoutMs: 1,
      usage: {},
      createdAt: new Date(at),
    });
    const now = container().now();
    const day = 24 * 3_600_000;
    await world.database.prisma.run.createMany({ data: [run(now - day), run(now - 2 * day), run(now - 31 * day)] });
    expect((await as(anna, usedBy, { id })).body).toEqual({
      is_default: true,
      fallback_models: ['small'],
      finds_meaning: true,
      ranks_hits: false,
      is_lent: false,
      runs: 2,
      last_run_at: new Date(now - day).toISOString(),
    });
    expect((await as(ben, usedBy, { id })).status).toBe(404);
  });
});
