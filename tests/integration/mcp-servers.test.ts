import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATCH as change, GET as read, DELETE as remove } from '@/app/api/mcp-servers/[id]/route';
import { POST as signIn } from '@/app/api/mcp-servers/[id]/sign-in/route';
import { POST as testServer } from '@/app/api/mcp-servers/[id]/test/route';
import { POST as createServer, GET as listServers } from '@/app/api/mcp-servers/route';
import { container } from '@/lib/server/container';
import { call, type SignedUp, signUp } from '../support/api-client';
import { type McpDouble, startMcpDouble } from '../support/mcp-double';
import { as, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ben: SignedUp;
let double: McpDouble;
let other: McpDouble;

beforeAll(async () => {
  [double, other] = await Promise.all([startMcpDouble(), startMcpDouble()]);
  double.tools = [{ name: 'echo' }];
  world = await openWorld({
    METONA_MCP_PRIVATE_ORIGINS: `${double.origin},http://127.0.0.1:3000`,
    METONA_PRIVATE_ORIGINS: other.origin,
  });
  anna = await signUp('anna');
  ben = await signUp('ben');
});
afterAll(async () => {
  await container().closeMcp();
  await world.database.drop();
  await Promise.all([double.close(), other.close()]);
});

const secret = 'Bearer canary-abcdefgh-0123456789';
const create = (json: unknown) => as(anna, createServer, { json });
const created = async (more: object = {}) => {
  const { status, body } = await create({ name: 'Double', url: double.url, ...more });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body as { id: string; slug: string };
};
const row = (id: string) => world.database.prisma.mcpServer.findFirstOrThrow({ where: { id } });

describe('MCP servers over the API', () => {
  it('are made, tested, changed, switched off and removed', async () => {
    const { id, slug } = await created();
    expect((await as(anna, testServer, { id, method: 'POST' })).body).toMatchObject({
      ok: true,
      server: { state: 'ready', server: { name: 'double', version: '1', protocol_version: '2025-06-18' } },
    });
    const patched = await as(anna, change, { id, method: 'PATCH', json: { name: 'Renamed', enabled: false } });
    expect(patched.body).toMatchObject({ name: 'Renamed', slug, enabled: false, state: 'ready' });
    expect((await as(anna, listServers)).body.items).toHaveLength(1);
    expect((await as(anna, remove, { id, method: 'DELETE' })).status).toBe(204);
    expect((await as(anna, remove, { id, method: 'DELETE' })).status).toBe(204);
    expect((await as(anna, listServers)).body.items).toEqual([]);
  });

  it('get names of their own below which their tools stand', async () => {
    const slugs = [];
    for (const name of ['Team Wiki', 'team-wiki!', '团队百科', 'Ⓣeam wiki']) slugs.push((await created({ name })).slug);
    expect(slugs).toEqual(['team-wiki', 'team-wiki-2', 'server', 'team-wiki-3']);
  });

  it('never give a header back, and send none to another origin', async () => {
    const { id } = await created({ headers: { Authorization: secret } });
    expect((await as(anna, read, { id })).body.headers).toEqual([{ name: 'Authorization', last4: '6789' }]);
    expect(JSON.stringify(await row(id))).not.toContain('canary');
    await as(anna, testServer, { id, method: 'POST' });
    expect(double.seen.at(-1)?.headers.authorization).toBe(secret);
    const path = await as(anna, change, { id, method: 'PATCH', json: { url: `${double.url}?v=2` } });
    expect(path.body.headers).toHaveLength(1);
    const moved = await as(anna, change, { id, method: 'PATCH', json: { url: 'https://elsewhere.example/mcp' } });
    expect(moved.body).toMatchObject({ headers: [], state: 'unchecked', signed_in: false });
    const back = await as(anna, change, {
      id,
      method: 'PATCH',
      json: { url: double.url, headers: { 'X-Key': 'a-key-of-sixteen-characters' } },
    });
    expect(back.body.headers).toEqual([{ name: 'X-Key', last4: 'ters' }]);
    double.seen.length = 0;
    await as(anna, testServer, { id, method: 'POST' });
    expect(double.seen[0]?.headers['x-key']).toBe('a-key-of-sixteen-characters');
    expect(double.seen.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
    const without = await as(anna, change, { id, method: 'PATCH', json: { headers: { 'x-key': null } } });
    expect(without.body.headers).toEqual([]);
  });

  it.each([
    { command: 'npx', args: ['server'] },
    { command: 'npx', name: undefined },
    { stdio: { command: 'sh' } },
    { env: { PATH: '/' } },
    { transport: 'stdio' },
  ])('check 65: start nothing: %j is refused with a sentence', async (local) => {
    const before = (await as(anna, listServers)).body.items.length;
    const { status, body } = await create({ name: 'Local', url: double.url, ...local });
    expect(status).toBe(400);
    expect(body.issues.map(({ message }: { message: string }) => message).join(' ')).toContain('starts no programs');
    expect((await as(anna, listServers)).body.items).toHaveLength(before);
  });

  it('take nothing they do not know, and no header that is not theirs to set', async () => {
    const { id } = await created();
    for (const json of [{ userId: ben.id }, { id: 'x' }, { slug: 'notes' }, { state: 'ready' }, { headers: [] }]) {
      expect([json, (await as(anna, change, { id, method: 'PATCH', json })).status]).toEqual([json, 400]);
    }
    for (const name of ['Host', 'Cookie', 'content-length', 'Mcp-Session-Id', 'a b', 'x\r\ny', '']) {
      expect([name, (await create({ name: 'H', url: double.url, headers: { [name]: 'v' } })).status]).toEqual([
        name,
        400,
      ]);
    }
    expect((await create({ name: 'H', url: double.url, headers: { 'X-A': 'v\r\nHost: evil' } })).status).toBe(400);
  });

  it.each([
    'file:///etc/passwd',
    'stdio:npx',
    'gopher://a.example/',
    'data:text/plain,x',
    '//a.example/mcp',
    'http:a.example',
    'http://user@a.example/mcp',
    'http://a.example/mcp#x',
    'http://127.0.0.1\\@a.example/',
    'http://127.0.0.1:9/mcp',
    'http://localhost:11434/mcp',
    'http://[::1]:9/mcp',
    'http://0x7f.1:9/mcp',
    'http://2130706433:9/mcp',
    'http://[::ffff:127.0.0.1]:9/mcp',
    'http://10.0.0.1/mcp',
    'http://169.254.169.254/latest/meta-data',
    'http://metadata.google.internal/',
    'http://127.0.0.1:3000/api/mcp-servers',
  ])('check 31 32 33 34 35 37: are not reached at %s', async (url) => {
    expect((await create({ name: 'X', url })).status).toBe(400);
  });

  it('check 40: are not what is open to providers, not even when the name moves there after it was saved', async () => {
    expect((await create({ name: 'X', url: other.url })).status).toBe(400);
    const { id } = await created();
    await world.database.prisma.mcpServer.updateMany({ where: { id }, data: { url: other.url } });
    const { body } = await as(anna, testServer, { id, method: 'POST' });
    expect(body).toMatchObject({ ok: false, error: { code: 'forbidden_address' } });
    expect(other.seen).toEqual([]);
  });

  it('belong to one user: a foreign id and an unknown one are the same', async () => {
    const { id } = await created();
    const tries = [
      [read, 'GET'],
      [change, 'PATCH'],
      [remove, 'DELETE'],
      [testServer, 'POST'],
      [signIn, 'POST'],
    ] as const;
    for (const [handler, method] of tries) {
      const json = method === 'PATCH' ? { json: { name: 'mine' } } : {};
      const foreign = await as(ben, handler, { id, method, ...json });
      const unknown = await as(ben, handler, { id: 'mcp_unknown', method, ...json });
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
      expect((await call(handler, { params: { id }, method, ...json })).status).toBe(401);
    }
    expect((await row(id)).name).toBe('Double');
  });
});
