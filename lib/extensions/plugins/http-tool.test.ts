import { describe, expect, it } from 'vitest';
import type { WebAccess, WebRequest } from '@/lib/agent/ports';
import { MetonaFailure } from '@/lib/ir';
import { toolContext } from '@/tests/support/tool-context';
import { createPluginTools } from './http-tool';
import { manifestSchema } from './manifest';
import { manifestOf, toolOf } from './manifest-for-test';

interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  readonly location?: string;
}

/** A tool of one plugin over a web that answers as told and remembers what it was asked. */
function open(
  tool: Parameters<typeof toolOf>[0],
  replies: Reply[] = [{}],
  secrets: Record<string, string> = { api_key: 'k3y' },
) {
  const seen: { url: string; request: WebRequest }[] = [];
  let cancelled = 0;
  const web: WebAccess = async (url, request) => {
    seen.push({ url, request });
    const { status = 200, type = 'application/json', body = '{"ok":true}', location } = replies[seen.length - 1] ?? {};
    const headers: Record<string, string | undefined> = { 'content-type': type, location };
    return {
      status,
      header: (name) => headers[name] ?? null,
      read: async () => new TextEncoder().encode(body),
      cancel: () => {
        cancelled += 1;
      },
    };
  };
  const manifest = manifestSchema.parse(manifestOf({ tools: [toolOf(tool)] }));
  const [made] = createPluginTools([{ id: 'plugin_1', manifest }], {
    web,
    openSecrets: async () => secrets,
    redact: (text) => text.replaceAll('k3y', '[hidden]'),
  });
  if (made === undefined) throw new Error('no tool');
  return {
    tool: made,
    seen,
    cancelled: () => cancelled,
    run: (args: object) => made.execute({ ...args }, toolContext),
  };
}

const params = (fields: object, required: string[] = []) => ({ type: 'object', properties: fields, required });
const inPath = {
  parameters: params({ city: { type: 'string' } }, ['city']),
  request: { url: 'https://api.example/cities/{city}/weather', query: {}, headers: {} },
};

describe('a declared tool', () => {
  it('sends what it declares to its host, with the secret, and gives what comes back', async () => {
    const { tool, seen, run } = open({});
    expect(tool.def).toMatchObject({
      name: 'plugin.weather.get_weather',
      description: 'The weather of a city.\n\nGET https://api.example (plugin weather)',
      permission: 'network.request',
      requiresPermission: true,
      returnsUntrusted: true,
      riskLevel: 'medium',
      idempotent: true,
    });
    expect(tool.hostOf?.({ city: 'https://evil.example/' })).toBe('api.example');
    expect(await run({ city: 'São Paulo & more' })).toEqual({ result: { ok: true }, summary: '{"ok":true}' });
    expect(seen[0]?.url).toBe('https://api.example/v1/weather?q=S%C3%A3o%20Paulo%20%26%20more');
    expect(seen[0]?.request.headers).toMatchObject({ 'X-Key': 'k3y', accept: 'application/json' });
  });

  it.each([
    'a/b',
    'a?b=c',
    'a#b',
    'a&b',
    '@evil.example',
    '\\evil',
    'a:b',
    '%2e%2e%2f',
    '\r\nX: y',
    '\u0000',
    'a;b',
    "'",
  ])('keeps %j inside its segment of the path', async (city) => {
    const { seen, run } = open(inPath);
    await run({ city });
    const url = new URL(seen[0]?.url ?? '');
    expect([url.origin, url.search, url.hash, url.username]).toEqual(['https://api.example', '', '', '']);
    const [, cities, segment = '', weather, ...rest] = url.pathname.split('/');
    expect([cities, decodeURIComponent(segment), weather, rest]).toEqual(['cities', city, 'weather', []]);
  });

  it.each(['..', '.', ''])('calls nobody for %j in the path', async (city) => {
    const { seen, run } = open(inPath);
    await expect(run({ city })).rejects.toThrow(MetonaFailure);
    expect(seen).toEqual([]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another kind', { city: 5 }],
    ['a list', { city: ['a'] }],
    ['an object', { city: { toString: 'x' } }],
    ['nothing', {}],
    ['one more argument', { city: 'a', url: 'https://evil.example' }],
    ['too long a text', { city: 'x'.repeat(81) }],
    ['half a character', { city: '\ud800' }],
  ])('refuses %s before anything is asked', (_what, args) => {
    expect(open({}).tool.check(args).ok).toBe(false);
  });

  it('leaves out what is not given, joins lists, and fills in defaults', async () => {
    const { seen, run } = open({
      parameters: params({
        ids: { type: 'array', items: { type: 'integer' } },
        unit: { type: 'string', enum: ['c', 'f'], default: 'c' },
        exact: { type: 'boolean' },
      }),
      request: { query: { ids: '{ids}', unit: 'unit-{unit}', exact: '{exact}', fixed: '1' }, headers: {} },
    });
    await run({ ids: [1, 2] });
    expect(new URL(seen[0]?.url ?? '').search).toBe('?ids=1%2C2&unit=unit-c&fixed=1');
  });

  it('sends what stands nowhere else as the body, and says that it may not run twice', async () => {
    const both = { city: { type: 'string' }, note: { type: 'string' } };
    const request = { method: 'POST', url: 'https://api.example/{city}', query: {}, headers: {}, body: 'json' };
    const json = open({ parameters: params(both, ['city']), request });
    expect(json.tool.def).toMatchObject({ idempotent: false, riskLevel: 'high' });
    await json.run({ city: 'a', note: '"}\r\n' });
    expect(json.seen[0]?.request).toMatchObject({ method: 'POST', body: '{"note":"\\"}\\r\\n"}' });
    const form = open({ parameters: params(both, ['city']), request: { ...request, body: 'form' } });
    await form.run({ city: 'a', note: 'x&y=z' });
    expect(form.seen[0]?.request.body).toBe('note=x%26y%3Dz');
  });

  it('takes a part of the answer, text as text, and an empty answer as nothing', async () => {
    const body = '{"a":[{"b~/c":"\u202e7"}],"__proto__":1}';
    const picked = open({ response: { pick: '/a/0/b~0~1c' } }, [{ body }]);
    expect(await picked.run({ city: 'x' })).toEqual({ result: '\u202e7', summary: '\u202e7' });
    await expect(open({ response: { pick: '/constructor' } }, [{ body }]).run({ city: 'x' })).rejects.toThrow(
      'nothing at',
    );
    const text = open({ response: { type: 'text' } }, [{ type: 'text/plain', body: 'a\u200bb' }]);
    expect((await text.run({ city: 'x' })).result).toBe('ab');
    expect((await open({}, [{ status: 204, body: '' }]).run({ city: 'x' })).result).toBeNull();
  });

  it('never gives a key back, not in an answer and not in an error', async () => {
    const echo = open({}, [{ body: '{"got":"k3y"}' }]);
    expect((await echo.run({ city: 'x' })).result).toEqual({ got: '[hidden]' });
    const refused = open({}, [{ status: 401, body: 'bad key k3y' }]);
    await expect(refused.run({ city: 'x' })).rejects.toThrow('status 401. It said: "bad key [hidden]"');
  });

  it('asks for a key that is missing, and refuses one that would be two headers', async () => {
    const missing = open({}, [{}], {});
    await expect(missing.run({ city: 'x' })).rejects.toMatchObject({ error: { code: 'not_configured' } });
    const split = open({}, [{}], { api_key: 'a\r\nX-Evil: 1' });
    await expect(split.run({ city: 'x' })).rejects.toThrow('no header may have');
    expect([missing.seen, split.seen]).toEqual([[], []]);
  });

  it.each<[string, Reply]>([
    ['another host', { status: 302, location: 'https://evil.example/' }],
    ['another scheme', { status: 302, location: 'http://api.example/' }],
    ['a script', { status: 302, location: 'javascript:alert(1)' }],
    ['nowhere', { status: 302 }],
    ['an archive', { type: 'application/zip' }],
    ['a picture', { type: 'image/svg+xml' }],
    ['no JSON', { body: '<html>' }],
    ['a failure', { status: 500, body: 'x'.repeat(100_000) }],
  ])('rejects with few words when the answer is %s', async (_what, reply) => {
    const { run, seen } = open({}, [reply]);
    const failure = await run({ city: 'x' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MetonaFailure);
    expect((failure as MetonaFailure).message.length).toBeLessThan(700);
    expect(seen).toHaveLength(1);
  });

  it('follows within its own origin for reading only, and not for ever', async () => {
    const there: Reply = { status: 302, location: '/v2?q=1' };
    const moved = open({}, [there, {}]);
    await moved.run({ city: 'x' });
    expect([moved.seen[1]?.url, moved.cancelled()]).toEqual(['https://api.example/v2?q=1', 1]);
    const endless = open({}, [there, there, there, there, there]);
    await expect(endless.run({ city: 'x' })).rejects.toThrow('more than 3 times');
    const post = open({ request: { method: 'POST', body: 'json', query: {} } }, [there, {}]);
    await expect(post.run({ city: 'x' })).rejects.toThrow('for reading only');
    expect(post.seen).toHaveLength(1);
  });

  it('is another tool when its definition, its version or its installation changes', () => {
    const identityOf = (id: string, change: Record<string, unknown>) => {
      const manifest = manifestSchema.parse(manifestOf(change));
      const dependencies = {
        web: null as unknown as WebAccess,
        openSecrets: async () => ({}),
        redact: (text: string) => text,
      };
      return createPluginTools([{ id, manifest }], dependencies)[0]?.identity;
    };
    const all = [
      identityOf('plugin_1', {}),
      identityOf('plugin_2', {}),
      identityOf('plugin_1', { version: '1.0.1' }),
      identityOf('plugin_1', { tools: [toolOf({ description: 'Other words.' })] }),
      identityOf('plugin_1', { tools: [toolOf({ request: { url: 'https://api.example/v2/weather' } })] }),
    ];
    expect(new Set(all).size).toBe(5);
    expect(identityOf('plugin_1', { name: 'Other title' })).toBe(all[0]);
  });
});
