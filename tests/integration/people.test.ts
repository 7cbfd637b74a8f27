import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POST as register } from '@/app/api/account/register/route';
import { POST as redeem } from '@/app/api/account/reset/route';
import { DELETE as deleteAccount, GET as getAccount } from '@/app/api/account/route';
import { GET as getSettings, PUT as putSettings } from '@/app/api/admin/settings/route';
import { POST as resetLink } from '@/app/api/admin/users/[id]/password-reset/route';
import { PATCH as changeUser, DELETE as deleteUser } from '@/app/api/admin/users/[id]/route';
import { GET as listUsers } from '@/app/api/admin/users/route';
import { GET as getRun } from '@/app/api/agent/runs/[run_id]/route';
import { POST as startRun } from '@/app/api/agent/runs/route';
import { POST as upload } from '@/app/api/files/route';
import { POST as shareSession } from '@/app/api/sessions/[id]/shares/route';
import { GET as readShare } from '@/app/api/share/[token]/route';
import { container } from '@/lib/server/container';
import { call, type SignedUp, signIn, signUp } from '../support/api-client';
import { installTestContainer } from '../support/test-container';
import { as, conversation, openWorld, type World } from './resource-world';

let world: World;
let admin: SignedUp;
let anna: SignedUp;

beforeEach(async () => {
  world = await openWorld();
  admin = await signUp('admin');
  anna = await signUp('anna');
});
afterEach(() => world.database.drop());

const patch = (who: SignedUp, id: string, json: unknown) => as(who, changeUser, { id, method: 'PATCH', json });
const people = async (query = '') =>
  (await as(admin, listUsers, { path: `/api/admin/users${query}` })).body as {
    items: Record<string, unknown>[];
    next_cursor: string | null;
  };
const linkFor = async (user: SignedUp): Promise<string> => {
  const made = await as(admin, resetLink, { id: user.id, method: 'POST' });
  expect(made.status).toBe(201);
  return String(made.body.url).split('/').at(-1) ?? '';
};
const use = (token: unknown, password = 'a-new-horse-9') => call(redeem, { json: { token, password } });

describe('accounts in the hands of an administrator', () => {
  it('are found by page and by words, with numbers and nothing that people wrote', async () => {
    const secret = 'a thought that is nobody else’s business';
    await conversation(world, anna, [{ role: 'user', content: secret }]);
    await signUp('ben');
    const first = await people('?limit=2');
    const second = await people(`?limit=2&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['ben', 'anna', 'admin']);
    expect(second.next_cursor).toBeNull();
    const found = await people('?q=ANNA-');
    expect(found.items).toMatchObject([
      { id: anna.id, role: 'user', disabled: false, has_password: true, sessions: 1, file_bytes: 0 },
    ]);
    expect(found.items[0]?.last_sign_in_at).toEqual(expect.any(String));
    expect((await people('?q=%25')).items).toEqual([]);
    expect(JSON.stringify([first, second])).not.toMatch(/nobody|argon2/);
  });

  it('are closed to everybody else, foreign and unknown ids alike', async () => {
    for (const json of [{ role: 'admin' }, { disabled: true }, { caps: { max_runs: 1 } }])
      expect((await patch(anna, anna.id, json)).status).toBe(403);
    expect((await as(anna, resetLink, { id: admin.id, method: 'POST' })).status).toBe(403);
    expect(
      (await as(anna, deleteUser, { id: admin.id, method: 'DELETE', json: { confirm: admin.email } })).status,
    ).toBe(403);
    expect((await as(anna, putSettings, { method: 'PUT', json: { signup: 'open' } })).status).toBe(403);
    expect((await patch(admin, 'u_unknown', { role: 'admin' })).status).toBe(404);
    expect((await patch(admin, anna.id, { role: 'owner' })).status).toBe(400);
    expect((await patch(admin, anna.id, { id: 'u_x' })).status).toBe(400);
  });

  it('never lose their last administrator, not even to two who let each other go', async () => {
    expect((await patch(admin, admin.id, { role: 'user' })).status).toBe(409);
    expect((await patch(admin, admin.id, { disabled: true })).status).toBe(409);
    expect((await patch(admin, anna.id, { role: 'admin' })).body.role).toBe('admin');
    const both = await Promise.all([patch(admin, anna.id, { role: 'user' }), patch(anna, admin.id, { role: 'user' })]);
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const left = await world.database.prisma.user.count({ where: { role: 'admin' } });
    expect(left).toBe(1);
  });

  it('sign in anew when they change sides', async () => {
    expect((await patch(admin, anna.id, { role: 'admin' })).status).toBe(200);
    expect((await call(getAccount, { headers: anna.browser })).status).toBe(401);
    expect((await call(getAccount, { headers: anna.bearer })).body.role).toBe('admin');
  });

  it('are deleted as by their owners, and only with their address', async () => {
    const remove = (confirm: string) => as(admin, deleteUser, { id: anna.id, method: 'DELETE', json: { confirm } });
    await conversation(world, anna, [{ role: 'user', content: 'hi' }]);
    expect((await remove('somebody@example.com')).status).toBe(400);
    expect((await remove(anna.email.toUpperCase())).status).toBe(204);
    expect([await world.database.prisma.user.count(), await world.database.prisma.message.count()]).toEqual([1, 0]);
    expect((await remove(anna.email)).status).toBe(404);
    const self = await as(admin, deleteUser, { id: admin.id, method: 'DELETE', json: { confirm: admin.email } });
    expect(self.status).toBe(409);
  });
});

describe('a disabled account', () => {
  it('check 10: is signed out, refused its tokens, and its runs end, those that wait as well', async () => {
    await container().agent.startWorker();
    try {
      const states = async () =>
        (await world.database.prisma.run.findMany({ where: { userId: anna.id } })).map(({ status }) => status).sort();
      const input = '/tool write_file {"file_path":"a.md","content":"x"}';
      await as(anna, startRun, { json: { provider_id: 'mock', input, allowed_tools: ['*'] } });
      await expect.poll(states).toEqual(['waiting_permission']);
      const running = await as(anna, startRun, {
        json: { provider_id: 'mock', model: 'mock-slow', input: 'hi' },
      });
      expect(running.status).toBe(201);
      expect((await patch(admin, anna.id, { disabled: true })).body.disabled).toBe(true);
      expect((await call(getAccount, { headers: anna.browser })).status).toBe(401);
      expect((await call(getAccount, { headers: anna.bearer })).status).toBe(401);
      expect((await signIn(anna.email, anna.password)).status).toBe(401);
      await expect
        .poll(async () => (await states()).filter((s) => s !== 'completed'))
        .toEqual(['cancelled', 'cancelled']);
    } finally {
      await container().agent.stopWorker();
    }
  });

  it('begins no run, even for who was let in a moment before', async () => {
    await patch(admin, anna.id, { disabled: true });
    const late = container().agent.runs.create(anna.id, {
      provider_id: 'mock',
      input: 'hi',
      max_steps: 1,
      timeout_ms: 10_000,
    } as Parameters<ReturnType<typeof container>['agent']['runs']['create']>[1]);
    await expect(late).rejects.toMatchObject({ error: { code: 'not_found' } });
    expect(await world.database.prisma.run.count()).toBe(0);
  });

  it('takes its links from the world for as long, and comes back as it was', async () => {
    const { id } = await conversation(world, anna, [{ role: 'user', content: 'hello world' }]);
    const shared = await as(anna, shareSession, { id, json: {} });
    const token = String(shared.body.url).split('/').at(-1) ?? '';
    const read = async () => (await call(readShare, { params: { token } })).status;
    expect(await read()).toBe(200);
    await patch(admin, anna.id, { disabled: true });
    expect(await read()).toBe(404);
    expect((await as(admin, resetLink, { id: anna.id, method: 'POST' })).status).toBe(409);
    await patch(admin, anna.id, { disabled: false });
    expect(await read()).toBe(200);
    expect((await call(getAccount, { headers: anna.bearer })).status).toBe(200);
    expect((await call(getAccount, { headers: anna.browser })).status).toBe(401);
  });
});

describe('a reset link', () => {
  it('check 11: is good once, ends every sign-in, and is kept as a hash', async () => {
    const token = await linkFor(anna);
    const [row] = await world.database.prisma.passwordReset.findMany();
    expect(JSON.stringify(row)).not.toContain(token);
    const race = await Promise.all([use(token), use(token), use(token)]);
    expect(race.map(({ status }) => status).sort()).toEqual([204, 403, 403]);
    expect((await use(token)).status).toBe(403);
    expect((await call(getAccount, { headers: anna.browser })).status).toBe(401);
    expect((await signIn(anna.email, anna.password)).status).toBe(401);
    expect((await signIn(anna.email, 'a-new-horse-9')).status).toBe(200);
  });

  it('ends after a day, with a newer one, and with the account', async () => {
    const old = await linkFor(anna);
    const newer = await linkFor(anna);
    expect((await use(old)).status).toBe(403);
    world.clock.offset = 24 * 3_600_000 + 1;
    expect((await use(newer)).status).toBe(403);
    const gone = await linkFor(anna);
    await container().users.erase(anna.id);
    expect((await use(gone)).status).toBe(403);
  });

  it.each([[null], [''], [[]], [{ not: '' }], ['rst_made-up'], [123]])('refuses %j', async (token) => {
    await linkFor(anna);
    expect([400, 403]).toContain((await use(token)).status);
    expect((await signIn(anna.email, anna.password)).status).toBe(200);
  });

  it('answers made-up, used and expired links in the same words, and only so often', async () => {
    const token = await linkFor(anna);
    await use(token);
    const [used, madeUp] = [await use(token), await use('rst_made-up')];
    expect(used.body).toEqual(madeUp.body);
    const statuses = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await use(`rst_${n}`)).status);
    expect(statuses.at(-1)).toBe(429);
    const host = await call(redeem, { json: { token, password: 'a-new-horse-9' }, headers: { host: 'evil.example' } });
    expect(host.status).toBe(421);
  });
});

describe('what holds for everyone', () => {
  const signUpNow = (email: string) => call(register, { json: { email, password: 'correct-horse-7' } });
  const change = (json: unknown) => as(admin, putSettings, { method: 'PUT', json });

  it('is what the page says where the environment is silent', async () => {
    installTestContainer(world.database, { env: { METONA_SIGNUP: '', METONA_MOCK: 'test' } });
    expect((await as(admin, getSettings)).body).toMatchObject({
      signup: { value: 'invite', from: 'default' },
      max_runs: { value: 8, from: 'default' },
    });
    expect((await signUpNow('one@example.com')).status).toBe(403);
    expect((await change({ signup: 'open', max_runs: 3 })).body).toMatchObject({
      signup: { value: 'open', from: 'page' },
      max_runs: { value: 3, from: 'page' },
    });
    expect((await signUpNow('two@example.com')).status).toBe(201);
    await change({ signup: 'closed' });
    expect((await signUpNow('three@example.com')).status).toBe(403);
    expect((await change({ signup: null })).body.signup).toEqual({ value: 'invite', from: 'default' });
    expect((await change({ max_runs: 0 })).status).toBe(400);
  });

  it('is what the environment says where it says something', async () => {
    const refused = await change({ signup: 'closed' });
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('METONA_SIGNUP')]);
    expect((await as(admin, getSettings)).body.signup).toEqual({ value: 'open', from: 'environment' });
  });

  it('gives way to an exception for one user', async () => {
    const send = async (user: SignedUp) => {
      const form = new FormData();
      form.append('file', new File(['a,b\n'.repeat(180_000)], 'a.csv'));
      const encoded = new Response(form);
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
      return (await as(user, upload, { method: 'POST', body: await encoded.arrayBuffer(), headers })).status;
    };
    expect((await patch(admin, anna.id, { caps: { max_files_mb: 1, max_runs: 1 } })).body.caps).toMatchObject({
      max_files_mb: 1,
      max_runs: 1,
      max_streams: null,
    });
    expect([await send(anna), await send(anna), await send(admin), await send(admin)]).toEqual([201, 413, 201, 201]);
    const start = () => as(anna, startRun, { json: { provider_id: 'mock', input: 'hi' } });
    expect([(await start()).status, (await start()).status]).toEqual([201, 429]);
    await patch(admin, anna.id, { caps: { max_files_mb: null, max_runs: null } });
    expect([await send(anna), (await start()).status]).toEqual([201, 201]);
  });
});

it('an account that is deleted by its owner leaves an administrator who may sign in', async () => {
  const ben = await signUp('ben');
  await patch(admin, anna.id, { disabled: true });
  const left = await call(deleteAccount, {
    method: 'DELETE',
    json: { password: admin.password },
    headers: admin.browser,
  });
  expect(left.status).toBe(204);
  expect((await call(getAccount, { headers: ben.bearer })).body.role).toBe('admin');
  expect((await as(ben, getRun, { id: 'run_x' })).status).toBe(404);
});
