'use client';

import { useT } from '../i18n/i18n-provider';

/** The first stop of the Tab key: past the navigation. */
export function SkipLink() {
  const t = useT();
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-lg focus:bg-text focus:px-3 focus:py-1.5 focus:text-bg focus:text-sm"
    >
      {t('layout.skipToContent')}
    </a>
  );
}
