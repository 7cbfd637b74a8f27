import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { GET as missingGet, POST as missingPost } from '@/app/api/[...missing]/route';
import { POST as register } from '@/app/api/account/register/route';
import {
  GET as getAccount,
  HEAD as headAccount,
  OPTIONS as optionsAccount,
  PATCH as patchAccount,
  PUT as putAccount,
} from '@/app/api/account/route';
import { GET as health } from '@/app/api/health/route';
import { POST as createToken, GET as listTokens } from '@/app/api/tokens/route';
import { openDatabase } from '@/lib/db/client';
import { installContainer } from '@/lib/server/container';
import { unavailable } from '@/lib/server/http/problem';
import { type Answer, call, origin, type SignedUp, signUp } from '../support/api-client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { installTestContainer } from '../support/test-container';

let database: TestDatabase;
let user: SignedUp;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'));
  installTestContainer(database);
  user = await signUp();
});
afterAll(() => database.drop());

const tokenCount = () => database.prisma.apiToken.count();
const expectError = (answer: Answer, status: number, code: string) => {
  expect([answer.status, answer.body?.error?.code]).toEqual([status, code]);
  expect(typeof answer.body.error.message).toBe('string');
  expect(JSON.stringify(answer.body)).not.toMatch(/\bat .+:\d+:\d+|node_modules/);
};

describe('the host', () => {
  it.each([
    'evil.example',
    'localhost:3001',
    'localhost.evil.example:3000',
    '127.0.0.1',
    'user@localhost:3000',
    'localhost:3000/x',
    '169.254.169.254',
  ])('%s is refused everywhere with the right address', async (host) => {
    for (const handler of [getAccount, health, missingGet, putAccount, optionsAccount]) {
      const answer = await call(handler, { headers: { host, ...user.bearer } });
      expectError(answer, 421, 'misdirected_request');
      expect(answer.body.error.message).toContain(origin);
    }
  });

  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:3000'])('%s is ours', async (host) => {
    expect((await call(health, { headers: { host } })).body).toEqual({ status: 'ok' });
    expect((await call(getAccount, { headers: { host, ...user.bearer } })).status).toBe(200);
  });
});

describe('the origin of a call with a cookie', () => {
  const create = (headers: Record<string, string>) =>
    call(createToken, { json: { name: 'x' }, headers: { cookie: user.cookie, ...headers } });

  it.each<[Record<string, string>]>([
    [{}],
    [{ origin: 'null' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'http://localhost:3001' }],
    [{ origin: 'https://localhost:3000' }],
    [{ origin: 'http://127.0.0.1:3000' }],
    [{ origin: `${origin}.evil.example` }],
    [{ origin, 'sec-fetch-site': 'cross-site' }],
    [{ origin, 'sec-fetch-site': 'same-site' }],
    [{ referer: origin }],
  ])('refuses %j', async (headers) => {
    const before = await tokenCount();
    expectError(await create(headers), 403, 'forbidden');
    expect(await tokenCount()).toBe(before);
  });

  it.each<[Record<string, string>]>([
    [{ origin }],
    [{ origin, 'sec-fetch-site': 'same-origin' }],
    [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
    [{ host: '127.0.0.1:3000', origin }],
  ])('accepts %j', async (headers) => {
    expect((await create(headers)).status).toBe(201);
  });

  it('does not matter for a token, and reading from another site is refused', async () => {
    const answer = await call(createToken, {
      json: { name: 'x' },
      headers: { ...user.bearer, origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(201);
    expectError(
      await call(listTokens, { headers: { cookie: user.cookie, 'sec-fetch-site': 'cross-site' } }),
      403,
      'forbidden',
    );
    expect((await call(listTokens, { headers: { cookie: user.cookie } })).status).toBe(200);
  });

  it('is asked for on open routes as soon as a cookie or an origin is sent', async () => {
    const json = { email: 'x@example.com', password: 'correct-horse-7' };
    expectError(await call(register, { json, headers: { cookie: 'a=b' } }), 403, 'forbidden');
    expectError(await call(register, { json, headers: { origin: 'https://evil.example' } }), 403, 'forbidden');
  });
});

describe('bodies', () => {
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    call(createToken, { body, headers: { ...user.bearer, 'content-type': 'application/json', ...headers } });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['text/json'],
    ['application/json-patch+json'],
    [''],
  ])('of type %j are refused', async (type) => {
    const before = await tokenCount();
    expectError(await send('{"name":"x"}', { 'content-type': type }), 415, 'unsupported_media_type');
    expect(await tokenCount()).toBe(before);
  });

  it('without a type are refused, with parameters on the type accepted', async () => {
    const body = new TextEncoder().encode('{"name":"x"}');
    expectError(await call(createToken, { body, headers: user.bearer }), 415, 'unsupported_media_type');
    expect((await send('{"name":"x"}', { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(201);
  });

  it('that are compressed are refused', async () => {
    expectError(await send(gzipSync('{"name":"x"}'), { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type');
  });

  it.each([
    ['', 'an empty one'],
    ['null', 'null'],
    ['[]', 'an array'],
    ['"x"', 'text'],
    ['7', 'a number'],
    ['{"name":', 'half of one'],
    ['{"name":"a","name":"b"}', 'a field twice'],
    ['{"name":"a","n\\u0061me":"b"}', 'a field twice, written differently'],
    ['{"name":"a","__proto__":{"role":"admin"}}', '__proto__'],
    ['{"name":"a","\\u005f_proto__":{}}', '__proto__, escaped'],
    ['{"name":"a","userId":"u_x"}', 'a field too many'],
    ['{"name":{"not":""}}', 'an operator'],
    [`{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'deep nesting'],
  ])('%# %s', async (body) => {
    const before = await tokenCount();
    const answer = await send(body);
    expectError(answer, 400, 'invalid_request');
    expect(answer.body.issues[0]).toEqual({ path: expect.any(String), message: expect.any(String) });
    expect(await tokenCount()).toBe(before);
  });

  it('that are not UTF-8 are refused', async () => {
    expectError(await send(new Uint8Array([0x22, 0xff, 0xfe, 0x22])), 400, 'invalid_request');
  });

  it('name the field that is wrong', async () => {
    expect((await send('{"name":""}')).body.issues[0].path).toBe('name');
    expect((await send('{"name":"a","owner":"b"}')).body.issues[0].path).toBe('owner');
  });

  it('keep text that no database holds as replacement characters', async () => {
    expect((await send('{"name":"nul \\u0000 lone \\ud800"}')).status).toBe(201);
    const newest = await database.prisma.apiToken.findFirst({ where: { name: { startsWith: 'nul' } } });
    expect(newest?.name).toBe('nul \uFFFD lone \uFFFD');
  });

  it('are read no further than the cap, whatever length they declare', async () => {
    const large = `{"name":"${'x'.repeat(300_000)}"}`;
    expectError(await send(large), 413, 'payload_too_large');
    expectError(await send('{"name":"x"}', { 'content-length': '11000000' }), 413, 'payload_too_large');
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    expectError(await send(endless, { 'content-length': '10' }), 413, 'payload_too_large');
    expect(sent).toBeLessThan(12);
  });

  it('that break off are refused', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name"'));
        controller.error(new Error('gone'));
      },
    });
    expectError(await send(broken), 400, 'invalid_request');
  });
});

describe('the order of checks', () => {
  it('is host, size, sign-in, origin, type, body', async () => {
    const body = 'x'.repeat(300_000);
    const bad = { 'content-type': 'text/plain', origin: 'https://evil.example' };
    const status = async (text: string, headers: Record<string, string>) =>
      (await call(createToken, { body: text, headers })).status;
    expect(await status(body, { ...bad, host: 'evil.example', 'content-length': '300000' })).toBe(421);
    expect(await status(body, { ...bad, 'content-length': '300000' })).toBe(413);
    expect(await status('x', bad)).toBe(401);
    expect(await status('x', { ...bad, cookie: user.cookie })).toBe(403);
    expect(await status('x', { ...bad, ...user.bearer })).toBe(415);
    expect(await status('x', { 'content-type': 'application/json', ...user.bearer })).toBe(400);
  });
});

describe('answers', () => {
  it('carry the security headers, errors included', async () => {
    const answers = [
      await call(health),
      await call(getAccount),
      await call(getAccount, { headers: user.bearer }),
      await call(missingPost, { json: {} }),
      await call(putAccount, { method: 'PUT' }),
      await call(getAccount, { headers: { host: 'evil.example' } }),
    ];
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('strict-transport-security')).toBeNull();
      expect([...headers.keys()].some((name) => name.startsWith('access-control'))).toBe(false);
    }
  });

  it('to a wrong method name the right ones; reading methods change nothing', async () => {
    const wrong = await call(putAccount, { method: 'PUT', headers: user.bearer });
    expectError(wrong, 405, 'method_not_allowed');
    expect(wrong.headers.get('allow')).toBe('GET, PATCH, DELETE, HEAD, OPTIONS');
    const options = await call(optionsAccount, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, PATCH, DELETE, HEAD, OPTIONS']);
    const head = await call(headAccount, { method: 'HEAD', headers: user.bearer });
    expect([head.status, head.body]).toEqual([200, null]);
    const overridden = { ...user.bearer, 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' };
    expect((await call(getAccount, { path: '/api/account?_method=DELETE', headers: overridden })).status).toBe(200);
    expect((await call(getAccount, { headers: user.bearer })).status).toBe(200);
  });

  it('to unknown paths are the JSON 404', async () => {
    expectError(await call(missingGet, { path: '/api/debug', params: { missing: ['debug'] } }), 404, 'not_found');
    expectError(await call(missingPost, { path: '/api/x', json: {}, params: { missing: ['x'] } }), 404, 'not_found');
  });

  it.each(['127.0.0.1', '/nonexistent'])(
    'are 503 and never a false success while the database at %s is away',
    async (host) => {
      const away = openDatabase({ connection: { host, port: 1, user: 'nobody', database: 'none' } });
      installTestContainer(away);
      const headers = user.bearer;
      const answer = await call(patchAccount, { method: 'PATCH', json: { name: 'x' }, headers });
      expectError(answer, 503, 'unavailable');
      expect(answer.headers.get('retry-after')).toBe('2');
      await away.close();
      installTestContainer(database);
    },
  );

  it('are 503 until the start has come far enough', async () => {
    installTestContainer(database, { parts: { waitReady: () => Promise.reject(unavailable()) } });
    expectError(await call(health), 503, 'unavailable');
    expectError(await call(getAccount, { headers: user.bearer }), 503, 'unavailable');
    installTestContainer(database, { parts: { isAnswering: () => Promise.resolve(false) } });
    expectError(await call(health), 503, 'unavailable');
    installTestContainer(database);
  });

  it('to what nobody foresaw say nothing of it', async () => {
    const lines: Record<string, unknown>[] = [];
    const error = (fields: Record<string, unknown>) => lines.push(fields);
    const scope = installTestContainer(database, {
      parts: { logger: { info: () => undefined, warn: () => undefined, error } },
    });
    installContainer({ ...scope, authenticate: () => Promise.reject(new TypeError('secret detail of the inside')) });
    const answer = await call(getAccount, { path: '/api/account?key=private', headers: user.bearer });
    expectError(answer, 500, 'unknown');
    expect(JSON.stringify(answer.body)).not.toContain('secret detail');
    expect(lines[0]).toMatchObject({ path: '/api/account', error: 'TypeError' });
    expect(JSON.stringify(lines)).not.toContain('private');
    installTestContainer(database);
  });
});
