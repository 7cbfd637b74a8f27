'use client';

import Link from 'next/link';
import { type SubmitEvent, useState } from 'react';
import { api, toApiFailure } from '@/lib/client/api';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Notice } from '../ui/notice';
import { useHydrated } from '../ui/use-hydrated';
import { AuthHeading } from './auth-heading';
import { minimumPasswordLength } from './minimum-password-length';
import { PasswordInput } from './password-input';
import { useSignInError } from './use-sign-in-error';

type State = 'open' | 'done' | 'invalid';

/** What a link of the administrator leads to: a new password, once. */
export function ResetForm({ token, isOpen }: { token: string; isOpen: boolean }) {
  const t = useT();
  const [state, setState] = useState<State>(isOpen ? 'open' : 'invalid');
  return (
    <>
      <AuthHeading title={t('admin.resetPageTitle')} text={t('admin.resetPageText')} />
      {state === 'open' && <PasswordStep token={token} onState={setState} />}
      {state === 'done' && <Notice tone="success">{t('admin.resetDone')}</Notice>}
      {state === 'invalid' && <Notice tone="error">{t('admin.resetInvalid')}</Notice>}
      {state !== 'open' && (
        <p className="mt-6 text-dim text-sm">
          <Link href="/login" className="text-text underline underline-offset-4">
            {t('auth.toSignIn')}
          </Link>
        </p>
      )}
    </>
  );
}

function PasswordStep({ token, onState }: { token: string; onState: (state: State) => void }) {
  const t = useT();
  const hydrated = useHydrated();
  const signInError = useSignInError();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function submit(form: FormData) {
    setBusy(true);
    setError(undefined);
    try {
      await api.post('/api/account/reset', { token, password: String(form.get('password')) });
      onState('done');
    } catch (caught) {
      if (toApiFailure(caught).error.code === 'forbidden') onState('invalid');
      else setError(signInError(caught));
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void submit(new FormData(event.currentTarget));
  }

  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('settings.account.newPassword')} hint={t('auth.passwordHint', { count: minimumPasswordLength })}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            minLength={minimumPasswordLength}
            maxLength={200}
            required
            autoFocus
          />
        )}
      </Field>
      {error && <Notice tone="error">{error}</Notice>}
      <Button type="submit" variant="primary" size="large" disabled={!hydrated} busy={busy}>
        {t('admin.resetSubmit')}
      </Button>
    </form>
  );
}
