'use client';

import type { ReactNode } from 'react';
import type { AccountView } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { useSignOut } from '../layout/use-sign-out';
import { Button } from '../ui/button';
import { LoadState } from '../ui/load-state';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { AccountData } from './account-data';
import { DeleteAccount } from './delete-account';
import { NameForm } from './name-form';
import { PasswordForm } from './password-form';
import { SignInList } from './sign-in-list';

export function AccountSettings() {
  const t = useT();
  const { data, error, mutate } = useApi<AccountView>('/api/account');
  const { busy, leave } = useSignOut();
  return (
    <Page headed title={t('settings.account.title')} text={t('settings.account.text')}>
      <LoadState data={data} error={error} retry={() => mutate()}>
        {(account) => (
          <>
            <Facts account={account} />
            <NameForm account={account} onSaved={() => mutate()} />
          </>
        )}
      </LoadState>
      {data?.has_password && (
        <Section title={t('settings.account.passwordTitle')} text={t('settings.account.passwordText')}>
          <PasswordForm email={data.email} />
        </Section>
      )}
      <Section
        title={t('settings.account.signOutTitle')}
        text={t('settings.account.signOutText')}
        action={
          <Button busy={busy} onClick={leave}>
            {t('layout.signOut')}
          </Button>
        }
      >
        <SignInList />
      </Section>
      <AccountData />
      <Section
        title={t('settings.account.deleteTitle')}
        text={t('settings.account.deleteText')}
        action={data && <DeleteAccount account={data} />}
      />
    </Page>
  );
}

function Facts({ account }: { account: AccountView }) {
  const t = useT();
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 rounded-xl border border-line bg-card px-4 py-3 text-sm">
      <Fact label={t('settings.account.email')}>{account.email}</Fact>
      <Fact label={t('settings.account.role')}>
        {t(account.role === 'admin' ? 'settings.account.roleAdmin' : 'settings.account.roleUser')}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{label}</dt>
      <dd className="break-words">{children}</dd>
    </>
  );
}
