// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { KnowledgeIndexView } from '@/lib/client/knowledge';
import { fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { KnowledgeIndex } from './knowledge-index';
import { KnowledgeModel } from './knowledge-model';
import { KnowledgeReranker } from './knowledge-reranker';
import { KnowledgeTrial } from './knowledge-trial';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const button = (text: string) => {
  const found = [...document.querySelectorAll('button')].find((each) => each.textContent?.includes(text));
  if (!found) throw new Error(`no button ${text}`);
  return found;
};
const text = () => document.body.textContent ?? '';
const provider = (id: string, models: string[] | null) => ({
  id,
  display_name: id,
  enabled: true,
  health: null,
  embedding_models: models,
});
const providers = { items: [provider('openai', ['embed-1']), provider('anthropic', null)] };
const status: KnowledgeIndexView = {
  provider: 'openai',
  model: 'embed-1',
  total: 3,
  indexed: 1,
  error: null,
  kinds: {
    note: { total: 10, indexed: 4, failed: 0 },
    file: { total: 2, indexed: 2, failed: 1 },
    message: { total: 0, indexed: 0, failed: 0 },
  },
  state: 'indexing',
  vectors: { model: 'embed-1', total: 40, indexed: 10 },
  last_error: { code: 'rate_limited', message: 'too fast', retryable: true },
};

describe('the progress of the index', () => {
  it('is shown for each kind, with what went wrong', async () => {
    await mount(<KnowledgeIndex status={status} onRebuild={async () => undefined} />);
    const bars = [...document.querySelectorAll('[role=progressbar]')];
    expect(bars.map((bar) => [bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')])).toEqual([
      ['4', '10'],
      ['2', '2'],
      ['0', '0'],
      ['10', '40'],
    ]);
    for (const part of ['Indexing…', '4 of 10', '1 could not be read', 'Nothing there yet', 'too fast']) {
      expect(text()).toContain(part);
    }
  });

  it('begins anew when asked to, and says when that failed', async () => {
    let asked = 0;
    const onRebuild = async () => {
      asked += 1;
      throw new Error('nobody there');
    };
    await mount(<KnowledgeIndex status={status} onRebuild={onRebuild} />);
    await settle(() => button('Build it anew').click());
    expect(asked).toBe(1);
    expect(document.querySelector('[role=alert]')).not.toBeNull();
  });
});

describe('the choice of an embedding model', () => {
  const show = async (answers: Record<string, unknown>) => {
    const api = fakeApi({ 'GET /api/providers': providers, ...answers });
    vi.stubGlobal('fetch', api.fetch);
    await mount(<KnowledgeModel status={status} onSaved={async () => undefined} />);
    await settle(() => undefined);
    return api.calls;
  };

  it('offers providers that have some, and saves what was chosen', async () => {
    const calls = await show({ 'PUT /api/settings': {}, 'POST /api/knowledge/index': status });
    expect([...find('select').querySelectorAll('option')].map((option) => option.textContent)).toEqual([
      'Off: by words only',
      'openai',
    ]);
    await settle(() => button('Save').click());
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      'knowledge.embeddingProvider': 'openai',
      'knowledge.embeddingModel': 'embed-1',
    });
    expect(calls.at(-1)?.path).toBe('/api/knowledge/index');
  });

  it('is tried before it is saved', async () => {
    const calls = await show({ 'POST /api/knowledge/test': { ok: true, latency_ms: 12.4, dimensions: 256 } });
    await settle(() => button('Test').click());
    expect(calls.at(-1)?.body).toEqual({ provider: 'openai', model: 'embed-1' });
    expect(text()).toContain('12 ms with 256 numbers');
  });

  it('says what the model said when it failed', async () => {
    const error = { code: 'auth_invalid', message: 'wrong key', retryable: false };
    await show({ 'POST /api/knowledge/test': { ok: false, latency_ms: 1, dimensions: 0, error } });
    await settle(() => button('Test').click());
    expect(find('[role=alert]').textContent).toContain('wrong key');
  });

  it('leads to the providers when none has any', async () => {
    vi.stubGlobal('fetch', fakeApi({ 'GET /api/providers': { items: [provider('anthropic', null)] } }).fetch);
    await mount(<KnowledgeModel status={{ ...status, provider: null, model: null }} onSaved={async () => undefined} />);
    await settle(() => undefined);
    expect(find('a').getAttribute('href')).toBe('/settings/providers');
  });
});

describe('the second look', () => {
  it('is off until a provider and a model are chosen', async () => {
    const api = fakeApi({ 'GET /api/settings': {}, 'GET /api/providers': providers, 'PUT /api/settings': {} });
    vi.stubGlobal('fetch', api.fetch);
    await mount(<KnowledgeReranker />);
    await settle(() => undefined);
    const select = find<HTMLSelectElement>('select');
    expect(select.value).toBe('');
    await settle(() => {
      select.value = 'anthropic';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(api.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      'knowledge.rerankerProvider': 'anthropic',
      'knowledge.rerankerModel': null,
    });
  });
});

describe('a search by hand', () => {
  it('shows what was found, where it stands and what did not work', async () => {
    const hit = {
      kind: 'note',
      source_id: 'note_1',
      anchor: 'b',
      title: '<b>Owls</b>',
      heading: 'Hunting',
      snippet: 'at night',
      href: '/notes/note_1#block-b',
      ranks: { text: 1, vector: null },
      updated_at: '2026-01-01T00:00:00Z',
    };
    const answer = { hits: [hit], used: { text: true, vectors: false, reranked: false }, notes: ['No vectors.'] };
    vi.stubGlobal('fetch', fakeApi({ 'GET /api/knowledge/search?q=owls&limit=10': answer }).fetch);
    await mount(<KnowledgeTrial />);
    const input = find<HTMLInputElement>('input');
    await settle(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'owls');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const isThere = () => document.querySelector('[data-testid=knowledge-hit]') !== null;
    for (let turn = 0; turn < 500 && !isThere(); turn += 1) await settle(() => undefined);
    expect(find('[data-testid=knowledge-hit] a').getAttribute('href')).toBe('/notes/note_1#block-b');
    for (const part of ['1 hit', '<b>Owls</b>', 'Hunting', 'words 1', 'No vectors.']) expect(text()).toContain(part);
  });
});
