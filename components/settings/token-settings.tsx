'use client';

import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { itemsOf, type ListOf, type TokenView } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { Page } from '../ui/page';
import { SecretOnce } from '../ui/secret-once';
import { RowBox } from '../ui/section';
import { TokenForm } from './token-form';
import { TokenRow } from './token-row';

export function TokenSettings() {
  const t = useT();
  const { data, error, mutate } = useApi<ListOf<TokenView>>('/api/tokens');
  const [fresh, setFresh] = useState<string>();

  async function created(token: string) {
    setFresh(token);
    await mutate();
  }

  return (
    <Page headed title={t('settings.tokens.title')} text={t('settings.tokens.text')}>
      <TokenForm onCreated={created} />
      <LoadState data={data} error={error} retry={() => mutate()}>
        {(list) =>
          itemsOf(list).length === 0 ? (
            <EmptyState icon={<KeyRound />} title={t('settings.tokens.none')} text={t('settings.tokens.noneText')} />
          ) : (
            <RowBox>
              {itemsOf(list).map((token) => (
                <TokenRow key={token.id} token={token} onDeleted={() => mutate()} />
              ))}
            </RowBox>
          )
        }
      </LoadState>
      <FreshToken token={fresh} onClose={() => setFresh(undefined)} />
    </Page>
  );
}

function FreshToken({ token, onClose }: { token: string | undefined; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      open={token !== undefined}
      onOpenChange={onClose}
      title={t('settings.tokens.createdTitle')}
      description={t('settings.tokens.createdText')}
      footer={<Button onClick={onClose}>{t('settings.tokens.done')}</Button>}
    >
      <SecretOnce value={token ?? ''} label={t('settings.tokens.createdTitle')} />
    </Dialog>
  );
}
