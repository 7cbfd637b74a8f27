'use client';

import Link from 'next/link';
import { type SubmitEvent, useState } from 'react';
import { api, toApiFailure } from '@/lib/client/api';
import { signInWithPassword } from '@/lib/client/auth';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Notice } from '../ui/notice';
import { useHydrated } from '../ui/use-hydrated';
import { AuthHeading } from './auth-heading';
import { minimumPasswordLength } from './minimum-password-length';
import { OAuthButtons } from './oauth-buttons';
import { PasswordInput } from './password-input';
import { useSignInError } from './use-sign-in-error';

export type SignUp = 'first' | 'open' | 'invite' | 'closed';

interface RegisterFormProps {
  readonly signUp: SignUp;
  readonly path: string;
  readonly invite: string;
  readonly signInHref: string;
}

function useRegister(path: string) {
  const t = useT();
  const signInError = useSignInError();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function register(form: FormData) {
    const email = String(form.get('email')).trim();
    const password = String(form.get('password'));
    const name = String(form.get('name') ?? '').trim();
    const invite = String(form.get('invite') ?? '').trim();
    await api.post('/api/account/register', { email, password, ...(name && { name }), ...(invite && { invite }) });
    try {
      await signInWithPassword(email, password);
    } catch (caught) {
      if (toApiFailure(caught).error.code !== 'unauthorized') throw caught;
      return t('auth.mayExist');
    }
    location.assign(path);
    return undefined;
  }

  async function submit(form: FormData) {
    setBusy(true);
    setError(undefined);
    const problem = await register(form).catch(signInError);
    setError(problem);
    if (problem !== undefined) setBusy(false);
  }

  return { busy, error, submit };
}

export function RegisterForm({ signUp, path, invite, signInHref }: RegisterFormProps) {
  const t = useT();
  return (
    <>
      <AuthHeading title={t('auth.registerTitle')} text={t('auth.registerText')} />
      {signUp === 'closed' ? (
        <Notice>{t('auth.signUpClosed')}</Notice>
      ) : (
        <OpenForm signUp={signUp} path={path} invite={invite} />
      )}
      {signUp !== 'first' && (
        <p className="mt-6 text-dim text-sm">
          {t('auth.haveAccount')}{' '}
          <Link href={signInHref} className="text-text underline underline-offset-4">
            {t('auth.toSignIn')}
          </Link>
        </p>
      )}
    </>
  );
}

function OpenForm({ signUp, path, invite }: Omit<RegisterFormProps, 'signInHref'>) {
  const t = useT();
  const hydrated = useHydrated();
  const { busy, error, submit } = useRegister(path);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void submit(new FormData(event.currentTarget));
  }

  return (
    <>
      {signUp === 'first' && (
        <div className="mb-4">
          <Notice>{t('auth.firstAccount')}</Notice>
        </div>
      )}
      {signUp !== 'first' && <OAuthButtons path={path} />}
      <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label={t('auth.email')}>
          {(control) => <Input {...control} name="email" type="email" autoComplete="username" required autoFocus />}
        </Field>
        <Field label={t('auth.password')} hint={t('auth.passwordHint', { count: minimumPasswordLength })}>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="new-password"
              minLength={minimumPasswordLength}
              maxLength={200}
              required
            />
          )}
        </Field>
        <Field label={t('auth.name')} note={t('common.optional')}>
          {(control) => <Input {...control} name="name" autoComplete="name" maxLength={100} />}
        </Field>
        {signUp === 'invite' && (
          <Field label={t('auth.invite')} hint={t('auth.inviteHint')}>
            {(control) => <Input {...control} name="invite" autoComplete="off" defaultValue={invite} required />}
          </Field>
        )}
        {error && <Notice tone="error">{error}</Notice>}
        <Button type="submit" variant="primary" size="large" disabled={!hydrated} busy={busy}>
          {busy ? t('auth.creatingAccount') : t('auth.createAccount')}
        </Button>
      </form>
    </>
  );
}
