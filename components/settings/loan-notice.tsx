'use client';

import type { LoanUse } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { Notice } from '../ui/notice';

/** Whose key is used, and how much of what may be used this month is gone. */
export function LoanNotice({ use }: { use: LoanUse | null }) {
  const t = useT();
  const format = useFormat();
  const ofCost = use !== null && use.cost_cap !== null;
  const ofTokens = use !== null && use.token_cap !== null;
  return (
    <Notice>
      <p>{t('admin.lentText')}</p>
      {ofCost && (
        <p>
          {t('admin.lentUsed', {
            used: format.money(use.cost, use.currency),
            cap: format.money(use.cost_cap ?? 0, use.currency),
          })}
        </p>
      )}
      {ofTokens && (
        <p>
          {t('admin.lentUsed', {
            used: format.number(use.tokens),
            cap: t('admin.tokens', { count: format.number(use.token_cap ?? 0) }),
          })}
        </p>
      )}
    </Notice>
  );
}
