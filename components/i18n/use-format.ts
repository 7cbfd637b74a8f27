'use client';

import { useMemo } from 'react';
import { createFormat } from './format';
import { useLocale, useT } from './i18n-provider';

/** Dates and numbers in the reader's language and time zone. */
export function useFormat() {
  const locale = useLocale();
  const t = useT();
  return useMemo(() => createFormat(locale, t), [locale, t]);
}
