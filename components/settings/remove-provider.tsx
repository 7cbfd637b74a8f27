'use client';

import { useState } from 'react';
import { type ProviderUse, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { useToast } from '../ui/toaster';

interface RemoveProviderProps {
  readonly provider: ProviderView;
  readonly onRemoved: () => Promise<unknown>;
}

export function RemoveProvider({ provider, onRemoved }: RemoveProviderProps) {
  const t = useT();
  const show = useToast();
  const [asking, setAsking] = useState(false);
  const name = provider.display_name;

  async function remove() {
    await providerApi.remove(provider.id);
    show(t('settings.providers.removed', { name }), 'success');
    await onRemoved();
  }

  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('settings.providers.remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('settings.providers.removeTitle', { name })}
        text={t('settings.providers.removeText')}
        confirmLabel={t('common.remove')}
        onConfirm={remove}
      >
        <UsedBy providerId={provider.id} />
      </ConfirmDialog>
    </>
  );
}

/** What relies on it, said before it is too late. */
function UsedBy({ providerId }: { providerId: string }) {
  const t = useT();
  const { data, error } = useApi<ProviderUse>(providerApi.usedBy(providerId), { dedupingInterval: 0 });
  if (error) return null;
  if (data === undefined) return <p className="text-dim text-sm">{t('common.loading')}</p>;
  const { is_default: isDefault, fallback_models: models, finds_meaning: findsMeaning, runs } = data;
  const lines = [
    isDefault && t('settings.providers.usedByDefault'),
    models.length > 0 && t('settings.providers.usedByFallbacks', { models: models.join(', ') }),
    findsMeaning && t('settings.providers.usedByMeaning'),
    data.ranks_hits && t('settings.providers.usedByRanking'),
    data.is_lent && t('settings.providers.usedByLent'),
    runs > 0 && t('settings.providers.usedByRuns', { count: runs }),
  ].filter((line) => line !== false);
  if (lines.length === 0) return <p className="text-dim text-sm">{t('settings.providers.usedByNothing')}</p>;
  return (
    <ul className="list-disc pl-5 text-sm" data-testid="used-by">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
