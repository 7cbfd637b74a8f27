'use client';

import { useState } from 'react';
import useSWR from 'swr';
import type { ApiFailure } from '@/lib/client/api';
import { findOAuthProviders, type OAuthProvider, signInWithProvider } from '@/lib/client/auth';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { useSignInError } from './use-sign-in-error';

/** A button for every OAuth provider that is set up; nothing when there is none. */
export function OAuthButtons({ path }: { path: string }) {
  const t = useT();
  const signInError = useSignInError();
  const { data } = useSWR<readonly OAuthProvider[], ApiFailure>('/api/auth/providers', findOAuthProviders);
  const [leaving, setLeaving] = useState<string>();
  const [error, setError] = useState<string>();
  if (data === undefined || data.length === 0) return null;

  async function leave(id: string) {
    setLeaving(id);
    setError(undefined);
    try {
      await signInWithProvider(id, path);
    } catch (caught) {
      setError(signInError(caught));
      setLeaving(undefined);
    }
  }

  return (
    <div className="flex flex-col gap-2">
      {data.map((provider) => (
        <Button
          key={provider.id}
          size="large"
          busy={leaving === provider.id}
          disabled={leaving !== undefined}
          onClick={() => void leave(provider.id)}
        >
          {t('auth.with', { name: provider.name })}
        </Button>
      ))}
      {error && <Notice tone="error">{error}</Notice>}
      <p className="flex items-center gap-3 py-1 text-faint text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('auth.or')}
      </p>
    </div>
  );
}
