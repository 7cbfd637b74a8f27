'use client';

import { toApiFailure } from '@/lib/client/api';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';

/** The sentence for what an administrator was refused: the one conflict there can be is the last of his kind. */
export function usePeopleErrorText(): (caught: unknown) => string {
  const t = useT();
  const errorText = useErrorText();
  return (caught) => (toApiFailure(caught).error.code === 'conflict' ? t('admin.refusedLast') : errorText(caught));
}
