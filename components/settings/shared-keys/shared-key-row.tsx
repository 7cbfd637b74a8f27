'use client';

import { useState } from 'react';
import { administrationApi, type SharedProviderView, type SharedUsageView } from '@/lib/client/administration';
import { useT } from '../../i18n/i18n-provider';
import { useFormat } from '../../i18n/use-format';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Facts } from '../../ui/facts';

interface SharedKeyRowProps {
  readonly item: SharedProviderView;
  readonly onEdit: () => void;
  readonly onChanged: () => Promise<unknown>;
}

/** A provider that is lent: to whom, within which caps, and who used how much. */
export function SharedKeyRow({ item, onEdit, onChanged }: SharedKeyRowProps) {
  const t = useT();
  const [stopping, setStopping] = useState(false);
  const name = item.display_name;

  async function stop() {
    await administrationApi.stopSharing(item.provider_id);
    await onChanged();
  }

  return (
    <li className="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <h2 className="truncate font-medium text-sm">{name}</h2>
          <Terms item={item} />
          {!item.active && <p className="text-dim text-xs">{t('admin.inactiveText')}</p>}
        </div>
        {!item.active && <Badge tone="bad">{t('admin.inactive')}</Badge>}
        <Button size="small" onClick={onEdit}>
          {t('admin.edit')}
        </Button>
        <Button size="small" variant="danger" onClick={() => setStopping(true)}>
          {t('admin.stop')}
        </Button>
      </div>
      <Usage item={item} />
      <ConfirmDialog
        open={stopping}
        onOpenChange={setStopping}
        title={t('admin.stopTitle', { name })}
        text={t('admin.stopText')}
        confirmLabel={t('admin.stop')}
        onConfirm={stop}
      />
    </li>
  );
}

function Terms({ item }: { item: SharedProviderView }) {
  const t = useT();
  const format = useFormat();
  const { models, cost_cap: cost, token_cap: tokens } = item;
  return (
    <Facts>
      <span className="break-all">{t('admin.sharedBy', { email: item.owner.email })}</span>
      <span>{item.everyone ? t('admin.forEveryone') : t('admin.forSome', { count: item.user_ids.length })}</span>
      <span>{models.length === 0 ? t('admin.allModels') : t('admin.someModels', { count: models.length })}</span>
      {cost !== null && <span>{t('admin.capOf', { amount: format.money(cost, item.currency) })}</span>}
      {tokens !== null && (
        <span>{t('admin.capOf', { amount: t('admin.tokens', { count: format.number(tokens) }) })}</span>
      )}
    </Facts>
  );
}

function Usage({ item }: { item: SharedProviderView }) {
  const t = useT();
  const { usage } = item;
  const month = useFormat().month(item.month);
  if (usage.length === 0) return <p className="text-faint text-xs">{t('admin.usageNone', { month })}</p>;
  return (
    <div>
      <h3 className="text-faint text-xs">{t('admin.usage', { month })}</h3>
      <ul className="text-sm">
        {usage.map((sum) => (
          <UsageLine key={`${sum.user_id} ${sum.currency}`} sum={sum} />
        ))}
      </ul>
    </div>
  );
}

function UsageLine({ sum }: { sum: SharedUsageView }) {
  const t = useT();
  const format = useFormat();
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0 break-all">{sum.email}</span>
      <span className="text-dim tabular-nums">
        {sum.currency !== '' && `${format.money(sum.cost, sum.currency)} · `}
        {t('admin.tokens', { count: format.number(sum.tokens) })}
      </span>
    </li>
  );
}
