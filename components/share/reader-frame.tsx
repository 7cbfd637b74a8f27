'use client';

import { clsx } from 'clsx';
import { MessageSquarePlus } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n-provider';
import { AppearanceMenu } from '../layout/appearance-menu';
import { Brand } from '../layout/brand';
import { SkipLink } from '../layout/skip-link';
import { buttonClass } from '../ui/button';

interface ReaderFrameProps {
  readonly continueHref?: string;
  readonly children: ReactNode;
}

/** The frame around a shared chat: no account, no navigation. */
export function ReaderFrame({ continueHref, children }: ReaderFrameProps) {
  const t = useT();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-20 border-line-soft border-b bg-bg">
        <div className="mx-auto flex w-full max-w-3xl flex-wrap items-center justify-between gap-2 px-4 py-2.5 sm:px-8">
          <Brand />
          <div className="flex items-center gap-1">
            <AppearanceMenu label={t('auth.appearance')} />
            {continueHref && (
              <Link
                href={continueHref}
                prefetch={false}
                className={clsx(buttonClass({ size: 'small' }), 'max-sm:hidden')}
              >
                <MessageSquarePlus aria-hidden className="size-4" />
                {t('sharing.continue')}
              </Link>
            )}
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-3xl flex-1 px-4 pt-6 pb-16 outline-none sm:px-8">
        {children}
        {continueHref && (
          <p className="mt-8 border-line-soft border-t pt-5">
            <Link href={continueHref} prefetch={false} className={buttonClass()}>
              <MessageSquarePlus aria-hidden className="size-4" />
              {t('sharing.continue')}
            </Link>
          </p>
        )}
      </main>
    </div>
  );
}
