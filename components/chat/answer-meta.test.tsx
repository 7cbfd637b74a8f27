// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SpendView } from '@/lib/client/branches';
import { createRunStore } from '@/lib/client/run-store';
import type { RunPart, RunView } from '@/lib/client/run-view';
import { fakeApi, mount, settle } from '../ui/mount-for-test';
import { AnswerMeta } from './answer-meta';

const chosen = { provider: 'deepseek', model: 'deepseek-chat' };
const other = { provider: 'mock', model: 'mock-1' };
const providers = {
  items: [
    { id: 'deepseek', display_name: 'DeepSeek' },
    { id: 'mock', display_name: 'Mock' },
  ],
};

async function metaOf(view: Partial<RunView>, spent: SpendView | null = null): Promise<string> {
  const store = createRunStore('');
  Object.assign(store.view, view);
  await mount(<AnswerMeta store={store} spent={spent} />);
  await settle(() => undefined);
  return document.querySelector('p')?.textContent ?? '';
}

beforeEach(() => vi.stubGlobal('fetch', fakeApi({ 'GET /api/providers': providers }).fetch));
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('who answered', () => {
  it('is just the model when it is the one that was chosen', async () => {
    expect(await metaOf({ chosen, answeredBy: chosen })).toBe('deepseek-chat');
  });

  it('is told with the reason when it is another one', async () => {
    const answeredBy = { ...other, because: 'model_overloaded' };
    expect(await metaOf({ chosen, answeredBy })).toBe('answered by Mock / mock-1 because DeepSeek was overloaded');
  });

  it('names the models where both are of one provider', async () => {
    const answeredBy = { ...chosen, model: 'deepseek-reasoner', because: 'model_overloaded' };
    expect(await metaOf({ chosen, answeredBy })).toBe(
      'answered by DeepSeek / deepseek-reasoner because DeepSeek / deepseek-chat was overloaded',
    );
  });

  it('blames the one that was left last, as far as the page has seen it', async () => {
    const from = { provider: 'ollama', model: 'x' };
    const error = { code: 'network_error', message: '', retryable: true } as const;
    const notice = { type: 'switched', from, to: other, because: error.code, at: 0 } as const;
    const part: RunPart = { kind: 'notice', id: 'n', attempt: null, version: 0, notice };
    expect(await metaOf({ chosen, answeredBy: { ...other, because: error.code }, parts: [part] })).toContain(
      'because ollama could not be reached',
    );
  });

  it('still names the one it stands in for when the run is not known any more', async () => {
    const answeredBy = { ...other, because: 'model_overloaded', from: chosen };
    expect(await metaOf({ answeredBy })).toContain('because DeepSeek was overloaded');
  });

  it('still has a sentence when nothing is known of the run', async () => {
    expect(await metaOf({ answeredBy: { ...other, because: 'rate_limited' } })).toBe(
      'answered by Mock / mock-1 because the chosen provider received too many requests',
    );
  });
});

describe('what an answer cost', () => {
  const tokens = { attempts: 2, input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  const usd = { currency: 'USD', amount: 1.5 };

  it.each([
    [
      'each currency by itself',
      { costs: [{ currency: 'CNY', amount: 2 }, usd], unpriced_attempts: 0 },
      'CN¥2.00 + $1.50',
    ],
    ['partly unknown', { costs: [usd], unpriced_attempts: 1 }, '$1.50, and more of unknown price'],
    ['nothing where nothing was to be paid', { costs: [{ currency: 'USD', amount: 0 }], unpriced_attempts: 0 }, ''],
    ['unknown where no price is known', { costs: [], unpriced_attempts: 2 }, 'cost unknown'],
  ])('is told as %s', async (_name, spent, text) => {
    const meta = await metaOf({ chosen, answeredBy: chosen }, { ...tokens, ...spent });
    expect(meta).toBe(`deepseek-chat${text}`);
  });
});
