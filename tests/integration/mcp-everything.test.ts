import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST as testServer } from '@/app/api/mcp-servers/[id]/test/route';
import { POST as createServer } from '@/app/api/mcp-servers/route';
import type { RunnableTool, ToolContext } from '@/lib/agent/ports';
import { container } from '@/lib/server/container';
import { type SignedUp, signUp } from '../support/api-client';
import { type EverythingServer, startEverything } from '../support/mcp-everything';
import { as, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let everything: EverythingServer;
let serverId: string;

beforeAll(async () => {
  everything = await startEverything();
  world = await openWorld({ METONA_MCP_PRIVATE_ORIGINS: everything.origin });
  anna = await signUp('anna');
  const json = { name: 'Everything', url: everything.url };
  serverId = (await as(anna, createServer, { json })).body.id;
});
afterAll(async () => {
  await container().closeMcp();
  await world.database.drop();
  await everything.kill();
});

const toolsOf = async (user: SignedUp) => {
  const tools = await container().tools.list(user.id);
  return new Map(tools.filter(({ def }) => def.category === 'mcp').map((tool) => [tool.def.name, tool]));
};
const find = async (name: string): Promise<RunnableTool> => {
  const tool = (await toolsOf(anna)).get(`mcp.everything.${name}`);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
};

interface Progress {
  readonly fraction: number;
  readonly message: string | undefined;
}

const call = async (name: string, args: Record<string, unknown>, more: Partial<ToolContext> = {}) => {
  const progress: Progress[] = [];
  const context: ToolContext = {
    userId: anna.id,
    sessionId: 's_1',
    runId: 'run_1',
    messageId: 'msg_1',
    callId: 'tc_1',
    signal: new AbortController().signal,
    now: () => Date.now(),
    progress: (fraction, message) => progress.push({ fraction, message }),
    ...more,
  };
  return { outcome: await (await find(name)).execute(args, context), progress };
};

describe('the reference server of MCP', () => {
  it('is connected to, listed and described', async () => {
    const { status, body } = await as(anna, testServer, { id: serverId, method: 'POST' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, error: null, server: { state: 'ready', slug: 'everything' } });
    expect(body.server.server.name).toContain('everything');
    expect(body.server.server.protocol_version).toMatch(/^20\d\d-/);
    expect(body.server.left_out).toEqual([]);
    const echo = body.server.tools.find((tool: { name: string }) => tool.name === 'mcp.everything.echo');
    expect(echo.description).toContain('Echoes');
  });

  it('gives its tools to runs, namespaced, asking, and as the word of strangers', async () => {
    const echo = await find('echo');
    expect(echo.origin).toEqual({ kind: 'mcp', id: serverId, name: 'Everything' });
    expect(echo.def).toMatchObject({
      category: 'mcp',
      permission: 'mcp.everything',
      requiresPermission: true,
      idempotent: false,
      returnsUntrusted: true,
    });
    expect(echo.check({ message: 'hello' })).toEqual({ ok: true, args: { message: 'hello' } });
    expect(echo.check({})).toEqual({ ok: false, issues: [{ path: 'message', message: 'is missing' }] });
  });

  it('answers a call, with text, numbers, structure and an image', async () => {
    expect((await call('echo', { message: 'hello 你好' })).outcome.summary).toContain('hello 你好');
    expect((await call('get-sum', { a: 19, b: 23 })).outcome.summary).toContain('42');
    const image = (await call('get-tiny-image', {})).outcome;
    expect(image.summary).toMatch(/\[image: image\/png, \d+ KB\]/);
    // People see it, the model reads that there is one.
    expect(image.summary).not.toContain('iVBOR');
    expect(image).toMatchObject({
      result: { images: [expect.stringMatching(/^data:image\/png;base64,iVBOR/)] },
      render: 'image',
    });
    const structured = (await call('get-structured-content', { location: 'Chicago' })).outcome.result;
    expect(structured).toMatchObject({ structured: { conditions: expect.any(String) } });
  });

  it('shows the progress of a long call', async () => {
    const { progress } = await call('trigger-long-running-operation', { duration: 2, steps: 4 });
    const fractions = progress.map(({ fraction }) => fraction);
    expect(fractions.length).toBeGreaterThanOrEqual(3);
    expect(fractions).toEqual([...fractions].sort((left, right) => left - right));
    expect(fractions.at(-1)).toBeLessThanOrEqual(1);
  });

  it('is told when a call is cancelled', async () => {
    const stop = new AbortController();
    const begun = call(
      'trigger-long-running-operation',
      { duration: 60, steps: 600 },
      {
        signal: stop.signal,
        progress: () => stop.abort(new Error('stopped')),
      },
    );
    const at = Date.now();
    await expect(begun).rejects.toThrow();
    expect(Date.now() - at).toBeLessThan(5_000);
  });

  it('makes an error of its own the error of the call', async () => {
    await expect(call('get-resource-reference', { resourceType: 'Text', resourceId: -1 })).rejects.toThrow(
      /resourceId/i,
    );
  });

  it('is asked again in a new session when it has forgotten the old one', async () => {
    await everything.restart();
    expect((await call('echo', { message: 'again' })).outcome.summary).toContain('again');
  });

  it('tells that its tools have changed, and a yes for what one was does not hold for what it is', async () => {
    const before = await find('echo');
    expect((await toolsOf(anna)).has('mcp.everything.added-later')).toBe(false);
    await call('echo', { message: 'keeps the session open' });
    everything.changeTools();
    await expect
      .poll(async () => (await toolsOf(anna)).has('mcp.everything.added-later'), { timeout: 10_000 })
      .toBe(true);
    const after = await find('echo');
    expect(after.def.description).toContain('keeps a copy');
    expect(after.identity).not.toBe(before.identity);
    expect((await call('added-later', {})).outcome.summary).toContain('I am new here');
  });

  it('is named when it is gone, and its tools stay offered', async () => {
    await everything.kill();
    await expect(call('echo', { message: 'x' })).rejects.toThrow('The MCP server “Everything” cannot be reached');
    expect((await toolsOf(anna)).has('mcp.everything.echo')).toBe(true);
    const { body } = await as(anna, testServer, { id: serverId, method: 'POST' });
    expect(body).toMatchObject({ ok: false, error: { code: 'unreachable' }, server: { state: 'failed' } });
    expect(body.server.tools.length).toBeGreaterThan(5);
  });
});
