'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Texts } from '@/lib/i18n/first-texts';
import type { Locale } from '@/lib/i18n/locale';
import { createTranslate, type Translate } from '@/lib/i18n/translate';

interface I18n {
  readonly locale: Locale;
  readonly t: Translate;
}

const I18nContext = createContext<I18n | null>(null);

interface I18nProviderProps {
  readonly locale: Locale;
  readonly texts: Texts;
  readonly children: ReactNode;
}

export function I18nProvider({ locale, texts, children }: I18nProviderProps) {
  const value = useMemo(() => ({ locale, t: createTranslate(texts, locale) }), [locale, texts]);
  return <I18nContext value={value}>{children}</I18nContext>;
}

function useI18n(): I18n {
  const value = useContext(I18nContext);
  if (value === null) throw new Error('I18nProvider is missing');
  return value;
}

/** The texts of the reader's language: `t('layout.account', { name })`. */
export function useT(): Translate {
  return useI18n().t;
}

export function useLocale(): Locale {
  return useI18n().locale;
}
