// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
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
};

async function show(
  findings: readonly { kind: string; excerpt: string }[] = [],
  files: readonly { name: string; size: number }[] = [],
) {
  const { fetch, calls } = fakeApi({
    [`GET ${path}`]: { items: [], next_cursor: null },
    [`POST ${path}/preview`]: { messages: 4, title: 'Shared conversation', files, findings },
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
      include: { thinking: false, tools: false, files: false },
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

  it('says what readers will see, and names what may be private', async () => {
    await show([{ kind: 'api_key', excerpt: 'sk-liv…(40)' }]);
    const text = document.body.textContent;
    expect(text).toContain('4 messages');
    expect(text).toContain('an API key');
    expect(text).toContain('sk-liv…(40)');
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
