'use client';

import { useState } from 'react';
import { type ProviderView, providerApi } from '@/lib/client/resources';
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
      />
    </>
  );
}
