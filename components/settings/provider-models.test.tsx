// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ModelListView, ModelView, ProviderView } from '@/lib/client/resources';
import { type ApiCall, fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { ProviderModels } from './provider-models';

const provider: ProviderView = {
  id: 'openrouter',
  display_name: 'OpenRouter',
  kind: 'hosted',
  configured: true,
  detected: false,
  enabled: true,
  needs_key: true,
  base_url: null,
  key: { set: true, last4: null },
  default_model: null,
  health: null,
  key_url: null,
  setup_url: null,
  settings: {},
  shared: null,
  models: { 'llm-1': { supports_images: false } },
};

const model = (at: number, more: Partial<ModelView> = {}): ModelView => ({
  id: `llm-${at}`,
  providerId: 'openrouter',
  displayName: `Model ${at}`,
  contextWindow: 128_000,
  maxOutput: 100,
  supportsStreaming: true,
  supportsThinking: false,
  supportsImages: true,
  supportsToolCalling: true,
  supportsStructuredOutput: false,
  ...more,
});

const list = (more: Partial<ModelListView> = {}): ModelListView => ({
  items: [model(1, { overridden: true }), model(2)],
  live: true,
  error: null,
  changes: { since: '2026-11-30T10:00:00.000Z', added: [], removed: [], changed: [] },
  ...more,
});

const path = '/api/providers/openrouter';

async function show(answer: ModelListView): Promise<ApiCall[]> {
  const { fetch, calls } = fakeApi({
    [`GET ${path}/models`]: answer,
    [`POST ${path}/models`]: list(),
    [`PUT ${path}`]: provider,
  });
  vi.stubGlobal('fetch', fetch);
  await mount(<ProviderModels provider={provider} onChanged={async () => undefined} />);
  await settle(() => find<HTMLButtonElement>('button[aria-expanded]').click());
  return calls;
}

const rows = () => [...document.querySelectorAll('[data-testid=provider-model]')].map((row) => row.textContent ?? '');
const writes = (calls: ApiCall[]) => calls.filter(({ method }) => method !== 'GET').map(({ method }) => method);
const press = (label: string) =>
  settle(() => [...document.querySelectorAll('button')].find((button) => button.textContent === label)?.click());

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the models of a provider', () => {
  it('say what they can do, take in and cost, and since when', async () => {
    const pricing = { inputPerMillion: 0.75, outputPerMillion: 3.75, currency: 'USD' };
    await show(
      list({ items: [model(1, { pricing: { ...pricing, asOf: '2026-11-30' } }), model(2, { pricing }), model(3)] }),
    );
    expect(rows()[0]).toMatch(/Tools.*Images.*128K context.*\$0\.75 in, \$3\.75 out.*as of Nov 30, 2026/);
    expect(rows()[1]).toContain('from the provider’s list');
    expect(rows()[2]).not.toContain('per million');
  });

  it('count changes from the first look on', async () => {
    expect(writes(await show(list({ changes: null })))).toEqual(['POST']);
    document.body.replaceChildren();
    expect(writes(await show(list()))).toEqual([]);
  });

  it('show what changed until it was noticed', async () => {
    const changed = [{ id: 'llm-2', context_window: { before: 64_000, now: 128_000 }, price: false }];
    const since = '2026-11-30T10:00:00.000Z';
    const calls = await show(list({ changes: { since, added: ['llm-9'], removed: ['llm-0'], changed } }));
    const notice = find('[role=status]');
    expect(notice.textContent).toMatch(/New: llm-9.*Gone: llm-0.*llm-2: context 64K → 128K/);
    await press('Got it');
    expect(writes(calls)).toEqual(['POST']);
    expect(document.body.textContent).not.toContain('Gone:');
  });

  it('show what is known when the provider cannot be asked', async () => {
    const error = { code: 'network_error', message: 'x', retryable: true } as const;
    const calls = await show(list({ live: false, changes: null, error }));
    expect(find('[role=status]').textContent).toContain('could not be read from the provider');
    expect(rows()).toHaveLength(2);
    expect(writes(calls)).toEqual([]);
  });

  it('are shown twenty at first', async () => {
    await show(list({ items: Array.from({ length: 45 }, (_, at) => model(at)) }));
    expect(rows()).toHaveLength(20);
    await press('Show all 45');
    expect(rows()).toHaveLength(45);
  });

  it('are corrected one by one, and follow the list again', async () => {
    const calls = await show(list());
    expect(rows()[0]).toContain('Changed by you');
    await settle(() => find<HTMLButtonElement>('[aria-label="Correct Model 1"]').click());
    const [window] = document.querySelectorAll<HTMLInputElement>('[role=dialog] input');
    expect(find<HTMLSelectElement>('select[name=supports_images]').value).toBe('no');
    if (window) window.value = '64000';
    await settle(() => find<HTMLFormElement>('[role=dialog] form').requestSubmit());
    const override = { context_window: 64_000, supports_images: false };
    expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({ models: { 'llm-1': override } });
    await settle(() => find<HTMLButtonElement>('[aria-label="Correct Model 1"]').click());
    await press('Follow the list again');
    expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({ models: { 'llm-1': null } });
  });
});
