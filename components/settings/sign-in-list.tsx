'use client';

import { useState } from 'react';
import { api } from '@/lib/client/api';
import { itemsOf, type ListOf, type SignInView } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { LoadState } from '../ui/load-state';
import { RowBox } from '../ui/section';
import { Time } from '../ui/time';
import { useToast } from '../ui/toaster';
import { deviceName } from './device-name';

const path = '/api/account/sessions';

/** Where the reader is signed in, and how to end it there. */
export function SignInList() {
  const { data, error, mutate } = useApi<ListOf<SignInView>>(path);
  return (
    <LoadState data={data} error={error} retry={() => mutate()}>
      {(list) => (
        <>
          <RowBox>
            {itemsOf(list).map((signIn) => (
              <SignInRow key={signIn.id} signIn={signIn} onEnded={() => mutate()} />
            ))}
          </RowBox>
          <SignOutEverywhere />
        </>
      )}
    </LoadState>
  );
}

function SignOutEverywhere() {
  const t = useT();
  const [asking, setAsking] = useState(false);

  async function leave() {
    await api.delete(path);
    location.assign('/login');
  }

  return (
    <div>
      <Button onClick={() => setAsking(true)}>{t('admin.signOutEverywhere')}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('admin.signOutEverywhere')}
        text={t('admin.signOutEverywhereText')}
        confirmLabel={t('admin.signOutEverywhere')}
        onConfirm={leave}
      />
    </div>
  );
}

function SignInRow({ signIn, onEnded }: { signIn: SignInView; onEnded: () => Promise<unknown> }) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();

  async function end() {
    try {
      await api.delete(`${path}/${encodeURIComponent(signIn.id)}`);
      await onEnded();
    } catch (caught) {
      show(errorText(caught), 'error');
    }
  }

  return (
    <li className="flex items-center gap-3 py-2 pr-3 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm" title={signIn.user_agent ?? undefined}>
          {deviceName(signIn.user_agent) ?? t('settings.account.unknownDevice')}
        </p>
        <p className="text-faint text-xs">
          {t('settings.account.lastSeen')} <Time value={signIn.last_seen_at} />
        </p>
      </div>
      {signIn.current ? (
        <Badge tone="good">{t('settings.account.thisBrowser')}</Badge>
      ) : (
        <Button size="small" onClick={() => void end()}>
          {t('settings.account.endSignIn')}
        </Button>
      )}
    </li>
  );
}
