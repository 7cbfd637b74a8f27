// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { MetonaToolResult } from '@/lib/ir';
import { find, mount, settle } from '../../ui/mount-for-test';
import { ToolResultCard } from './tool-result-card';

const evil = '<img src=x onerror=alert(1)>\u202eT';

async function show(toolName: string, result: unknown, more: Partial<MetonaToolResult> = {}) {
  const whole = { toolCallId: 'c', toolName, result, success: true, durationMs: 1, timestamp: 0, ...more };
  await mount(<ToolResultCard result={whole as MetonaToolResult} />);
  const isLoading = () => document.querySelector('[data-testid=card-loading]') !== null;
  for (let turn = 0; turn < 500 && isLoading(); turn += 1) await settle(() => undefined);
  expect(isLoading()).toBe(false);
}

afterEach(() => document.body.replaceChildren());

describe('the card of a web search', () => {
  const hit = { title: 'Rivers', url: 'https://rivers.example/a', snippet: 'about rivers', age: '2 days ago' };

  it('lists what was found with links that give nothing away, and loads nothing', async () => {
    await show('web_search', {
      query: 'q',
      engine: 'brave',
      results: [hit, { ...hit, title: evil, url: 'https://b.example/' }],
    });
    const links = [...document.querySelectorAll('a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([hit.url, 'https://b.example/']);
    for (const link of links) expect(link.rel).toBe('noopener noreferrer nofollow');
    expect(document.querySelectorAll('img,script,iframe,link,picture,video')).toHaveLength(0);
    expect(document.body.textContent).toContain('2 results');
    expect(document.body.textContent).toContain('(rivers.example)');
    expect(document.body.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(document.body.textContent).not.toContain('\u202e');
  });

  it('makes no link of an address that leads nowhere good', async () => {
    const bad = ['javascript:alert(1)', 'data:text/html,x', 'https://u:p@x.example/', ''];
    await show('web_search', { results: bad.map((url) => ({ ...hit, url })) });
    expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).not.toContain(bad[0]);
    for (const link of document.querySelectorAll('a')) expect(link.href).toMatch(/^https:/);
  });

  it.each([null, 'text', 7, [], {}, { results: 'x' }, { truncated: true, text: 'cut' }])(
    'is the plain result where it is none: %j',
    async (value) => {
      await show('web_search', value);
      expect(document.querySelector('[data-testid=web-search-card]')).toBeNull();
    },
  );

  it('shows the data on request', async () => {
    await show('web_search', { results: [hit] });
    await settle(() => find<HTMLButtonElement>('button[aria-pressed=false]').click());
    expect(document.querySelector('[data-testid=web-search-card]')).toBeNull();
    expect(document.body.textContent).toContain('"snippet": "about rivers"');
  });
});

describe('the card of a page', () => {
  const page = {
    kind: 'page',
    url: 'https://news.example/story',
    title: 'The river rose',
    site: 'News',
    published: '2026-04-02T08:00:00Z',
    excerpt: '',
    text: `The river rose again. ![x](https://track.example/p.png) ${'word '.repeat(100)}`,
    offset: 0,
    total_chars: 90_000,
    next_offset: 520,
    links: [{ text: 'Next', url: 'https://news.example/next' }],
  };

  it('says what was read and where it lies', async () => {
    await show('fetch_url', page);
    const text = find('[data-testid=web-page-card]').textContent;
    for (const part of ['The river rose', '(news.example)', 'News', 'Published 2026-04-02', 'of 90,000', 'goes on'])
      expect(text).toContain(part);
    expect(document.querySelector('img')).toBeNull();
    expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      page.url,
      'https://news.example/next',
    ]);
  });

  it('says that a page lies elsewhere, and failures stay plain', async () => {
    await show('fetch_url', { kind: 'redirect', url: page.url, redirects_to: 'https://b.example/x' });
    expect(find('[data-testid=web-page-card]').textContent).toContain('another host');
    document.body.replaceChildren();
    await show('fetch_url', null, { success: false, error: 'This address is not allowed' });
    expect(document.body.textContent).toContain('This address is not allowed');
    expect(document.querySelector('[data-testid=web-page-card]')).toBeNull();
  });
});
