import type { Catalogue } from './catalogue';
import { en } from './en';
import type { Locale } from './locale';
import { zhCN } from './zh-CN';

export type { Catalogue, MessageKey, PlainMessageKey } from './catalogue';
export { detectLocale, type Locale, localeCookie, localeNames, locales } from './locale';
export { createTranslate, interpolate, type Translate } from './translate';

export const catalogues: Readonly<Record<Locale, Catalogue>> = { en, 'zh-CN': zhCN };
