'use client';

import type { SpendView } from '@/lib/client/branches';
import { sessionApi } from '@/lib/client/run-api';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { SkeletonRows } from '../ui/skeleton';
import { useCostText } from './session-cost-text';

/** The sums of a conversation, asked for anew each time. */
export function SessionSums({ sessionId }: { sessionId: string }) {
  const t = useT();
  const { data, error } = useApi<SpendView>(sessionApi.usagePath(sessionId), { revalidateOnMount: true });
  if (data !== undefined) return <Spend spend={data} />;
  if (error !== undefined) return <p role="alert">{t('branching.spend.failed')}</p>;
  return <SkeletonRows label={t('common.loading')} />;
}

function Spend({ spend }: { spend: SpendView }) {
  const t = useT();
  const format = useFormat();
  const costText = useCostText();
  const rows = [
    [t('branching.spend.input'), format.number(spend.input_tokens)],
    [t('branching.spend.output'), format.number(spend.output_tokens)],
    [t('branching.spend.total'), format.number(spend.total_tokens)],
    [t('branching.spend.attempts'), format.number(spend.attempts)],
    [t('branching.spend.cost'), costText(spend)],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {rows.map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-dim">{name}</dt>
            <dd className="text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {spend.unpriced_attempts > 0 && (
        <p className="mt-2 text-dim text-xs">
          {t('branching.spend.unpriced', { count: format.number(spend.unpriced_attempts) })}
        </p>
      )}
      <p className="mt-2 text-faint text-xs">{t('branching.spend.scope')}</p>
    </>
  );
}
