import { describe, expect, it } from 'vitest';
import { catalogues, createTranslate, interpolate } from './index';

function texts(node: object, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string') found.set(`${prefix}${key}`, value);
    else for (const [path, text] of texts(value as object, `${prefix}${key}.`)) found.set(path, text);
  }
  return found;
}

function slotNames(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? ''))].sort();
}

const english = texts(catalogues.en);
const chinese = texts(catalogues['zh-CN']);

describe('the message catalogues', () => {
  it('hold the same keys in both languages', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
    expect(english.size).toBeGreaterThan(100);
  });

  it('take the same values in both languages', () => {
    const different = [...english].filter(
      ([key, text]) => slotNames(text).join() !== slotNames(chinese.get(key) ?? '').join(),
    );
    expect(different).toEqual([]);
  });

  it('have no empty text and no stray brace', () => {
    const poor = [...english, ...chinese].filter(([, text]) => {
      const rest = text.replace(/\{\w+(\|[^|{}]*\|[^|{}]*)?\}/g, '');
      return text.trim() === '' || /[{}]/.test(rest);
    });
    expect(poor).toEqual([]);
  });

  it('are written in Chinese where they should be', () => {
    const untranslated = [...chinese].filter(([key, text]) => text === english.get(key) && /[a-z]{4}/i.test(text));
    expect(untranslated.map(([key]) => key)).toEqual([]);
    expect([...chinese].filter(([, text]) => /[\u4e00-\u9fff][,;?!:]/.test(text))).toEqual([]);
  });

  it('speak with one voice in Chinese', () => {
    // One form of address, and one word for what a key belongs to.
    expect([...chinese].filter(([, text]) => /您|提供商|供应商/.test(text))).toEqual([]);
    // Words of Latin letters and Chinese ones stand apart, as everywhere in the catalogue.
    const narrow = /[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/;
    expect([...chinese].filter(([, text]) => narrow.test(text))).toEqual([]);
  });
});

describe('a text', () => {
  it('is found by its path and filled in', () => {
    const t = createTranslate(catalogues.en);
    expect(t('settings.providers.testOk', { model: 'mock-1', latency: 12 })).toBe('Works. mock-1 answered in 12 ms.');
    expect(t('sharing.views', { count: 1 })).toBe('1 view');
    expect(t('sharing.views', { count: 3 })).toBe('3 views');
  });

  it('keeps a slot without a value visible', () => {
    expect(interpolate('{a} and {b}', { a: 'x' })).toBe('x and {b}');
  });

  it('does not fill in twice', () => {
    expect(interpolate('{a}', { a: '{b}', b: 'no' })).toBe('{b}');
  });
});
