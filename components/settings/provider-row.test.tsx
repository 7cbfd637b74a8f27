// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ProviderView } from '@/lib/client/resources';
import { type ApiCall, fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { ProviderRow } from './provider-row';

const secret = 'sk-live-0123456789abcdef9f3a';

const provider: ProviderView = {
  id: 'deepseek',
  display_name: 'DeepSeek',
  kind: 'hosted',
  configured: true,
  detected: false,
  enabled: true,
  needs_key: true,
  base_url: 'https://api.deepseek.com',
  key: { set: true, last4: '9f3a' },
  default_model: 'deepseek-chat',
  health: null,
  key_url: null,
  setup_url: null,
  settings: {},
  shared: null,
  models: {},
};

const path = '/api/providers/deepseek';

async function show(change: Partial<ProviderView> = {}, answers: Record<string, unknown> = {}) {
  const { fetch, calls } = fakeApi({ [`PUT ${path}`]: provider, [`GET ${path}/models`]: { items: [] }, ...answers });
  vi.stubGlobal('fetch', fetch);
  await mount(<ProviderRow provider={{ ...provider, ...change }} onChanged={async () => undefined} />);
  return calls;
}

const open = () => settle(() => find<HTMLButtonElement>('button[aria-expanded]').click());
const submit = (label: string) =>
  settle(() => {
    const button = [...document.querySelectorAll('button')].find((found) => found.textContent === label);
    find<HTMLFormElement>('form').requestSubmit(button);
  });
const writes = (calls: ApiCall[]) => calls.filter((call) => call.method !== 'GET');

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the row of a provider', () => {
  it('shows the last four characters of the key and no field that holds one', async () => {
    await show();
    expect(document.body.textContent).toContain('••••9f3a');
    await open();
    const field = find<HTMLInputElement>('input[name=api_key]');
    expect(field.type).toBe('password');
    expect(field.value).toBe('');
  });

  it('sends a new key once and keeps nothing of it on the page', async () => {
    const calls = await show({}, { [`POST ${path}/test`]: { ok: true, latency_ms: 9, model: 'deepseek-chat' } });
    await open();
    find<HTMLInputElement>('input[name=api_key]').value = secret;
    await submit('Save');
    expect(writes(calls).filter(({ method }) => method === 'PUT')).toEqual([
      { method: 'PUT', path, body: { api_key: secret } },
    ]);
    expect(find<HTMLInputElement>('input[name=api_key]').value).toBe('');
    expect(document.documentElement.outerHTML).not.toContain(secret.slice(0, 12));
  });

  it('asks the provider about a new key at once, and says what is wrong with it', async () => {
    const error = { code: 'auth_invalid', message: 'no such key', retryable: false };
    const calls = await show(
      {},
      { [`POST ${path}/test`]: { ok: false, latency_ms: 9, model: 'deepseek-chat', error } },
    );
    await open();
    find<HTMLInputElement>('input[name=api_key]').value = secret;
    await submit('Save');
    expect(writes(calls).map((call) => `${call.method} ${call.path}`)).toEqual([`PUT ${path}`, `POST ${path}/test`]);
    expect(find('[role=alert]').textContent).toContain('The provider refused the key.');
  });

  it('sends nothing when nothing was changed', async () => {
    const calls = await show();
    await open();
    await submit('Save');
    expect(writes(calls)).toEqual([]);
  });

  it('saves what was typed before it tests, and shows the cause and the next step', async () => {
    const error = { code: 'auth_invalid', message: '401 from upstream', retryable: false };
    const result = {
      ok: false,
      latency_ms: 210.4,
      model: 'deepseek-chat',
      error,
      hint: 'Try.',
      hint_code: 'wrong_key',
    };
    const calls = await show({}, { [`POST ${path}/test`]: result });
    await open();
    find<HTMLInputElement>('input[name=api_key]').value = secret;
    await submit('Test');
    expect(writes(calls).map((call) => `${call.method} ${call.path}`)).toEqual([`PUT ${path}`, `POST ${path}/test`]);
    const alert = find('[role=alert]').textContent;
    expect(alert).toContain('The provider refused the key.');
    expect(alert).toContain('Enter the key again.');
    expect(alert).toContain('210 ms');
  });

  it('does not turn on what has no key: it opens the form instead', async () => {
    const calls = await show({ configured: false, enabled: false, key: { set: false, last4: null } });
    await settle(() => find<HTMLButtonElement>('[role=switch]').click());
    expect(writes(calls)).toEqual([]);
    expect(find('[role=switch]').getAttribute('aria-checked')).toBe('false');
    expect(document.querySelector('input[name=api_key]')).not.toBeNull();
  });
});
