'use client';

import { useEffect } from 'react';
import type { Attention } from './tab-icon';

/** Shows the state in the icon of the tab. What draws it comes with the first run; without the server the title says it alone. */
export function useTabIcon(attention: Attention): void {
  useEffect(() => {
    if (attention === 'none') return;
    let isOver = false;
    let end = () => {};
    import('./tab-icon').then(
      ({ showInTab }) => {
        if (!isOver) end = showInTab(attention);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      end();
    };
  }, [attention]);
}
