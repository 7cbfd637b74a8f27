'use client';

import { useState } from 'react';
import { useErrorText } from '../i18n/use-error-text';
import { useToast } from '../ui/toaster';

/** Ends the sign-in of this browser and leaves nothing of it on the screen. */
export function useSignOut() {
  const show = useToast();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  async function leave() {
    setBusy(true);
    try {
      const { signOut } = await import('@/lib/client/auth');
      await signOut();
      location.assign('/login');
    } catch (caught) {
      show(errorText(caught), 'error');
      setBusy(false);
    }
  }
  return { busy, leave: () => void leave() };
}
