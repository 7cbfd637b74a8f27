'use client';

import { Lock } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type SubmitEvent, useState } from 'react';
import { api, toApiFailure } from '@/lib/client/api';
import { PasswordInput } from '../auth/password-input';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';

function useUnlock(token: string) {
  const t = useT();
  const router = useRouter();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  function say(caught: unknown): string {
    const { code } = toApiFailure(caught).error;
    if (code === 'forbidden') return t('sharing.wrongPassphrase');
    return code === 'rate_limited' ? t('sharing.tooManyTries') : errorText(caught);
  }

  async function unlock(passphrase: string) {
    setBusy(true);
    setError(undefined);
    try {
      await api.post(`/api/share/${encodeURIComponent(token)}/unlock`, { passphrase });
      router.refresh();
    } catch (caught) {
      setError(say(caught));
      setBusy(false);
    }
  }

  return { busy, error, unlock };
}

/** Before the passphrase nothing of the chat is shown, not even its title. */
export function LockedShare({ token }: { token: string }) {
  const t = useT();
  const { busy, error, unlock } = useUnlock(token);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void unlock(String(new FormData(event.currentTarget).get('passphrase')));
  }

  return (
    <form onSubmit={onSubmit} className="mx-auto flex max-w-sm flex-col gap-4 pt-[8vh]">
      <Lock aria-hidden className="size-6 text-dim" />
      <div>
        <h1 className="font-semibold text-xl">{t('sharing.lockedTitle')}</h1>
        <p className="text-dim text-sm">{t('sharing.lockedText')}</p>
      </div>
      <Field label={t('sharing.passphrase')} error={error}>
        {(control) => <PasswordInput {...control} name="passphrase" autoComplete="off" required maxLength={200} />}
      </Field>
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {t('sharing.unlock')}
      </Button>
    </form>
  );
}
