import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GET as getModels } from '@/app/api/providers/[id]/models/route';
import { PUT as put, DELETE as remove } from '@/app/api/providers/[id]/route';
import { POST as test } from '@/app/api/providers/[id]/test/route';
import { POST as create, GET as list } from '@/app/api/providers/route';
import { GET as getSettings, PUT as putSettings } from '@/app/api/settings/route';
import { container } from '@/lib/server/container';
import { type SignedUp, signUp } from '../support/api-client';
import { goodAnswer, type ProviderServer, startProviderServer } from '../support/provider-server';
import { as, openWorld, type World } from './resource-world';

const key = 'sk-canary-0123456789abcdef';
let world: World;
let anna: SignedUp;
let ben: SignedUp;
let server: ProviderServer;
let other: ProviderServer;

beforeAll(async () => {
  server = await startProviderServer();
  other = await startProviderServer();
  world = await openWorld({ METONA_PRIVATE_ORIGINS: `${server.origin},${other.origin}` });
  anna = await signUp('anna');
  ben = await signUp('ben');
});
afterEach(() => {
  server.answer = goodAnswer;
});
afterAll(async () => {
  await world.database.drop();
  await Promise.all([server.close(), other.close()]);
});

const make = async (user: SignedUp, more: Record<string, unknown> = {}) => {
  const made = await as(user, create, {
    json: { name: 'Mine', base_url: `${server.origin}/v1/`, api_key: key, ...more },
  });
  expect(made.status).toBe(201);
  return made.body;
};
const found = async (user: SignedUp, id: string) =>
  (await as(user, list)).body.items.find((item: { id: string }) => item.id === id);
const change = (user: SignedUp, id: string, json: unknown) => as(user, put, { id, method: 'PUT', json });

describe('providers', () => {
  it('list what is registered, the offline one ready, the others waiting for a key', async () => {
    const { items } = (await as(anna, list)).body;
    const byId = Object.fromEntries(items.map((item: { id: string }) => [item.id, item]));
    expect(byId.mock).toMatchObject({ kind: 'offline', configured: true, enabled: true, default_model: 'mock-1' });
    expect(byId.deepseek).toMatchObject({
      configured: false,
      enabled: false,
      key: { set: false, last4: null },
      health: null,
    });
    expect(byId.ollama).toMatchObject({ kind: 'local', configured: false, enabled: false });
  });

  it('save a key once and show only its end; saving it switches the provider on', async () => {
    const saved = await change(ben, 'deepseek', { api_key: key });
    expect(saved.body).toMatchObject({ configured: true, enabled: true, key: { set: true, last4: 'cdef' } });
    const row = await world.database.prisma.providerConfig.findFirstOrThrow({
      where: { userId: ben.id, providerId: 'deepseek' },
    });
    expect(JSON.stringify(row)).not.toContain(key);
    expect((await change(ben, 'deepseek', { enabled: false })).body).toMatchObject({
      enabled: false,
      key: { set: true },
    });
    expect((await change(ben, 'deepseek', { api_key: 'short' })).body.key).toEqual({ set: true, last4: null });
    expect((await change(ben, 'deepseek', { api_key: null })).body).toMatchObject({
      enabled: false,
      key: { set: false },
    });
    expect((await as(ben, remove, { id: 'deepseek', method: 'DELETE' })).status).toBe(204);
    expect((await as(ben, remove, { id: 'deepseek', method: 'DELETE' })).status).toBe(204);
  });

  it('check 42: forget the key when the address moves to another origin, and stay off until it is given again', async () => {
    const { id } = await make(anna);
    const path = await change(anna, id, { base_url: `${server.origin}/v2` });
    expect(path.body).toMatchObject({ enabled: true, key: { set: true, last4: 'cdef' } });
    const moved = await change(anna, id, { base_url: `${other.origin}/v1` });
    expect(moved.body).toMatchObject({
      base_url: `${other.origin}/v1`,
      enabled: false,
      configured: false,
      key: { set: false, last4: null },
    });
    expect((await change(anna, id, { enabled: true })).body.enabled).toBe(false);
    expect((await change(anna, id, { base_url: `${server.origin}/v1` })).body).toMatchObject({
      enabled: false,
      key: { set: false },
    });
    const tested = await as(anna, test, { id, json: { model: 'tiny' } });
    expect(tested.body).toMatchObject({ ok: false, error: { code: 'not_configured' } });
    expect(other.seen.filter((request) => request.authorization !== null)).toEqual([]);
    expect((await change(anna, id, { api_key: key })).body).toMatchObject({ enabled: true, key: { set: true } });
  });

  it.each([
    'http://127.0.0.1:1/v1',
    'http://localhost:3000/v1',
    'http://169.254.169.254/latest',
    'http://10.0.0.1/v1',
    'http://[::1]/v1',
    'http://2130706433/v1',
    'http://[::ffff:127.0.0.1]/v1',
    'ftp://example.com/v1',
    'file:///etc/passwd',
    'http:example.com',
    'http://user:pass@example.com/v1',
    'http://good#@127.0.0.1/',
    'http://127.0.0.1\\@good/',
    'not a url',
  ])('check 31 32 33 34 35 37: refuse the address %s', async (base_url) => {
    const made = await as(anna, create, { json: { name: 'Bad', base_url } });
    expect([made.status, made.body.error.code, made.body.issues[0].path]).toEqual([400, 'invalid_request', 'base_url']);
    expect((await change(anna, 'deepseek', { base_url })).status).toBe(400);
  });

  it('test with one tiny real message, and say the next step when it fails', async () => {
    const { id } = await make(anna);
    const good = await as(anna, test, { id, method: 'POST' });
    expect(good.body).toMatchObject({ ok: true, model: 'tiny' });
    expect(good.body.latency_ms).toBeGreaterThanOrEqual(0);
    expect(server.seen.at(-1)?.authorization).toBe(`Bearer ${key}`);
    expect((await found(anna, id)).health).toMatchObject({ ok: true, error_code: null });
    server.answer = { status: 401, body: { error: { message: `bad key ${key}` } } };
    const bad = await as(anna, test, { id, json: { model: 'tiny' } });
    expect(bad.status).toBe(200);
    expect(bad.body).toMatchObject({ ok: false, model: 'tiny', error: { code: 'auth_invalid' } });
    expect(bad.body.hint.length).toBeGreaterThan(10);
    expect(JSON.stringify(bad.body)).not.toContain(key);
    expect((await found(anna, id)).health).toMatchObject({ ok: false, error_code: 'auth_invalid' });
  });

  it('give the live list of models, and the known one when there is no key', async () => {
    const { id } = await make(anna);
    expect((await as(anna, getModels, { id })).body).toMatchObject({
      live: true,
      error: null,
      items: [{ id: 'tiny', providerId: id }],
    });
    const offline = (await as(anna, getModels, { id: 'deepseek' })).body;
    expect(offline).toMatchObject({ live: false, error: { code: 'not_configured' } });
    expect(offline.items.length).toBeGreaterThan(0);
  });

  it("are nobody else's", async () => {
    const { id } = await make(anna);
    const attempts = [
      () => change(ben, id, { enabled: false }),
      () => as(ben, test, { id, json: {} }),
      () => as(ben, getModels, { id }),
      () => as(ben, remove, { id, method: 'DELETE' }),
    ];
    for (const attempt of attempts) expect((await attempt()).body.error).toMatchObject({ code: 'not_found' });
    expect(await found(ben, id)).toBeUndefined();
    expect((await found(anna, id)).enabled).toBe(true);
    expect((await as(anna, remove, { id, method: 'DELETE' })).status).toBe(204);
    expect((await as(anna, remove, { id, method: 'DELETE' })).status).toBe(204);
  });

  it('refuse unknown fields and a key that is not one line', async () => {
    expect((await change(anna, 'deepseek', { apiKey: key })).body.issues[0].path).toBe('apiKey');
    expect((await change(anna, 'deepseek', { api_key: 'a\nb' })).status).toBe(400);
    expect((await change(anna, 'mock', { base_url: server.origin })).status).toBe(400);
  });
});

describe('adapters of a user', () => {
  it('open for what is ready, and say why not otherwise', async () => {
    const { adapters, chooseModel } = container();
    const { id } = await make(anna);
    expect((await adapters.open(anna.id, { provider: id, model: 'tiny' })).providerId).toBe(id);
    await expect(adapters.open(ben.id, { provider: id, model: 'tiny' })).rejects.toMatchObject({
      error: { code: 'not_found' },
    });
    await expect(adapters.open(anna.id, { provider: 'deepseek', model: 'x' })).rejects.toMatchObject({
      error: { code: 'not_configured' },
    });
    await change(anna, id, { enabled: false });
    await expect(adapters.open(anna.id, { provider: id, model: 'tiny' })).rejects.toMatchObject({
      error: { code: 'not_configured' },
    });
    expect(await chooseModel(ben.id, {})).toEqual({ provider: 'mock', model: 'mock-1' });
  });

  it('are those of who works before those of who failed its test', async () => {
    const carl = await signUp('carl');
    const failing = await make(carl, { default_model: 'tiny' });
    const untested = await make(carl, { default_model: 'tiny', base_url: `${other.origin}/v1` });
    expect(await container().chooseModel(carl.id, {})).toEqual({ provider: failing.id, model: 'tiny' });
    server.answer = { status: 401, body: { error: { message: 'no such key' } } };
    expect((await as(carl, test, { id: failing.id, method: 'POST' })).body.ok).toBe(false);
    expect(await container().chooseModel(carl.id, {})).toEqual({ provider: untested.id, model: 'tiny' });
    await change(carl, untested.id, { enabled: false });
    expect(await container().chooseModel(carl.id, {})).toEqual({ provider: failing.id, model: 'tiny' });
  });

  it('need the key again when what is stored cannot be read', async () => {
    const { id } = await make(anna);
    const where = { userId: anna.id, providerId: id };
    const row = await world.database.prisma.providerConfig.findFirstOrThrow({ where });
    await world.database.prisma.providerConfig.updateMany({
      where,
      data: { keyCipher: `${row.keyCipher?.slice(0, -2)}AA` },
    });
    const tested = await as(anna, test, { id, json: { model: 'tiny' } });
    expect(tested.body).toMatchObject({ ok: false, error: { code: 'not_configured' } });
  });
});

describe('settings', () => {
  const save = (user: SignedUp, json: unknown) => as(user, putSettings, { method: 'PUT', json });

  it('are partial, typed and cleared by null', async () => {
    const carl = await signUp('carl');
    expect((await as(carl, getSettings)).body).toMatchObject({
      'memory.mode': 'confirm',
      'context.keepRecentTurns': 5,
      'llm.fallbacks': [],
    });
    const saved = await save(carl, {
      'permissions.policy': { 'notes.write': 'deny' },
      'ui.theme': 'dark',
      'llm.defaultProvider': 'mock',
    });
    expect(saved.body).toMatchObject({
      'permissions.policy': { 'notes.write': 'deny' },
      'ui.theme': 'dark',
      'memory.mode': 'confirm',
    });
    expect((await save(carl, { 'ui.theme': null })).body).toMatchObject({
      'ui.theme': 'system',
      'llm.defaultProvider': 'mock',
    });
    expect((await save(carl, { 'ui.colour': 'red' })).body.issues[0].path).toBe('ui.colour');
    expect((await save(carl, { 'memory.mode': 'always' })).status).toBe(400);
    expect((await save(carl, { 'llm.defaultProvider': 'custom_nobody' })).status).toBe(400);
    expect(await container().settings.source.load(carl.id)).toEqual({
      policy: { 'notes.write': 'deny' },
      memoryMode: 'confirm',
    });
    expect((await as(ben, getSettings)).body['permissions.policy']).toEqual({});
  });

  it('keep the fallbacks as one list, whichever way they are given, with a key of their own', async () => {
    const dora = await signUp('dora');
    const one = await save(dora, {
      'llm.fallbackProvider': 'deepseek',
      'llm.fallbackModel': 'deepseek-x',
      'llm.fallbackApiKey': key,
    });
    expect(one.body).toMatchObject({
      'llm.fallbacks': [{ provider: 'deepseek', model: 'deepseek-x' }],
      'llm.fallbackApiKey': { set: true, last4: 'cdef' },
    });
    const adapter = await container().adapters.open(dora.id, { provider: 'deepseek', model: 'deepseek-x' });
    expect(adapter.providerId).toBe('deepseek');
    const rows = await world.database.prisma.appConfig.findMany({ where: { userId: dora.id } });
    expect(JSON.stringify(rows)).not.toContain(key);
    const two = await save(dora, { 'llm.fallbacks': [{ provider: 'mock', model: 'mock-1' }] });
    expect(two.body).toMatchObject({
      'llm.fallbackProvider': 'mock',
      'llm.fallbackModel': 'mock-1',
      'llm.fallbackApiKey': { set: false },
    });
    expect((await save(dora, { 'llm.fallbackProvider': null })).body['llm.fallbacks']).toEqual([]);
  });
});
