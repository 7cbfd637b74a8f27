import { cookies, headers } from 'next/headers';
import { parseTheme, sidebarCookie, type Theme, themeCookie } from '@/lib/client/preference-cookie';
import { catalogues, createTranslate, detectLocale, type Locale, localeCookie, type Translate } from '@/lib/i18n';
import { firstTexts, type Texts } from '@/lib/i18n/first-texts';

export interface Preferences {
  readonly locale: Locale;
  readonly theme: Theme;
  readonly sidebarHidden: boolean;
  readonly nonce: string;
  readonly t: Translate;
  readonly texts: Texts;
}

/** What the server knows about the reader before anything is rendered. */
export async function readPreferences(): Promise<Preferences> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const locale = detectLocale(jar.get(localeCookie)?.value, head.get('accept-language'));
  return {
    locale,
    theme: parseTheme(jar.get(themeCookie)?.value),
    sidebarHidden: jar.get(sidebarCookie)?.value === 'hidden',
    nonce: head.get('x-nonce') ?? '',
    t: createTranslate(catalogues[locale], locale),
    texts: firstTexts(catalogues[locale]),
  };
}
