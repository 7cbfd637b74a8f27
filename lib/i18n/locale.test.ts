import { describe, expect, it } from 'vitest';
import { detectLocale } from './index';

describe('the language of the interface', () => {
  it('is the one that was chosen', () => {
    expect(detectLocale('zh-CN', 'en')).toBe('zh-CN');
    expect(detectLocale('en', 'zh-CN')).toBe('en');
  });

  it.each([
    ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['en-GB,en;q=0.9,zh;q=0.8', 'en'],
    ['en;q=0.2, zh;q=0.7', 'zh-CN'],
    ['fr,zh;q=0.5', 'zh-CN'],
    ['zh;q=0, en', 'en'],
    ['de', 'en'],
    ['', 'en'],
    [';;;q=,', 'en'],
  ] as const)('for %s is %s', (header, locale) => {
    expect(detectLocale(undefined, header)).toBe(locale);
    expect(detectLocale('xx', header)).toBe(locale);
  });
});
