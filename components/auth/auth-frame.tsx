'use client';

import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n-provider';
import { AppearanceMenu } from '../layout/appearance-menu';
import { Brand } from '../layout/brand';
import { SkipLink } from '../layout/skip-link';

/** The quiet frame around signing in and registering. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex items-center justify-between px-5 py-4 sm:px-8">
        <Brand />
        <AppearanceMenu label={t('auth.appearance')} />
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-sm flex-1 px-5 pt-[9vh] pb-16 outline-none">
        {children}
      </main>
    </div>
  );
}
