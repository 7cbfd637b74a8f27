import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { POST as changePassword } from '@/app/api/account/password/route';
import { POST as register } from '@/app/api/account/register/route';
import { DELETE as deleteAccount, GET as getAccount } from '@/app/api/account/route';
import { DELETE as endSession } from '@/app/api/account/sessions/[id]/route';
import { DELETE as endSessions, GET as listSessions } from '@/app/api/account/sessions/route';
import { DELETE as deleteInvite } from '@/app/api/admin/invites/[id]/route';
import { POST as createInvite, GET as listInvites } from '@/app/api/admin/invites/route';
import { GET as listUsers } from '@/app/api/admin/users/route';
import { GET as authGet, POST as authPost } from '@/app/api/auth/[...nextauth]/route';
import { DELETE as deleteToken } from '@/app/api/tokens/[id]/route';
import { POST as createToken, GET as listTokens } from '@/app/api/tokens/route';
import { asBrowser, call, cookiesOf, signIn, signUp } from '../support/api-client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { installTestContainer } from '../support/test-container';
import { fillEveryTable, rowsOf } from '../support/user-tables';

let database: TestDatabase;
const clock = { offset: 0 };

beforeEach(async () => {
  clock.offset = 0;
  database = await createTestDatabase(inject('testServer'));
  installTestContainer(database, { clock });
});
afterEach(() => database.drop());

const password = 'correct-horse-7';
const registration = (email: string, more = {}) => ({ json: { email, password, ...more } });
const roles = async () =>
  (await database.prisma.user.findMany({ orderBy: { createdAt: 'asc' } })).map((user) => user.role);

describe('registration', () => {
  it('makes exactly one of many simultaneous first accounts the admin', async () => {
    const crowd = Array.from({ length: 12 }, (_, n) => call(register, registration(`racer-${n}@example.com`)));
    expect((await Promise.all(crowd)).map((answer) => answer.status)).toEqual(Array(12).fill(201));
    const all = await roles();
    expect(all.length).toBe(12);
    expect(all.filter((role) => role === 'admin').length).toBe(1);
  });

  it('answers a taken address like a free one and changes nothing', async () => {
    const first = await call(register, registration('Ada@Example.com '));
    const again = await call(register, registration('ada@example.com', { password: 'another-horse-8' }));
    expect([again.status, again.body, [...again.headers.keys()]]).toEqual([
      first.status,
      {},
      [...first.headers.keys()],
    ]);
    expect(await database.prisma.user.count()).toBe(1);
    expect((await signIn('ADA@example.com', password)).status).toBe(200);
    expect((await signIn('ada@example.com', 'another-horse-8')).status).toBe(401);
  });

  it.each([
    [{ email: 'a@x.com,b@y.com', password }],
    [{ email: '"a b"@example.com', password }],
    [{ email: 'a(c)@example.com', password }],
    [{ email: { contains: '@' }, password }],
    [{ email: 'ada@example.com', password: 'short' }],
    [{ email: 'ada@example.com', password, role: 'admin' }],
    [{ email: 'ada@example.com', password, id: 'u_mine', createdAt: '2020-01-01' }],
  ])('refuses %j', async (json) => {
    const answer = await call(register, { json });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.issues.length).toBeGreaterThan(0);
    expect(await database.prisma.user.count()).toBe(0);
  });

  it('lets only the first account in when registration is closed', async () => {
    installTestContainer(database, { env: { METONA_SIGNUP: 'closed' } });
    expect((await call(register, registration('first@example.com'))).status).toBe(201);
    const second = await call(register, registration('second@example.com'));
    expect([second.status, second.body.error.code]).toEqual([403, 'forbidden']);
    expect(await roles()).toEqual(['admin']);
  });

  it('takes an invite once, in time, and only for the address it names', async () => {
    installTestContainer(database, { env: { METONA_SIGNUP: 'invite' }, clock });
    const admin = await signUp('admin');
    const invite = async (json = {}) => (await call(createInvite, { json, headers: admin.bearer })).body;
    const status = async (email: string, code: string) =>
      (await call(register, registration(email, { invite: code }))).status;
    const open = await invite();
    expect(open.url).toBe(`http://localhost:3000/register?invite=${open.code}`);
    expect(await status('a@example.com', 'inv_wrong')).toBe(403);
    const race = await Promise.all(['a', 'b', 'c'].map((name) => status(`${name}@example.com`, open.code)));
    expect(race.sort()).toEqual([201, 403, 403]);
    const named = await invite({ email: 'Named@example.com', expires_in: 60 });
    expect(await status('other@example.com', named.code)).toBe(403);
    expect(await status('named@example.com', named.code)).toBe(201);
    const late = await invite({ expires_in: 60 });
    clock.offset = 61_000;
    expect(await status('late@example.com', late.code)).toBe(403);
    const listed = await call(listInvites, { headers: admin.bearer });
    expect(JSON.stringify(listed.body)).not.toContain(open.code);
    const remove = () => call(deleteInvite, { method: 'DELETE', params: { id: late.id }, headers: admin.bearer });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
  });

  it('limits registrations per address', async () => {
    const statuses = [];
    for (let n = 0; n < 22; n += 1) statuses.push((await call(register, registration(`r${n}@example.com`))).status);
    expect(statuses).toEqual([...Array(20).fill(201), 429, 429]);
    const other = await call(register, { ...registration('x@example.com'), headers: { 'x-metona-peer': '192.0.2.7' } });
    expect(other.status).toBe(201);
  });
});

describe('administration', () => {
  it('is for the admin only', async () => {
    const [admin, user] = [await signUp('admin'), await signUp('user')];
    for (const handler of [listUsers, listInvites]) {
      expect((await call(handler, { headers: admin.bearer })).status).toBe(200);
      expect((await call(handler, { headers: user.bearer })).status).toBe(403);
      expect((await call(handler)).status).toBe(401);
    }
    expect((await call(createInvite, { json: {}, headers: user.bearer })).status).toBe(403);
    const users = await call(listUsers, { headers: admin.bearer });
    expect(users.body.items.map((item: { email: string }) => item.email).sort()).toEqual(
      [admin.email, user.email].sort(),
    );
    expect(JSON.stringify(users.body)).not.toContain('argon2');
  });
});

describe('the account', () => {
  it('shows itself without anything secret', async () => {
    const user = await signUp('ada');
    const answer = await call(getAccount, { headers: user.bearer });
    expect(answer.body).toMatchObject({ email: user.email, name: 'ada', role: 'admin', has_password: true });
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
  });

  it('changes its password only with the current one and ends every other sign-in, the old cookie included', async () => {
    const user = await signUp();
    const other = asBrowser(cookiesOf(await signIn(user.email, user.password)));
    const change = (current_password: string) =>
      call(changePassword, { json: { current_password, new_password: 'a-new-horse-9' }, headers: user.browser });
    const wrong = await change('not-the-password');
    expect([wrong.status, wrong.body.error.code]).toEqual([403, 'forbidden']);
    const changed = await change(user.password);
    expect(changed.status).toBe(204);
    expect((await call(getAccount, { headers: other })).status).toBe(401);
    expect((await call(getAccount, { headers: user.browser })).status).toBe(401);
    expect((await call(getAccount, { headers: asBrowser(cookiesOf(changed)) })).status).toBe(200);
    expect((await signIn(user.email, user.password)).status).toBe(401);
    expect((await signIn(user.email, 'a-new-horse-9')).status).toBe(200);
  });

  it('lists its sign-ins and ends one or all of them', async () => {
    const user = await signUp();
    const other = asBrowser(cookiesOf(await signIn(user.email, user.password, { 'user-agent': 'Other browser' })));
    const list = await call(listSessions, { headers: user.browser });
    expect(list.body.items.length).toBe(2);
    const foreign = list.body.items.find((item: { current: boolean }) => !item.current);
    expect(foreign.user_agent).toBe('Other browser');
    const end = (headers: Record<string, string>, id: string) =>
      call(endSession, { method: 'DELETE', params: { id }, headers });
    const stranger = await signUp('stranger');
    const [unknown, forbidden] = [await end(stranger.browser, 'as_none'), await end(stranger.browser, foreign.id)];
    expect([forbidden.status, forbidden.body]).toEqual([404, unknown.body]);
    expect((await call(getAccount, { headers: other })).status).toBe(200);
    expect([(await end(user.browser, foreign.id)).status, (await end(user.browser, foreign.id)).status]).toEqual([
      204, 204,
    ]);
    expect((await call(getAccount, { headers: other })).status).toBe(401);
    expect((await call(endSessions, { method: 'DELETE', headers: user.browser })).status).toBe(204);
    expect((await call(getAccount, { headers: user.browser })).status).toBe(401);
    expect((await call(getAccount, { headers: user.bearer })).status).toBe(200);
  });

  it('leaves no row behind when it is deleted, and nothing of anybody else is touched', async () => {
    const [gone, stays] = [await signUp('gone'), await signUp('stays')];
    await fillEveryTable(database.prisma, gone.id, 'gone');
    await fillEveryTable(database.prisma, stays.id, 'stays');
    const before = await rowsOf(database.prisma, stays.id);
    const remove = (json: unknown, headers = gone.browser) => call(deleteAccount, { method: 'DELETE', json, headers });
    expect((await remove({ password: 'not-the-password' })).status).toBe(403);
    expect((await remove({})).status).toBe(403);
    expect((await remove({ confirm: gone.email, password: gone.password })).status).toBe(204);
    for (const [table, count] of Object.entries(await rowsOf(database.prisma, gone.id)))
      expect([table, count]).toEqual([table, 0]);
    expect(await rowsOf(database.prisma, stays.id)).toEqual(before);
    expect(Object.values(before).every((count) => count > 0)).toBe(true);
    expect(await database.prisma.runEvent.count({ where: { runId: 'run-gone' } })).toBe(0);
    expect(await database.prisma.runEvent.count({ where: { runId: 'run-stays' } })).toBe(1);
    expect((await call(getAccount, { headers: gone.bearer })).status).toBe(401);
    expect((await signIn(gone.email, gone.password)).status).toBe(401);
    expect((await call(getAccount, { headers: stays.bearer })).body.role).toBe('admin');
  });
});

describe('tokens', () => {
  it('are shown once, work until deleted, and belong to their owner', async () => {
    const [user, stranger] = [await signUp('a'), await signUp('b')];
    const made = await call(createToken, { json: { name: 'script' }, headers: user.bearer });
    expect(made.status).toBe(201);
    expect(Object.keys(made.body).sort()).toEqual(['id', 'token']);
    expect(made.body.token).toMatch(/^mtn_\w{40,}$/);
    const list = await call(listTokens, { headers: user.bearer });
    expect(list.body.items[0]).toMatchObject({ id: made.body.id, name: 'script', last4: made.body.token.slice(-4) });
    expect(JSON.stringify(list.body)).not.toContain(made.body.token);
    const stored = JSON.stringify(await database.prisma.apiToken.findMany());
    expect(stored).not.toContain(made.body.token);
    const bearer = { authorization: `Bearer ${made.body.token}` };
    const remove = (headers: Record<string, string>, id: string) =>
      call(deleteToken, { method: 'DELETE', params: { id }, headers });
    const [foreign, unknown] = [
      await remove(stranger.bearer, made.body.id),
      await remove(stranger.bearer, 'tok_unknown'),
    ];
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await call(getAccount, { headers: bearer })).status).toBe(200);
    expect((await remove(user.browser, made.body.id)).status).toBe(204);
    expect((await remove(user.bearer, made.body.id)).status).toBe(204);
    expect((await remove(stranger.bearer, made.body.id)).status).toBe(404);
    expect((await call(getAccount, { headers: bearer })).status).toBe(401);
  });
});

describe('signing out', () => {
  it('ends the sign-in at once', async () => {
    const user = await signUp();
    const csrf = await call(authGet, { path: '/api/auth/csrf', params: { nextauth: ['csrf'] }, headers: user.browser });
    const csrfToken = csrf.body.csrfToken;
    const answer = await call(authPost, {
      path: '/api/auth/signout',
      params: { nextauth: ['signout'] },
      body: new URLSearchParams({ csrfToken, json: 'true' }).toString(),
      headers: {
        ...user.browser,
        cookie: `${user.cookie}; ${cookiesOf(csrf)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    expect(answer.status).toBe(200);
    expect(cookiesOf(answer)).toContain('metona.session-token=');
    expect((await call(getAccount, { headers: user.browser })).status).toBe(401);
    expect(await database.prisma.authSession.count()).toBe(0);
  });
});
