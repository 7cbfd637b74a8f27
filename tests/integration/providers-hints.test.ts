import { describe, expect, it } from 'vitest';
import { testHint } from '@/components/settings/provider-hint';
import { catalogues, createTranslate } from '@/lib/i18n';
import { hintCodes } from '@/lib/server/provider-hints';

describe('the hints of a failed test', () => {
  const test = { ok: false, latency_ms: 1, model: null, hint: 'in the words of the server' };

  it.each(['en', 'zh-CN'] as const)('has a sentence of its own for each cause, in %s', (locale) => {
    const t = createTranslate(catalogues[locale]);
    const sentences = hintCodes.map((hint_code) => testHint(t, { ...test, hint_code }));
    expect(new Set(sentences).size).toBe(hintCodes.length);
    expect(sentences).not.toContain(test.hint);
  });

  it('falls back to the words of the server', () => {
    const t = createTranslate(catalogues.en);
    expect(testHint(t, { ...test, hint_code: 'toString' })).toBe(test.hint);
    expect(testHint(t, test)).toBe(test.hint);
  });
});
