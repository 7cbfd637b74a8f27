import { createHmac } from 'node:crypto';
import { encode } from 'next-auth/jwt';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { POST as register } from '@/app/api/account/register/route';
import { GET as getAccount } from '@/app/api/account/route';
import { GET as authGet, POST as authPost } from '@/app/api/auth/[...nextauth]/route';
import type { Container } from '@/lib/server/container';
import { asBrowser, call, cookiesOf, origin, signIn, signUp } from '../support/api-client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { installTestContainer } from '../support/test-container';

let database: TestDatabase;
let scope: Container;
const clock = { offset: 0 };
const minute = 60_000;
const day = 24 * 60 * minute;

beforeEach(async () => {
  clock.offset = 0;
  database = await createTestDatabase(inject('testServer'));
  scope = installTestContainer(database, { clock });
});
afterEach(() => database.drop());

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const cookieStatus = async (value: string) =>
  (await call(getAccount, { headers: { cookie: `metona.session-token=${value}` } })).status;

describe('the session cookie', () => {
  it('is refused when it is forged, unsigned, or sealed with another secret', async () => {
    const user = await signUp();
    const [session] = await database.prisma.authSession.findMany({ where: { userId: user.id } });
    const token = { sid: session!.id, sub: user.id, email: user.email, exp: Math.floor(Date.now() / 1000) + 3600 };
    const none = `${base64({ alg: 'none' })}.${base64(token)}.`;
    const signature = createHmac('sha256', scope.secrets().secret)
      .update(`${base64({ alg: 'HS256' })}.${base64(token)}`)
      .digest('base64url');
    const forged = [
      none,
      `${base64({ alg: 'HS256' })}.${base64(token)}.${signature}`,
      await encode({ token, secret: 'x'.repeat(40) }),
      session!.id,
      user.id,
      base64(token),
      '',
    ];
    for (const value of forged) expect([value, await cookieStatus(value)]).toEqual([value, 401]);
    const real = /metona\.session-token=([^;]+)/.exec(user.cookie)![1]!;
    expect(await cookieStatus(real)).toBe(200);
    expect(await cookieStatus(`${real.slice(0, -4)}AAAA`)).toBe(401);
  });

  it('sealed by us counts nothing without its row', async () => {
    const user = await signUp();
    expect(await cookieStatus(await encode({ token: { sid: 'as_none' }, secret: scope.secrets().secret }))).toBe(401);
    expect(await cookieStatus(await encode({ token: { sub: user.id }, secret: scope.secrets().secret }))).toBe(401);
    expect(await cookieStatus(await encode({ token: { sid: { not: '' } }, secret: scope.secrets().secret }))).toBe(401);
  });

  it('holds nothing but an opaque id, and no script can read it', async () => {
    await call(register, { json: { email: 'a@example.com', password: 'correct-horse-7' } });
    const answer = await signIn('a@example.com', 'correct-horse-7');
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('metona.session-token='));
    expect(cookie).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain('Secure');
  });

  it('is bound to the host and encrypted connections on https', async () => {
    installTestContainer(database, { env: { METONA_URL: 'https://metona.example.com' } });
    const headers = { host: 'metona.example.com', origin: 'https://metona.example.com' };
    await call(register, { json: { email: 'a@example.com', password: 'correct-horse-7' }, headers });
    const csrf = await call(authGet, { params: { nextauth: ['csrf'] }, headers });
    const answer = await call(authPost, {
      params: { nextauth: ['callback', 'credentials'] },
      json: { csrfToken: csrf.body.csrfToken, email: 'a@example.com', password: 'correct-horse-7', json: 'true' },
      headers: { ...headers, cookie: cookiesOf(csrf) },
    });
    const lines = [...csrf.headers.getSetCookie(), ...answer.headers.getSetCookie()];
    expect(lines.some((line) => line.startsWith('__Host-metona.session-token='))).toBe(true);
    for (const line of lines)
      expect(line).toMatch(/^__Host-metona\.[\w-]+=.*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
    expect(answer.headers.get('strict-transport-security')).toContain('max-age');
    expect((await call(getAccount, { headers: { ...headers, cookie: cookiesOf(answer) } })).status).toBe(200);
  });

  it('ends after seven idle days or thirty days in all, and is kept alive by use', async () => {
    const user = await signUp();
    const at = async (offset: number) => {
      clock.offset = offset;
      const { status } = await call(getAccount, { headers: user.browser });
      await new Promise((resolve) => setTimeout(resolve, 30));
      return status;
    };
    expect(await at(6 * day)).toBe(200);
    expect(await at(12 * day)).toBe(200);
    expect(await at(18 * day)).toBe(200);
    expect(await at(24 * day)).toBe(200);
    expect(await at(29 * day)).toBe(200);
    expect(await at(30 * day + minute)).toBe(401);
    const idle = await signUp();
    const { offset } = clock;
    clock.offset = offset + 7 * day + minute;
    expect((await call(getAccount, { headers: idle.browser })).status).toBe(401);
  });

  it('is another one after each sign-in, and the earlier one of the same browser is over', async () => {
    const user = await signUp();
    const again = await signIn(user.email, user.password, { cookie: user.cookie });
    const next = asBrowser(cookiesOf(again));
    expect(cookiesOf(again)).not.toContain(/metona\.session-token=([^;]+)/.exec(user.cookie)![1]!);
    expect((await call(getAccount, { headers: next })).status).toBe(200);
    expect((await call(getAccount, { headers: user.browser })).status).toBe(401);
  });

  it('and the token of a disabled account are worth nothing at once', async () => {
    const user = await signUp();
    await database.prisma.user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
    expect((await call(getAccount, { headers: user.browser })).status).toBe(401);
    expect((await call(getAccount, { headers: user.bearer })).status).toBe(401);
    expect((await signIn(user.email, user.password)).status).toBe(401);
  });

  it('of a wrong token does not fall back to the cookie', async () => {
    const user = await signUp();
    const headers = { ...user.browser, authorization: 'Bearer mtn_wrong' };
    expect((await call(getAccount, { headers })).status).toBe(401);
    const spoofed = { 'x-user-id': user.id, 'x-forwarded-user': user.email, 'x-metona-auth': base64({ id: user.id }) };
    expect((await call(getAccount, { headers: spoofed })).status).toBe(401);
  });
});

describe('failed sign-ins', () => {
  it('are limited per account with growing waits, never for ever, and the same for unknown accounts', async () => {
    const user = await signUp();
    const wrong = async (email: string, n: number) => {
      const answer = await signIn(email, 'wrong-password', { 'x-metona-peer': `198.51.100.${n}` });
      return { status: answer.status, wait: answer.headers.get('retry-after'), code: answer.body.error?.code };
    };
    for (const email of [user.email, 'nobody@example.com']) {
      const answers = [];
      for (let n = 0; n < 20; n += 1) answers.push(await wrong(email, n));
      expect(answers.map((answer) => answer.status)).toEqual([...Array(5).fill(401), ...Array(15).fill(429)]);
      expect(answers[5]?.code).toBe('rate_limited');
      expect(Number(answers[5]?.wait)).toBeGreaterThan(880);
    }
    const correct = () => signIn(user.email, user.password, { 'x-metona-peer': '203.0.113.9' });
    expect((await correct()).status).toBe(429);
    clock.offset = 15 * minute;
    expect((await wrong(user.email, 50)).status).toBe(401);
    expect((await correct()).status).toBe(429);
    clock.offset = 46 * minute;
    expect((await correct()).status).toBe(200);
    expect((await wrong(user.email, 51)).status).toBe(401);
  });

  it('are limited per address over all accounts', async () => {
    const statuses = [];
    for (let n = 0; n < 22; n += 1) statuses.push((await signIn(`guess-${n}@example.com`, 'wrong-password')).status);
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429]);
    expect((await signIn('guess-30@example.com', 'wrong', { 'x-metona-peer': '192.0.2.1' })).status).toBe(401);
  });

  it('cannot slip through side by side', async () => {
    const user = await signUp();
    const crowd = Array.from({ length: 15 }, (_, n) =>
      signIn(user.email, 'wrong', { 'x-metona-peer': `198.51.100.${n}` }),
    );
    const statuses = (await Promise.all(crowd)).map((answer) => answer.status).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(10).fill(429)]);
  });

  it('are not counted when nothing was tried, and successes never are', async () => {
    const user = await signUp();
    const forgedCsrf = () =>
      call(authPost, {
        params: { nextauth: ['callback', 'credentials'] },
        json: { csrfToken: 'x', email: user.email, password: 'wrong', json: 'true' },
        headers: { origin },
      });
    for (let n = 0; n < 30; n += 1) await forgedCsrf();
    for (let n = 0; n < 25; n += 1) expect((await signIn(user.email, user.password)).status).toBe(200);
  });

  it('answer alike for known and unknown addresses', async () => {
    const user = await signUp();
    const known = await signIn(user.email, 'wrong-password');
    const unknown = await signIn('nobody@example.com', 'wrong-password');
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()]);
  });
});

describe('the sign-in endpoints', () => {
  it.each([
    '//evil.example',
    'https://evil.example/x',
    'javascript:alert(1)',
    '/\\evil.example',
    '%0d%0aLocation:x',
    'http://',
    '\u0000',
  ])('never lead off-site by callbackUrl %j', async (callbackUrl) => {
    const path = `/api/auth/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`;
    const page = await call(authGet, { path, params: { nextauth: ['signin'] } });
    expect(page.status).toBeLessThan(500);
    const target = new URL(page.headers.get('location') ?? '/', origin);
    expect(target.origin).toBe(origin);
    expect(new URL(target.searchParams.get('callbackUrl') ?? '/', origin).origin).toBe(origin);
    const user = await signUp();
    const csrf = await call(authGet, { params: { nextauth: ['csrf'] } });
    const poisoned = `${cookiesOf(csrf)}; metona.callback-url=${encodeURIComponent(callbackUrl)}`;
    const answer = await call(authPost, {
      params: { nextauth: ['callback', 'credentials'] },
      json: { csrfToken: csrf.body.csrfToken, email: user.email, password: user.password, callbackUrl, json: 'true' },
      headers: { origin, cookie: poisoned },
    });
    expect(answer.status).toBe(200);
    expect(new URL(answer.body.url).origin).toBe(origin);
  });

  it('require our origin for every POST, cookie or not', async () => {
    const csrf = await call(authGet, { params: { nextauth: ['csrf'] } });
    for (const foreign of [undefined, 'null', 'https://evil.example', 'http://localhost:3001']) {
      for (const nextauth of [['callback', 'credentials'], ['signout'], ['signin', 'github']]) {
        const headers = { cookie: cookiesOf(csrf), ...(foreign !== undefined && { origin: foreign }) };
        const answer = await call(authPost, {
          params: { nextauth },
          json: { csrfToken: csrf.body.csrfToken },
          headers,
        });
        expect([foreign, answer.status]).toEqual([foreign, 403]);
      }
    }
  });

  it('do not exist beyond those that are used', async () => {
    for (const nextauth of [['_log'], ['verify-request'], ['__proto__'], ['constructor'], [], ['csrf', 'a', 'b']]) {
      expect([nextauth, (await call(authGet, { params: { nextauth } })).status]).toEqual([nextauth, 404]);
    }
    const wrong = await call(authPost, { params: { nextauth: ['csrf'] }, json: {}, headers: { origin } });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('tell who is signed in, and nobody once the row is gone', async () => {
    const user = await signUp('ada');
    const session = () => call(authGet, { params: { nextauth: ['session'] }, headers: { cookie: user.cookie } });
    expect((await session()).body.user).toEqual({ name: 'ada', email: user.email });
    await database.prisma.authSession.deleteMany();
    const ended = await session();
    expect(ended.body).toEqual({});
    expect(ended.headers.getSetCookie().join()).toContain('Max-Age=0');
  });

  it('refuse bodies that are not fields', async () => {
    const headers = { origin };
    for (const json of [null, [], 'x', 7, { email: { not: '' } }, { email: ['a@b.co'] }]) {
      const answer = await call(authPost, { params: { nextauth: ['callback', 'credentials'] }, json, headers });
      expect([json, answer.status]).toEqual([json, 400]);
    }
    const big = await call(authPost, {
      params: { nextauth: ['callback', 'credentials'] },
      json: { email: 'x'.repeat(20_000) },
      headers,
    });
    expect(big.status).toBe(413);
  });
});
