// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SidebarProvider } from '../layout/sidebar-context';
import { fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { FilePage } from './file-page';

const view = {
  id: 'file_1',
  session_id: null,
  message_id: null,
  path: 'docs/list.md',
  media_type: 'text/markdown',
  size: 10,
  sha256: 'a',
  source: 'upload',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

async function show(text: string, hash = '') {
  window.location.hash = hash;
  const content = new Response(text, { headers: { 'content-type': 'text/html' } });
  const answers = { 'GET /api/files/file_1': view, 'GET /api/files/file_1/content': content };
  vi.stubGlobal('fetch', fakeApi(answers).fetch);
  await mount(
    <SidebarProvider initiallyHidden={false}>
      <FilePage fileId="file_1" />
    </SidebarProvider>,
  );
  await settle(() => undefined);
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => document.body.replaceChildren());

const rows = () => [...document.querySelectorAll('ol > li')].map((row) => row.textContent);
const marked = () => [...document.querySelectorAll('li[aria-current=location]')].map((row) => row.id);

describe('the page of a file', () => {
  it('shows its lines and marks the one that the address names', async () => {
    await show('one\r\ntwo\nthree\n', '#L2');
    expect(rows()).toEqual(['1one', '2two', '3three']);
    expect(marked()).toEqual(['L2']);
    await settle(() => {
      window.location.hash = '#L3';
      window.dispatchEvent(new Event('hashchange'));
    });
    expect(marked()).toEqual(['L3']);
  });

  it('opens a long file at the page of that line, and turns pages', async () => {
    await show(Array.from({ length: 1_200 }, (_, at) => `line ${at + 1}`).join('\n'), '#L777');
    expect(document.querySelectorAll('ol > li')).toHaveLength(500);
    expect(marked()).toEqual(['L777']);
    await settle(() =>
      [...document.querySelectorAll('button')].find((one) => one.textContent === 'Later lines')?.click(),
    );
    expect(rows().at(-1)).toBe('1200line 1200');
    expect(find('section').textContent).toContain('Lines 1,001–1,200 of 1,200');
  });

  it('takes everything in it for text, whatever its type says, and keeps long lines out of the page', async () => {
    await show(`<script>alert(1)</script><img src=x onerror=alert(1)>\n${'x'.repeat(50_000)}`);
    expect(document.querySelectorAll('script,img,iframe,object')).toHaveLength(0);
    expect(rows()[0]).toContain('<script>alert(1)</script>');
    expect(rows()[1]?.length).toBeLessThan(5_100);
  });

  it.each(['#L0', '#L999999999', '#L2"x', '#nothing', ''])('marks nothing for %s', async (hash) => {
    await show('one\ntwo', hash);
    expect(rows()).toHaveLength(2);
    expect(marked()).toEqual([]);
  });

  it('says that a file is empty', async () => {
    await show('');
    expect(document.body.textContent).toContain('This file is empty.');
  });
});
