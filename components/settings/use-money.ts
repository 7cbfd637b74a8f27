'use client';

import { useLocale } from '../i18n/i18n-provider';

/** Amounts of money in the reader's language; what is spent on one call may be a fraction of a cent. */
export function useMoney() {
  const locale = useLocale();
  return (amount: number, currency: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 4 }).format(amount);
}
