'use client';

import { toApiFailure } from '@/lib/client/api';
import type { Translate } from '@/lib/i18n';
import type { MetonaError } from '@/lib/ir';
import { useT } from './i18n-provider';

/** The sentence of an error code in the reader's language. */
export function errorText(t: Translate, code: MetonaError['code']): string {
  return t(`errors.${code}`);
}

/** Says in the reader's language what went wrong with a call of ours; a refused form with the server's own words beside. */
export function useErrorText(): (caught: unknown) => string {
  const t = useT();
  return (caught) => {
    const failure = toApiFailure(caught);
    const sentence = errorText(t, failure.error.code);
    const issue = failure.issues[0];
    if (issue) return `${sentence} (${issue.path === '' ? '' : `${issue.path}: `}${issue.message})`;
    return failure.status === 400 ? `${sentence} (${failure.error.message})` : sentence;
  };
}
