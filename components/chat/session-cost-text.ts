'use client';

import { useMemo } from 'react';
import type { SpendView } from '@/lib/client/branches';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';

/** What was paid: one sum for each currency, and said plainly where a price is not known. */
export function useCostText(): (spend: SpendView) => string {
  const t = useT();
  const format = useFormat();
  return useMemo(
    () => (spend) => {
      const known = spend.costs.map((cost) => format.money(cost.amount, cost.currency)).join(' + ');
      if (spend.unpriced_attempts === 0) return known === '' ? t('branching.spend.none') : known;
      return known === '' ? t('branching.spend.unknown') : t('branching.spend.partly', { known });
    },
    [t, format],
  );
}
