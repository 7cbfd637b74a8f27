import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { POST as beginSignIn, DELETE as forget } from '@/app/api/mcp-servers/[id]/sign-in/route';
import { POST as testServer } from '@/app/api/mcp-servers/[id]/test/route';
import { GET as comeBack, POST as complete } from '@/app/api/mcp-servers/oauth/callback/route';
import { POST as createServer } from '@/app/api/mcp-servers/route';
import { container } from '@/lib/server/container';
import { asBrowser, call, cookiesOf, type SignedUp, signIn, signUp } from '../support/api-client';
import { type McpDouble, startMcpDouble } from '../support/mcp-double';
import { addSignIn, type SignInDouble } from '../support/mcp-oauth';
import { toolContext } from '../support/tool-context';
import { openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ben: SignedUp;
let double: McpDouble;
let door: SignInDouble;
let id: string;

beforeAll(async () => {
  double = await startMcpDouble();
  door = addSignIn(double);
  double.tools = [{ name: 'whoami' }];
  world = await openWorld({ METONA_MCP_PRIVATE_ORIGINS: double.origin });
  anna = await signUp('anna');
  ben = await signUp('ben');
});
afterAll(async () => {
  await container().closeMcp();
  await world.database.drop();
  await double.close();
});
beforeEach(async () => {
  door.metadata = {};
  door.valid.clear();
  door.refreshable.clear();
  id = (await post(anna, createServer, { params: {}, json: { name: 'Locked', url: double.url } })).body.id;
  await post(anna, testServer);
});

type Options = NonNullable<Parameters<typeof call>[1]>;
const post = (user: Pick<SignedUp, 'browser'>, handler: Parameters<typeof call>[0], options: Options = {}) =>
  call(handler, { method: 'POST', params: { id }, ...options, headers: user.browser });
const begin = async (): Promise<string> => (await post(anna, beginSignIn)).body.authorization_url;
const brought = (back: URL) => Object.fromEntries(back.searchParams);
const finish = (user: Pick<SignedUp, 'browser'>, json: unknown) => post(user, complete, { json });
const row = () => world.database.prisma.mcpServer.findFirstOrThrow({ where: { id } });
const whoami = async () => {
  const tools = await container().tools.list(anna.id);
  const tool = tools.filter(({ origin }) => origin?.id === id)[0];
  if (!tool) throw new Error('no tool');
  return await tool.execute({}, { ...toolContext, userId: anna.id });
};

describe('signing in to an MCP server', () => {
  it('is asked for, leads to its page and back, and lets the user in', async () => {
    expect(await row()).toMatchObject({ state: 'sign_in_needed', signedInAt: null });
    const page = await begin();
    expect(new URL(page).origin).toBe(double.origin);
    const back = door.approve(page);
    expect(back.origin + back.pathname).toBe('http://localhost:3000/api/mcp-servers/oauth/callback');
    const { status, headers } = await call(comeBack, {
      path: back.pathname + back.search,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    const onward = new URL(headers.get('location') ?? '');
    expect([status, onward.pathname, onward.search]).toEqual([303, '/settings/extensions', '']);
    const json = Object.fromEntries(new URLSearchParams(onward.hash.slice(1)));
    expect(json).toEqual(brought(back));
    const done = await finish(anna, json);
    expect(done.body).toMatchObject({ ok: true, server: { state: 'ready', signed_in: true } });
    expect((await whoami()).summary).toBe('answer of whoami');
    const stored = JSON.stringify(await row());
    for (const secret of [...door.valid, ...door.refreshable, 'client-secret-0123456789']) {
      expect(stored).not.toContain(secret);
      expect(JSON.stringify(done.body)).not.toContain(secret);
    }
  });

  it('is renewed when it has run out, without asking anybody', async () => {
    await finish(anna, brought(door.approve(await begin())));
    const clients = door.clients.size;
    door.valid.clear();
    expect((await whoami()).summary).toBe('answer of whoami');
    expect(door.clients.size).toBe(clients);
    door.valid.clear();
    door.refreshable.clear();
    await expect(whoami()).rejects.toThrow('The MCP server “Locked” wants its user to sign in');
    expect(await row()).toMatchObject({ state: 'sign_in_needed' });
  });

  it('is completed once', async () => {
    const json = brought(door.approve(await begin()));
    expect((await finish(anna, json)).status).toBe(200);
    expect((await finish(anna, json)).status).toBe(400);
  });

  it('check 67: never lands with anyone else, in another browser, or under a forged state', async () => {
    const json = brought(door.approve(await begin()));
    expect((await finish(ben, json)).status).toBe(400);
    const elsewhere = asBrowser(cookiesOf(await signIn(anna.email, anna.password)));
    const forged = await finish(anna, { ...json, state: `${json.state?.slice(0, -1)}x` });
    expect(forged.status).toBe(400);
    expect((await finish({ browser: elsewhere }, json)).status).toBe(400);
    expect((await finish(anna, json)).status).toBe(400);
    expect((await call(complete, { method: 'POST', json, headers: anna.bearer })).status).toBe(400);
    expect((await call(complete, { method: 'POST', json })).status).toBe(401);
    expect((await call(complete, { method: 'POST', json, headers: { cookie: anna.cookie } })).status).toBe(403);
    expect(await world.database.prisma.mcpServer.count({ where: { signedInAt: { not: null }, id } })).toBe(0);
    expect(door.valid.size).toBe(0);
  });

  it('runs out', async () => {
    const json = brought(door.approve(await begin()));
    world.clock.offset += 11 * 60_000;
    expect((await finish(anna, json)).status).toBe(400);
    world.clock.offset = 0;
  });

  it('is for browsers only', async () => {
    const { status } = await call(beginSignIn, { method: 'POST', params: { id }, headers: anna.bearer });
    expect(status).toBe(403);
  });

  it('says it when the person was refused there, in plain words', async () => {
    const { state } = brought(door.approve(await begin()));
    const { status, body } = await finish(anna, { state, error: 'access_denied<script>' });
    expect([status, body.error.message]).toEqual([400, 'The server “Locked” did not let you in: access_deniedscript.']);
  });

  it.each([
    ['authorization_endpoint', 'file:///etc/passwd'],
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['authorization_endpoint', '; rm -rf /'],
    ['token_endpoint', 'http://127.0.0.1:9/token'],
    ['registration_endpoint', 'http://169.254.169.254/register'],
    ['issuer', 'https://somebody.example'],
  ])('goes nowhere else: %s %s', async (name, value) => {
    door.metadata = { [name]: value };
    const begun = await post(anna, beginSignIn);
    if (name !== 'token_endpoint')
      expect([begun.status >= 400, begun.body.authorization_url]).toEqual([true, undefined]);
    else {
      const { status } = await finish(anna, brought(door.approve(begun.body.authorization_url)));
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect((await row()).signedInAt).toBeNull();
  });

  it('is forgotten on request', async () => {
    await finish(anna, brought(door.approve(await begin())));
    expect((await call(forget, { method: 'DELETE', params: { id }, headers: anna.browser })).status).toBe(204);
    expect(await row()).toMatchObject({ accessCipher: null, signedInAt: null, state: 'unchecked' });
    await expect(whoami()).rejects.toThrow('sign in');
  });
});
