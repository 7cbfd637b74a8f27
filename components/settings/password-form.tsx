'use client';

import { type SubmitEvent, useState } from 'react';
import { api, toApiFailure } from '@/lib/client/api';
import { minimumPasswordLength } from '../auth/minimum-password-length';
import { PasswordInput } from '../auth/password-input';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Notice } from '../ui/notice';

type Outcome = { readonly tone: 'success' | 'error'; readonly text: string };

function usePasswordChange() {
  const t = useT();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function change(form: HTMLFormElement) {
    const fields = new FormData(form);
    setBusy(true);
    setOutcome(undefined);
    try {
      await api.post('/api/account/password', {
        current_password: String(fields.get('current_password')),
        new_password: String(fields.get('new_password')),
      });
      form.reset();
      setOutcome({ tone: 'success', text: t('settings.account.passwordChanged') });
    } catch (caught) {
      const isWrong = toApiFailure(caught).error.code === 'forbidden';
      setOutcome({ tone: 'error', text: isWrong ? t('settings.account.wrongPassword') : errorText(caught) });
    } finally {
      setBusy(false);
    }
  }

  return { busy, outcome, change };
}

export function PasswordForm({ email }: { email: string }) {
  const t = useT();
  const { busy, outcome, change } = usePasswordChange();

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void change(event.currentTarget);
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3">
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('settings.account.currentPassword')}>
          {(control) => <PasswordInput {...control} name="current_password" autoComplete="current-password" required />}
        </Field>
        <Field
          label={t('settings.account.newPassword')}
          hint={t('auth.passwordHint', { count: minimumPasswordLength })}
        >
          {(control) => (
            <PasswordInput
              {...control}
              name="new_password"
              autoComplete="new-password"
              minLength={minimumPasswordLength}
              required
            />
          )}
        </Field>
      </div>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <div>
        <Button type="submit" busy={busy}>
          {t('settings.account.changePassword')}
        </Button>
      </div>
    </form>
  );
}
