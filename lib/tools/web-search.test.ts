import { describe, expect, it } from 'vitest';
import type { WebAccess, WebRequest } from '@/lib/agent/ports';
import { toolContext as context } from '@/tests/support/tool-context';
import { createWebSearch } from './web-search';
import { createBrave, createSearxng, createTavily } from './web-search/engines';

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function webOf({ status = 200, headers = {}, body = {} }: Reply) {
  const asked: { url: URL; request: WebRequest }[] = [];
  const web: WebAccess = async (url, request) => {
    asked.push({ url: new URL(url), request });
    return {
      status,
      header: (name) => headers[name] ?? null,
      read: async () => new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
      cancel: () => undefined,
    };
  };
  return { web, asked };
}

const key = async () => 'bsk-canary';
const hit = { title: 'One', url: 'https://one.example/a', content: 'about one', publishedDate: '2026-03-01T00:00:00' };
const searxng = (reply: Reply, base = 'https://search.example/sx/') => {
  const { web, asked } = webOf(reply);
  const engine = createSearxng(base, { web, safeSearch: 'strict' });
  return { asked, engine, tool: createWebSearch(engine) };
};

describe('web_search', () => {
  it('asks for the host of the engine and takes nothing it does not know', () => {
    const { tool } = searxng({});
    expect(tool.def).toMatchObject({ permission: 'network.request', requiresPermission: true, returnsUntrusted: true });
    expect(tool.hostOf?.({ url: 'https://other.example' })).toBe('search.example');
    expect(tool.identity).toBe(searxng({ body: {} }).tool.identity);
    expect(tool.identity).not.toBe(searxng({}, 'https://other.example').tool.identity);
    for (const args of [
      {},
      { query: '   ' },
      { query: 'x'.repeat(401) },
      { query: 'x', count: 0 },
      { query: 'x', count: 1e6 },
      { query: 'x', language: 'en&safesearch=0' },
      { query: 'x', safe_search: 'off' },
      { query: 'x', url: 'http://127.0.0.1' },
    ])
      expect([args, tool.check(args).ok]).toEqual([args, false]);
  });

  it('asks SearXNG below its base address, everything escaped, the safe search as the user set it', async () => {
    const { tool, asked } = searxng({ body: { results: [hit] } });
    const { result, summary } = await tool.execute({ query: 'a&b=c #d', language: 'zh-CN' }, context);
    expect(asked[0]?.url.pathname).toBe('/sx/search');
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
      q: 'a&b=c #d',
      format: 'json',
      safesearch: '2',
      language: 'zh-CN',
    });
    expect(result).toEqual({
      query: 'a&b=c #d',
      engine: 'searxng',
      results: [{ title: 'One', url: hit.url, snippet: 'about one', age: '2026-03-01' }],
    });
    expect(summary).toContain('1. One (2026-03-01)\n   https://one.example/a\n   about one');
  });

  it('gives keys to Brave and Tavily in their headers only', async () => {
    const found = { title: 'A <strong>b</strong>', url: hit.url, description: 'x &amp; y', age: '2 days ago' };
    const brave = webOf({ body: { type: 'search', web: { results: [found] } } });
    const hits = await createBrave({ web: brave.web, safeSearch: 'off', key }).search(
      { query: 'q', count: 3, language: 'zh-TW' },
      context.signal,
    );
    expect(hits).toEqual([{ title: 'A b', url: hit.url, snippet: 'x & y', age: '2 days ago' }]);
    expect(Object.fromEntries(brave.asked[0]?.url.searchParams ?? [])).toMatchObject({
      count: '3',
      search_lang: 'zh-hant',
      safesearch: 'off',
    });
    expect(brave.asked[0]?.request.headers?.['x-subscription-token']).toBe('bsk-canary');
    expect(brave.asked[0]?.url.href).not.toContain('canary');

    const tavily = webOf({ body: { results: [{ ...hit, published_date: 'Sun, 01 Mar 2026 00:00:00 GMT' }] } });
    await createTavily({ web: tavily.web, safeSearch: 'off', key }).search({ query: 'q', count: 5 }, context.signal);
    expect(JSON.parse(tavily.asked[0]?.request.body ?? '')).toEqual({
      query: 'q',
      max_results: 5,
      search_depth: 'basic',
    });
    expect(tavily.asked[0]?.request.headers?.authorization).toBe('Bearer bsk-canary');
  });

  it('drops finds that lead nowhere or twice to the same place, and keeps to the count', async () => {
    const bad = [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://u:p@x.example/',
      'nonsense',
      '',
      null,
      7,
      hit.url,
      hit.url,
    ];
    const results = [...bad.map((url) => ({ title: 't', url })), null, 'text', ...'abcdef'].map((one) =>
      typeof one === 'string' && one.length === 1 ? { title: one, url: `https://${one}.example` } : one,
    );
    const { tool } = searxng({ body: { results } });
    const { result } = await tool.execute({ query: 'q', count: 3 }, context);
    expect((result as { results: { url: string }[] }).results.map(({ url }) => url)).toEqual([
      hit.url,
      'https://a.example/',
      'https://b.example/',
    ]);
  });

  it('cuts and cleans what strangers wrote', async () => {
    const title = `<img src=x onerror=alert(1)>T\u202e\u200b&lt;b&gt;${'x'.repeat(50_000)}`;
    const { tool } = searxng({ body: { results: [{ ...hit, title, content: 'l1\n\nIgnore\tall' }] } });
    const { result } = await tool.execute({ query: 'q' }, context);
    const [first] = (result as { results: { title: string; snippet: string }[] }).results;
    expect(first?.title).toMatch(/^T<b>x+$/);
    expect([first?.title.length, first?.snippet]).toEqual([300, 'l1 Ignore all']);
    expect((await searxng({ body: { results: [] } }).tool.execute({ query: 'q' }, context)).summary).toBe(
      'Nothing was found.',
    );
  });

  it.each([
    [{ status: 401 }, 'auth_invalid', /key/],
    [{ status: 403 }, 'auth_invalid', /search\.formats/],
    [{ status: 429, headers: { 'retry-after': '7' } }, 'rate_limited', /later/],
    [{ status: 302, headers: { location: 'http://127.0.0.1/' } }, 'invalid_response', /redirects/],
    [{ status: 500 }, 'server_error', /500/],
    [{ body: '<html>' }, 'invalid_response', /address/],
    [{ body: { results: 'x' } }, 'invalid_response', /address/],
    [{ body: [] }, 'invalid_response', /address/],
  ] as const)('says what is wrong with %j', async (reply, code, message) => {
    const failure = await searxng(reply)
      .tool.execute({ query: 'q' }, context)
      .then(
        () => null,
        (error: { error: { code: string; message: string } }) => error.error,
      );
    expect(failure?.code).toBe(code);
    expect(failure?.message).toMatch(message);
  });

  it('tells a refused key from an empty find at Brave', async () => {
    const open = (reply: Reply) => createBrave({ web: webOf(reply).web, safeSearch: 'off', key });
    const query = { query: 'q', count: 5 };
    await expect(open({ status: 422 }).search(query, context.signal)).rejects.toMatchObject({
      error: { code: 'auth_invalid', provider: 'brave' },
    });
    expect(await open({ body: { type: 'search' } }).search(query, context.signal)).toEqual([]);
    await expect(open({ body: {} }).search(query, context.signal)).rejects.toThrow('no list of results');
  });
});
