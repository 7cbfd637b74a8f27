/** The languages of the interface; the first is the fallback. */
export const locales = ['en', 'zh-CN'] as const;
export type Locale = (typeof locales)[number];

export const localeCookie = 'metona_locale';

/** A language in its own words, for a picker. */
export const localeNames: Readonly<Record<Locale, string>> = { en: 'English', 'zh-CN': '简体中文' };

function isLocale(value: string | undefined): value is Locale {
  return locales.some((locale) => locale === value);
}

function fromTag(tag: string): Locale | undefined {
  const language = tag.trim().toLowerCase().split('-')[0];
  if (language === 'zh') return 'zh-CN';
  return language === 'en' ? 'en' : undefined;
}

function byQuality(header: string): string[] {
  const ranges = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';');
      const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
    });
  return ranges
    .filter((range) => range.quality > 0)
    .sort((left, right) => right.quality - left.quality)
    .map((range) => range.tag);
}

/** The choice kept in the cookie, else the best match of `Accept-Language`, else English. */
export function detectLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(cookie)) return cookie;
  for (const tag of byQuality(acceptLanguage ?? '')) {
    const locale = fromTag(tag);
    if (locale !== undefined) return locale;
  }
  return 'en';
}
