'use client';

import { toApiFailure } from '@/lib/client/api';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';

/** Says why signing in or registering failed, without saying whether an address is known. */
export function useSignInError(): (caught: unknown) => string {
  const t = useT();
  const errorText = useErrorText();
  return (caught) => {
    const { error } = toApiFailure(caught);
    if (error.code === 'unauthorized') return t('auth.wrongPair');
    if (error.code === 'rate_limited' && error.retryAfterMs !== undefined) {
      return t('auth.tooOften', { minutes: Math.max(1, Math.ceil(error.retryAfterMs / 60_000)) });
    }
    return errorText(caught);
  };
}
