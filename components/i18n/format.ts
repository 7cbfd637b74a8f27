import type { Locale, Translate } from '@/lib/i18n';

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

type Moment = string | number;

/** The one place where dates, numbers, sizes, spans of time and money become text. */
export function createFormat(locale: Locale, t: Translate) {
  return { ...dates(locale, t), ...numbers(locale), duration: durations(locale, t) };
}

function dates(locale: Locale, t: Translate) {
  const absolute = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  return {
    dateTime: (time: Moment) => absolute.format(new Date(time)),
    date: (time: Moment) => day.format(new Date(time)),
    /** `2026-11`, which is counted in UTC. */
    month: (value: string) => month.format(new Date(`${value}-01T00:00:00Z`)),
    /** A day by its distance from today: tomorrow is 1. */
    nearDay: (days: number) => relative.format(days, 'day'),
    ago: (time: Moment, now: number) => {
      const seconds = (new Date(time).getTime() - now) / 1000;
      for (const [unit, size] of steps) {
        if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
      }
      return t('common.justNow');
    },
  };
}

function numbers(locale: Locale) {
  const number = new Intl.NumberFormat(locale);
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const unitDisplay = (unit: string) => (unit === 'byte' ? 'long' : 'short');
  return {
    number: (value: number) => number.format(value),
    compact: (value: number) => compact.format(value),
    percent: (share: number) => percent.format(share),
    bytes: (value: number) => {
      const [unit, size] = sizes.find(([, most]) => value >= most) ?? (['byte', 1] as const);
      // The short form of a byte has no plural.
      const style = { style: 'unit', unit, unitDisplay: unitDisplay(unit), maximumSignificantDigits: 3 } as const;
      return new Intl.NumberFormat(locale, style).format(value / size);
    },
    /** Down to what a single call costs; what calls itself a currency and is none stays as it came. */
    money: (amount: number, currency: string) => {
      const digits = amount > 0 && amount < 0.1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 };
      try {
        return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(amount);
      } catch {
        return `${amount} ${currency}`;
      }
    },
    /** A price as its list says it. */
    price: (amount: number, currency: string) => {
      const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', maximumFractionDigits: 4 } as const;
      return new Intl.NumberFormat(locale, style).format(amount);
    },
  };
}

/** As short as it can be said: `40 ms`, `1.4 s`, `12 s`, `3 min 5 s`. */
function durations(locale: Locale, t: Translate) {
  const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (milliseconds: number): string => {
    if (milliseconds < 100) return t('common.duration.ms', { count: Math.max(0, Math.round(milliseconds)) });
    const seconds = milliseconds / 1000;
    if (seconds < 10) return t('common.duration.seconds', { seconds: tenths.format(seconds) });
    const whole = Math.round(seconds);
    if (whole < 60) return t('common.duration.seconds', { seconds: whole });
    if (whole >= 3600) {
      const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
      if (hours >= 48) return t('common.duration.days', { days: Math.floor(hours / 24) });
      return minutes === 0
        ? t('common.duration.hours', { hours })
        : t('common.duration.hoursAndMinutes', { hours, minutes });
    }
    const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
    if (rest === 0) return t('common.duration.minutes', { minutes });
    return t('common.duration.minutesAndSeconds', { minutes, seconds: rest });
  };
}
