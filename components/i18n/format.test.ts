import { describe, expect, it } from 'vitest';
import { catalogues, createTranslate, type Locale } from '@/lib/i18n';
import { createFormat } from './format';

const of = (locale: Locale) => createFormat(locale, createTranslate(catalogues[locale], locale));
const en = of('en');
const zh = of('zh-CN');
const noon = '2026-11-30T12:00:00';

describe('what is written for a reader', () => {
  it('says spans of time as short as it can, in both languages', () => {
    const spans = [-3, 40, 1400, 12_300, 60_000, 185_000, 7_200_000, 7_500_000, 200_000_000];
    expect(spans.map(en.duration)).toEqual([
      '0 ms',
      '40 ms',
      '1.4 s',
      '12 s',
      '1 min',
      '3 min 5 s',
      '2 h',
      '2 h 5 min',
      '2 days',
    ]);
    expect(spans.map(zh.duration)).toEqual([
      '0 毫秒',
      '40 毫秒',
      '1.4 秒',
      '12 秒',
      '1 分',
      '3 分 5 秒',
      '2 小时',
      '2 小时 5 分',
      '2 天',
    ]);
  });

  it('counts bytes in steps of 1024', () => {
    expect([0, 1, 1536, 500 * 1024 ** 2].map(en.bytes)).toEqual(['0 bytes', '1 byte', '1.5 kB', '500 MB']);
    expect([1, 500 * 1024 ** 2].map(zh.bytes)).toEqual(['1字节', '500 MB']);
  });

  it('writes money down to a fraction of a cent, and leaves alone what is no currency', () => {
    expect([1234.5, 0.00123, 0].map((amount) => en.money(amount, 'USD'))).toEqual(['$1,234.50', '$0.0012', '$0.00']);
    expect(zh.money(0.5, 'CNY')).toBe('¥0.50');
    expect(en.money(1.5, 'not a currency')).toBe('1.5 not a currency');
    expect(en.price(0.435, 'USD')).toBe('$0.435');
  });

  it('writes dates as the language does', () => {
    expect(en.date(noon)).toBe('Nov 30, 2026');
    expect(zh.date(noon)).toBe('2026年11月30日');
    expect([en.month('2026-11'), zh.month('2026-11')]).toEqual(['November 2026', '2026年11月']);
    expect([en.nearDay(1), zh.nearDay(-1)]).toEqual(['tomorrow', '昨天']);
  });

  it('tells how long ago something was', () => {
    const now = Date.parse(noon);
    const times = [30_000, 120_000, 3_600_000 * 30].map((ms) => now - ms);
    expect(times.map((time) => en.ago(time, now))).toEqual(['just now', '2 minutes ago', 'yesterday']);
    expect(times.map((time) => zh.ago(time, now))).toEqual(['刚刚', '2分钟前', '昨天']);
  });

  it('shortens what is large and groups what is exact', () => {
    expect([en.compact(128_000), zh.compact(128_000)]).toEqual(['128K', '12.8万']);
    expect([en.number(1_234_567), en.percent(0.126)]).toEqual(['1,234,567', '13%']);
  });
});
