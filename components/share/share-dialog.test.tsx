// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ShareFinding } from '@/lib/client/share-resources';
import { fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { ShareDialog } from './share-dialog';

vi.mock('next/link', () => ({ default: (props: object) => <a {...props} /> }));

const path = '/api/sessions/s_1/shares';
const url = 'https://metona.example/share/tokentokentokentoken';
const share = {
  id: 'sh_1',
  session_id: 's_1',
  session_title: 'Trip to Kyoto',
  title: 'Shared conversation',
  label: null,
  last4: 'oken',
  include: { thinking: false, tools: false, files: false },
  has_passphrase: false,
  views: 0,
  published_at: '2026-01-01T00:00:00.000Z',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: null,
  has_newer: false,
};
const messages = [
  { role: 'user', content: 'a question', created_at: share.created_at },
  { role: 'assistant', content: 'an *answer*', created_at: share.created_at, thinking: 'a thought' },
];
const found: ShareFinding = {
  kind: 'api_key',
  excerpt: 'sk-liv…(40)',
  part: 'text',
  message: 2,
  name: null,
  hidden: true,
};

async function show(findings: readonly ShareFinding[] = [], files: readonly { name: string; size: number }[] = []) {
  const { fetch, calls } = fakeApi({
    [`GET ${path}`]: { items: [], next_cursor: null },
    [`POST ${path}/preview`]: {
      messages: 4,
      title: 'Shared conversation',
      files,
      unread_files: [],
      findings,
      share: { title: 'Shared conversation', language: 'en', published_at: share.published_at, messages },
    },
    [`POST ${path}`]: { ...share, url },
  });
  vi.stubGlobal('fetch', fetch);
  await mount(<ShareDialog sessionId="s_1" title="Trip to Kyoto" open onOpenChange={() => undefined} />);
  await settle(() => undefined);
  return calls;
}

const switches = () => [...document.querySelectorAll('[role=switch]')];
const create = () => settle(() => find<HTMLFormElement>('form').requestSubmit());

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the share dialog', () => {
  it('publishes text only, unless the sharer says otherwise', async () => {
    const calls = await show();
    expect(switches().map((element) => element.getAttribute('aria-checked'))).toEqual(['false', 'false', 'false']);
    await create();
    expect(calls.find((call) => call.method === 'POST' && call.path === path)?.body).toEqual({
      include: { thinking: false, tools: false, files: false, secrets: false },
      expires_in: 30 * 86_400,
    });
  });

  it('publishes what was switched on', async () => {
    const calls = await show();
    await settle(() => (switches()[1] as HTMLButtonElement).click());
    await create();
    expect(calls.find((call) => call.method === 'POST' && call.path === path)?.body).toMatchObject({
      include: { thinking: false, tools: true, files: false },
    });
  });

  it('shows what readers will see, and names where what may be private stands', async () => {
    await show([
      found,
      { ...found, kind: 'email', excerpt: 'ada…(15)', part: 'tool', name: 'fetch_url', hidden: false },
    ]);
    const lists = [...document.querySelectorAll('[data-testid=share-findings]')].map((list) => list.textContent);
    expect(lists).toEqual(['E-mail addressada…(15)message 2 · tool step fetch_url', 'API keysk-liv…(40)message 2']);
    expect(document.body.textContent).toContain('4 messages');
    expect(document.querySelector('[data-testid=share-preview]')).toBeNull();
    await settle(() => find<HTMLButtonElement>('[data-testid=share-findings] button').click());
    expect(find('[data-testid=share-preview] em').textContent).toBe('answer');
    await settle(() => new Promise((done) => setTimeout(done)));
    expect(document.activeElement?.getAttribute('data-shared-message')).toBe('2');
  });

  it('hides what looks like a secret, unless the sharer says otherwise', async () => {
    const calls = await show([found]);
    expect(switches()[0]?.getAttribute('aria-checked')).toBe('true');
    await settle(() => (switches()[0] as HTMLButtonElement).click());
    await create();
    expect(calls.find((call) => call.method === 'POST' && call.path === path)?.body).toMatchObject({
      include: { secrets: true },
    });
  });

  it('names the files that readers could download', async () => {
    await show([], [{ name: 'data.csv', size: 2_000 }]);
    expect(find('[data-testid=share-files]').textContent).toContain('data.csv (');
  });

  it('shows the link once it is made', async () => {
    await show();
    expect(document.body.textContent).not.toContain(url);
    await create();
    expect(find('output').textContent).toBe(url);
  });
});
