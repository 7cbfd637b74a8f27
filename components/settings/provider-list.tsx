'use client';

import { KeyRound, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { itemsOf, type ListOf, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { Page } from '../ui/page';
import { RowBox } from '../ui/section';
import { AddProviderDialog } from './add-provider-dialog';
import { ProviderRow } from './provider-row';

/** Every provider with its key, address, model and test. */
export function ProviderList() {
  const t = useT();
  const [adding, setAdding] = useState(false);
  // The first steps in a new chat lead here for servers of one's own.
  useEffect(() => setAdding(location.hash === '#add'), []);
  const { data, error, mutate } = useApi<ListOf<ProviderView>>(providerApi.list);
  return (
    <Page
      headed
      title={t('settings.providers.title')}
      text={t('settings.providers.text')}
      action={
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {t('settings.providers.add')}
        </Button>
      }
    >
      <LoadState data={data} error={error} retry={() => mutate()}>
        {(list) =>
          itemsOf(list).length === 0 ? (
            <EmptyState title={t('settings.providers.none')} />
          ) : (
            <RowBox>
              {itemsOf(list).map((provider) => (
                <ProviderRow key={provider.id} provider={provider} onChanged={() => mutate()} />
              ))}
            </RowBox>
          )
        }
      </LoadState>
      <WhereKeysLive />
      <AddProviderDialog open={adding} onOpenChange={setAdding} onAdded={() => mutate()} />
    </Page>
  );
}

function WhereKeysLive() {
  const t = useT();
  return (
    <div className="flex gap-3 px-1 text-sm">
      <KeyRound aria-hidden className="mt-1 size-4 shrink-0 text-faint" />
      <div className="max-w-prose">
        <p className="font-medium">{t('settings.providers.keysTitle')}</p>
        <p className="text-dim">{t('settings.providers.keysText')}</p>
      </div>
    </div>
  );
}
