'use client';

import { useMemo } from 'react';
import { useLocale, useT } from './i18n-provider';

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Steps of 1024, as every limit of ours is set and named: a quota of 500 MB reads as 500 MB. */
const sizes: readonly (readonly [string, number])[] = [
  ['terabyte', 1024 ** 4],
  ['gigabyte', 1024 ** 3],
  ['megabyte', 1024 ** 2],
  ['kilobyte', 1024],
];

/** Dates and numbers in the reader's language and time zone. */
export function useFormat() {
  const locale = useLocale();
  const t = useT();
  return useMemo(() => {
    const absolute = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    const number = new Intl.NumberFormat(locale);
    const bytes = (unit: string) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        // The short form of a byte has no plural.
        unitDisplay: unit === 'byte' ? 'long' : 'short',
        maximumSignificantDigits: 3,
      });
    return {
      dateTime: (time: string | number) => absolute.format(new Date(time)),
      date: (time: string | number) => day.format(new Date(time)),
      number: (value: number) => number.format(value),
      bytes: (value: number) => {
        const [unit, size] = sizes.find(([, most]) => value >= most) ?? (['byte', 1] as const);
        return bytes(unit).format(value / size);
      },
      ago: (time: string | number, now: number) => {
        const seconds = (new Date(time).getTime() - now) / 1000;
        for (const [unit, size] of steps) {
          if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
        }
        return t('common.justNow');
      },
    };
  }, [locale, t]);
}
