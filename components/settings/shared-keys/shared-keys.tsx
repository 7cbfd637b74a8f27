'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { administrationApi, type SharedProviderView } from '@/lib/client/administration';
import { itemsOf, type ListOf, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../../i18n/i18n-provider';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadState } from '../../ui/load-state';
import { Page } from '../../ui/page';
import { RowBox } from '../../ui/section';
import { ShareProviderDialog } from './share-provider-dialog';
import { SharedKeyRow } from './shared-key-row';

/** For administrators: what they lend to others, within which caps, and what of it was used. */
export function SharedKeys() {
  const t = useT();
  const { data, error, mutate } = useApi<ListOf<SharedProviderView>>(administrationApi.shared);
  const { data: providers } = useApi<ListOf<ProviderView>>(providerApi.list);
  const [editing, setEditing] = useState<SharedProviderView | 'new'>();
  const taken = new Set(itemsOf(data).map((item) => item.provider_id));
  const free = itemsOf(providers).filter(
    ({ id, kind, configured, shared }) => configured && kind !== 'offline' && shared === null && !taken.has(id),
  );
  return (
    <Page
      headed
      title={t('admin.keysTitle')}
      text={t('admin.keysText')}
      action={
        <Button disabled={free.length === 0} onClick={() => setEditing('new')}>
          <Plus aria-hidden className="size-4" />
          {t('admin.share')}
        </Button>
      }
    >
      <LoadState data={data} error={error} retry={() => mutate()}>
        {(list) =>
          itemsOf(list).length === 0 ? (
            <EmptyState title={t('admin.keysNone')} text={t('admin.keysNoneText')} />
          ) : (
            <RowBox>
              {itemsOf(list).map((item) => (
                <SharedKeyRow
                  key={item.provider_id}
                  item={item}
                  onEdit={() => setEditing(item)}
                  onChanged={() => mutate()}
                />
              ))}
            </RowBox>
          )
        }
      </LoadState>
      {editing && (
        <ShareProviderDialog
          present={editing === 'new' ? null : editing}
          choices={free}
          onClose={() => setEditing(undefined)}
          onSaved={() => mutate()}
        />
      )}
    </Page>
  );
}
