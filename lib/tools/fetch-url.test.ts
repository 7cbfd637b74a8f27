import { describe, expect, it } from 'vitest';
import type { WebAccess } from '@/lib/agent/ports';
import { toolContext as context } from '@/tests/support/tool-context';
import { createFetchUrl } from './fetch-url';

interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly location?: string;
  readonly body?: string | Uint8Array;
}

/** A web made of a function from address to answer; remembers what was asked, and which bodies were read. */
function webOf(reply: (url: string) => Reply) {
  const asked: string[] = [];
  const read: string[] = [];
  const web: WebAccess = async (url) => {
    asked.push(url);
    const { status = 200, type, location, body = '' } = reply(url);
    const headers: Record<string, string | undefined> = { 'content-type': type, location };
    return {
      status,
      header: (name) => headers[name] ?? null,
      read: async () => {
        read.push(url);
        return typeof body === 'string' ? new TextEncoder().encode(body) : body;
      },
      cancel: () => undefined,
    };
  };
  return { web, asked, read };
}

const run = async (reply: (url: string) => Reply, args: Record<string, unknown> = {}) => {
  const { web, asked, read } = webOf(reply);
  const { result, summary } = await createFetchUrl(web).execute({ url: 'https://a.example/x', ...args }, context);
  return { result: result as Record<string, unknown>, summary, asked, read };
};
const text = (body: string | Uint8Array, type = 'text/plain') => run(() => ({ type, body }));

describe('fetch_url', () => {
  it('asks by default, per host, and takes nothing it does not know', () => {
    const tool = createFetchUrl(webOf(() => ({})).web);
    expect(tool.def).toMatchObject({
      name: 'fetch_url',
      category: 'network',
      permission: 'network.request',
      requiresPermission: true,
    });
    for (const args of [
      {},
      { url: '' },
      { url: 5 },
      { url: ['https://a.example'] },
      { url: 'https://a.example', headers: { cookie: 'x' } },
      { url: 'https://a.example', method: 'POST' },
      { url: 'https://a.example', offset: -1 },
      { url: 'https://a.example', max_chars: 1e9 },
      { url: `https://a.example/${'x'.repeat(3_000)}` },
      JSON.parse('{"url":"https://a.example","__proto__":{"offset":3}}'),
    ])
      expect([args, tool.check(args).ok]).toEqual([args, false]);
  });

  it('follows redirects within the host and says where others lead', async () => {
    const within = await run((url) =>
      url.endsWith('/x') ? { status: 301, location: '/y#part' } : { type: 'text/plain', body: 'arrived' },
    );
    expect(within.result).toMatchObject({ kind: 'page', url: 'https://a.example/y', text: 'arrived' });
    for (const location of [
      'https://b.example/',
      '//b.example/',
      'http://127.0.0.1/',
      'https://a.example:8443/',
      'http://a.example/x',
      'https://user@b.example/',
    ]) {
      const away = await run(() => ({ status: 302, location, body: 'secret' }));
      expect(away.asked).toEqual(['https://a.example/x']);
      expect(away.result).toMatchObject({
        kind: 'redirect',
        redirects_to: new URL(location, 'https://a.example').href,
      });
      expect(away.summary).toContain('not followed');
    }
  });

  it('ends chains, loops and redirects that lead nowhere', async () => {
    let hop = 0;
    const next = () => {
      hop += 1;
      return { status: 302, location: `/${hop}` };
    };
    await expect(run(next)).rejects.toThrow('more than 5 times');
    expect(hop).toBe(6);
    for (const location of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'http://['])
      await expect(run(() => ({ status: 302, location }))).rejects.toThrow(/redirect/);
    await expect(run(() => ({ status: 304 }))).rejects.toThrow('leads nowhere');
  });

  it('refuses what is no text before and after it is read', async () => {
    for (const type of [
      'application/pdf',
      'image/png',
      'image/svg+xml',
      'application/zip',
      'application/octet-stream',
    ]) {
      const { web, read } = webOf(() => ({ type, body: 'x' }));
      await expect(createFetchUrl(web).execute({ url: 'https://a.example/' }, context)).rejects.toThrow(
        'Only web pages',
      );
      expect(read).toEqual([]);
    }
    await expect(text('%PDF-1.7 …')).rejects.toThrow('PDF');
    await expect(text(new Uint8Array([80, 75, 0, 3]))).rejects.toThrow('binary');
    await expect(run(() => ({ status: 404 }))).rejects.toThrow('status 404');
  });

  it('keeps data as it is and recognises a page whose server names no type', async () => {
    expect((await text('{"a": [1,  2]}', 'application/json; charset=utf-8')).result.text).toBe('{"a": [1,  2]}');
    expect((await text('a,b\r\n1,2', 'text/csv')).result.text).toBe('a,b\n1,2');
    const page = await run(() => ({ body: '<!DOCTYPE html><title>T</title><p>words</p>' }));
    expect(page.result).toMatchObject({ type: 'text/html', title: 'T', text: 'words' });
  });

  it('reads every charset, also where server and page are wrong about it', async () => {
    const chinese = new Uint8Array([0xc4, 0xe3, 0xba, 0xc3]);
    expect((await text(chinese, 'text/plain; charset=gbk')).result.text).toBe('你好');
    const page = new Uint8Array([...new TextEncoder().encode('<html><meta charset="gb2312"><p>'), ...chinese]);
    expect((await text(page, 'text/html')).result.text).toBe('你好');
    expect((await text('héllo', 'text/plain; charset=nonsense')).result.text).toBe('héllo');
    expect((await text(new Uint8Array([0x63, 0x61, 0x66, 0xe9]))).result.text).toBe('café');
    expect((await text(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x62, 0]))).result.text).toBe('ab');
    expect((await text(chinese, 'text/plain; charset=utf-8')).result.text).toMatch(/^\ufffd+$/);
  });

  it('returns long text range by range, whole characters only', async () => {
    const whole = `${'a'.repeat(499)}😀${'b'.repeat(700)}`;
    const pages: string[] = [];
    let offset: number | null = 0;
    while (offset !== null) {
      const { result } = await run(() => ({ type: 'text/plain', body: whole }), { offset, max_chars: 500 });
      pages.push(result.text as string);
      offset = result.next_offset as number | null;
    }
    expect(pages.map((page) => page.length)).toEqual([499, 500, 202]);
    expect(pages.join('')).toBe(whole);
    await expect(run(() => ({ type: 'text/plain', body: 'x' }), { offset: 5 })).rejects.toThrow('nothing from 5 on');
  });

  it('leaves out characters that only a model would see', async () => {
    const hidden = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    expect((await text(`vis\u200bible\u202e${hidden}\u0007 \ufeffend`)).result.text).toBe('visible end');
  });
});
