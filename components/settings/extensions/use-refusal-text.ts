'use client';

import { toApiFailure } from '@/lib/client/api';
import { useT } from '../../i18n/i18n-provider';
import { errorText, useErrorText } from '../../i18n/use-error-text';

/** What went wrong, with the server's own words where they say what to change. */
export function useRefusalText(): (caught: unknown) => string {
  const t = useT();
  const plain = useErrorText();
  return (caught) => {
    const { error, issues, status } = toApiFailure(caught);
    if (issues.length > 1) return `${errorText(t, error.code)} ${issues.map(({ message }) => message).join(' · ')}`;
    if (status === 409 || status === 502) return `${errorText(t, error.code)} (${error.message})`;
    return plain(caught);
  };
}
