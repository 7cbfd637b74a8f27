'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { catalogues, createTranslate, type Locale, type Translate } from '@/lib/i18n';

interface I18n {
  readonly locale: Locale;
  readonly t: Translate;
}

const I18nContext = createContext<I18n | null>(null);

export function I18nProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const value = useMemo(() => ({ locale, t: createTranslate(catalogues[locale], locale) }), [locale]);
  return <I18nContext value={value}>{children}</I18nContext>;
}

function useI18n(): I18n {
  const value = useContext(I18nContext);
  if (value === null) throw new Error('I18nProvider is missing');
  return value;
}

/** The texts of the reader's language: `t('settings.title')`, `t('layout.account', { name })`. */
export function useT(): Translate {
  return useI18n().t;
}

export function useLocale(): Locale {
  return useI18n().locale;
}
