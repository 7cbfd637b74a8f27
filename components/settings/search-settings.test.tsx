// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { SearchSettings } from './search-settings';

async function show(settings: Record<string, unknown>, test: unknown = {}) {
  const api = fakeApi({
    'GET /api/settings': settings,
    'PUT /api/settings': settings,
    'POST /api/web-search/test': test,
  });
  vi.stubGlobal('fetch', api.fetch);
  await mount(<SearchSettings />);
  await settle(() => undefined);
  return api.calls;
}
const submit = (selector: string) => settle(() => find<HTMLButtonElement>(selector).click());

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the settings of the web search', () => {
  it('ask for what the engine needs and never show a key', async () => {
    const calls = await show({ 'search.provider': 'tavily', 'search.apiKey': { set: true, last4: 'wxyz' } });
    expect(document.body.textContent).toContain('••••wxyz');
    const key = find<HTMLInputElement>('input[name=api_key]');
    expect([key.value, key.type, document.querySelector('[name=base_url]')]).toEqual(['', 'password', null]);
    await submit('button[type=submit]');
    expect(calls.find((call) => call.method === 'PUT')?.body).toEqual({ 'search.provider': 'tavily' });
    key.value = 'tvly-new-key';
    await submit('button[type=submit]');
    expect(calls.filter((call) => call.method === 'PUT').at(-1)?.body).toEqual({
      'search.provider': 'tavily',
      'search.apiKey': 'tvly-new-key',
    });
    expect(key.value).toBe('');
  });

  it('save before they test, and say what is wrong', async () => {
    const error = { code: 'auth_invalid', message: 'gives no JSON', retryable: false };
    const result = { ok: false, engine: 'searxng', latency_ms: 3, results: 0, error };
    const calls = await show({ 'search.provider': 'searxng', 'search.baseUrl': 'https://sx.example' }, result);
    await submit('button[value=test]');
    expect(calls.filter((call) => call.method !== 'GET').map((call) => call.path)).toEqual([
      '/api/settings',
      '/api/web-search/test',
    ]);
    expect(calls.find((call) => call.method === 'PUT')?.body).toEqual({
      'search.provider': 'searxng',
      'search.baseUrl': 'https://sx.example',
      'search.safeSearch': 'moderate',
    });
    expect(find('[role=alert]').textContent).toContain('Add json to search.formats');
  });
});
