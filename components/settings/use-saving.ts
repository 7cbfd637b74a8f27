'use client';

import { useErrorText } from '../i18n/use-error-text';
import { useToast } from '../ui/toaster';

/** Runs a change at once; when it fails, says why. */
export function useSaving(): (save: () => Promise<unknown>) => void {
  const show = useToast();
  const errorText = useErrorText();
  return (save) => {
    save().catch((caught: unknown) => show(errorText(caught), 'error'));
  };
}
