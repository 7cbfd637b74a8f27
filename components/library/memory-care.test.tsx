// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CleanUpStepView } from '@/lib/client/memory-care';
import type { MemoryView } from '@/lib/client/resources';
import { fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { MemoryCleanUp } from './memory-clean-up';
import { readMemoryForm } from './memory-fields';
import { MemoryMeaning } from './memory-meaning';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const memory = (id: string, content: string, more: Partial<MemoryView> = {}): MemoryView => ({
  id,
  type: 'semantic',
  content,
  source: 'user_input',
  importance: 0.5,
  createdAt: 0,
  ...more,
});

const button = (text: string) => {
  const found = [...document.querySelectorAll('button')].find((each) => each.textContent?.includes(text));
  if (!found) throw new Error(`no button ${text}`);
  return found;
};

describe('cleaning up on the page', () => {
  const steps: CleanUpStepView[] = [
    { memory: memory('m1', 'parcel on Monday'), action: 'archive', reason: 'expired', suggestion: false, keeps: null },
    {
      memory: memory('m2', 'likes green tea a lot'),
      action: 'archive',
      reason: 'duplicate',
      suggestion: true,
      keeps: memory('m3', 'likes green tea'),
    },
  ];

  it('shows what would go, goes by what is ticked, and leaves what is only similar unticked', async () => {
    const { fetch, calls } = fakeApi({
      'GET /api/memories/cleanup': { items: steps },
      'POST /api/memories/cleanup': { archived: 2, deleted: 0 },
    });
    vi.stubGlobal('fetch', fetch);
    await mount(<MemoryCleanUp onChanged={async () => undefined} />);
    await settle(() => button('Clean up').click());
    const boxes = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=checkbox]')];
    expect(boxes.map((box) => box.checked)).toEqual([true, false]);
    expect(find('[role=dialog]').textContent).toContain('Stays: likes green tea');
    await settle(() => boxes[1]?.click());
    await settle(() => button('Clean up 2').click());
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ ids: ['m1', 'm2'] });
  });
});

describe('the form of a memory', () => {
  const form = (values: Record<string, string>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries({ type: 'semantic', content: 'x', importance: '50', ...values })) {
      data.set(name, value);
    }
    return data;
  };

  it('sends a short form and an end only when they were changed, and clears what was emptied', () => {
    const plain = { type: 'semantic', content: 'x', importance: 0.5 };
    expect(readMemoryForm(form({ summary: '', expires: '' }), undefined)).toEqual(plain);
    const dated = readMemoryForm(form({ summary: 's', expires: '2030-05-01' }), undefined);
    expect(new Date(Number(dated.expiresAt)).getDate()).toBe(1);
    expect(dated.summary).toBe('s');
    const stored = memory('m1', 'x', { summary: 's', expiresAt: Number(dated.expiresAt) });
    expect(readMemoryForm(form({ summary: 's', expires: '2030-05-01' }), stored)).toEqual(plain);
    expect(readMemoryForm(form({ summary: '', expires: '' }), stored)).toEqual({
      ...plain,
      summary: null,
      expiresAt: null,
    });
  });
});

describe('memories by meaning', () => {
  it('say how many the model has seen, why words are searched when it fails, and where it is chosen', async () => {
    const error = { code: 'auth_invalid', message: 'wrong key', retryable: false };
    const state = { provider: 'openai', model: 'embed-1', total: 3, indexed: 1, error };
    vi.stubGlobal('fetch', fakeApi({ 'GET /api/knowledge/index': state }).fetch);
    await mount(<MemoryMeaning />);
    await settle(() => undefined);
    expect(document.body.textContent).toContain('1 of 3 memories are indexed.');
    expect(document.body.textContent).toContain('wrong key');
    expect(find('a').getAttribute('href')).toBe('/settings/knowledge');
  });
});
