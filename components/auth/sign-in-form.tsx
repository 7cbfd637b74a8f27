'use client';

import Link from 'next/link';
import { type SubmitEvent, useState } from 'react';
import { signInWithPassword } from '@/lib/client/auth';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Notice } from '../ui/notice';
import { useHydrated } from '../ui/use-hydrated';
import { AuthHeading } from './auth-heading';
import { OAuthButtons } from './oauth-buttons';
import { PasswordInput } from './password-input';
import { useSignInError } from './use-sign-in-error';

interface SignInFormProps {
  /** Where to go afterwards; a path of this site. */
  readonly path: string;
  /** What next-auth said when it sent the reader back here. */
  readonly oauthError?: 'failed' | 'linked' | undefined;
  readonly registerHref: string;
}

function useSignIn(path: string) {
  const signInError = useSignInError();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function submit(form: FormData) {
    setBusy(true);
    setError(undefined);
    try {
      await signInWithPassword(String(form.get('email')).trim(), String(form.get('password')));
      location.assign(path);
    } catch (caught) {
      setError(signInError(caught));
      setBusy(false);
    }
  }

  return { busy, error, submit };
}

export function SignInForm({ path, oauthError, registerHref }: SignInFormProps) {
  const t = useT();
  const hydrated = useHydrated();
  const { busy, error, submit } = useSignIn(path);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void submit(new FormData(event.currentTarget));
  }

  return (
    <>
      <AuthHeading title={t('auth.signInTitle')} text={t('auth.signInText')} />
      {oauthError && (
        <div className="mb-4">
          <Notice tone="error">{t(oauthError === 'linked' ? 'auth.oauthLinked' : 'auth.oauthFailed')}</Notice>
        </div>
      )}
      <OAuthButtons path={path} />
      <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label={t('auth.email')}>
          {(control) => <Input {...control} name="email" type="email" autoComplete="username" required autoFocus />}
        </Field>
        <Field label={t('auth.password')}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
        </Field>
        {error && <Notice tone="error">{error}</Notice>}
        <Button type="submit" variant="primary" size="large" disabled={!hydrated} busy={busy}>
          {busy ? t('auth.signingIn') : t('auth.signIn')}
        </Button>
      </form>
      <p className="mt-6 text-dim text-sm">
        {t('auth.noAccount')}{' '}
        <Link href={registerHref} className="text-text underline underline-offset-4">
          {t('auth.toRegister')}
        </Link>
      </p>
    </>
  );
}
