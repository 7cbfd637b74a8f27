'use client';

import { useState } from 'react';
import { api } from '@/lib/client/api';
import type { AccountView } from '@/lib/client/resources';
import { PasswordInput } from '../auth/password-input';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';

/** Drafts and choices; a browser that keeps nothing has nothing to forget. */
function forgetInBrowser(): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // Storage is off.
  }
}

/** Means it: asks for the typed address before the button works. */
export function DeleteAccount({ account }: { account: AccountView }) {
  const { email, has_password: hasPassword } = account;
  const t = useT();
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');

  async function remove() {
    await api.delete('/api/account', { confirm: email, ...(hasPassword && { password }) });
    forgetInBrowser();
    location.assign('/login');
  }

  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('settings.account.deleteButton')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('settings.account.deleteDialogTitle')}
        text={t('settings.account.deleteDialogText', { email })}
        confirmLabel={t('settings.account.deleteConfirm')}
        disabled={typed.trim().toLowerCase() !== email.toLowerCase() || (hasPassword && password === '')}
        onConfirm={remove}
      >
        <Field label={t('settings.account.typedEmail')}>
          {(control) => (
            <Input {...control} value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
        {hasPassword && (
          <Field label={t('settings.account.currentPassword')}>
            {(control) => (
              <PasswordInput
                {...control}
                value={password}
                autoComplete="current-password"
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
        )}
      </ConfirmDialog>
    </>
  );
}
