'use client';

import { useRef } from 'react';

/**
 * Gives the focus back to where it was before a dialog opened. Dialogs here are opened by state, not by a trigger that
 * the dialog knows; when the element is gone (its row was deleted), the page takes the focus.
 */
export function useFocusReturn() {
  const before = useRef<HTMLElement>(null);
  return {
    remember: () => {
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      const element = before.current;
      const target = element?.isConnected && element !== document.body ? element : document.getElementById('content');
      target?.focus();
    },
  };
}
