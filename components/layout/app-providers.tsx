'use client';

import { getNonce, setNonce } from 'get-nonce';
import { type ReactNode, useEffect } from 'react';
import { SWRConfig } from 'swr';
import { ApiFailure } from '@/lib/client/api';
import type { Theme } from '@/lib/client/preference-cookie';
import type { Locale } from '@/lib/i18n';
import type { Texts } from '@/lib/i18n/first-texts';
import { I18nProvider } from '../i18n/i18n-provider';
import { ToastProvider } from '../ui/toaster';
import { ThemeProvider } from './theme-provider';

interface AppProvidersProps {
  readonly locale: Locale;
  readonly texts: Texts;
  readonly theme: Theme;
  readonly nonce: string;
  readonly children: ReactNode;
}

function mayRetry(error: unknown): boolean {
  return !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500;
}

const fetching = { shouldRetryOnError: mayRetry, errorRetryCount: 3, focusThrottleInterval: 10_000 };

export function AppProviders({ locale, texts, theme, nonce, children }: AppProvidersProps) {
  // Dialogs lock scrolling with a <style> element, which the content policy admits only with this nonce: that of the
  // document, not of a later rendering in another language.
  if (typeof window !== 'undefined' && nonce !== '' && getNonce() === undefined) setNonce(nonce);
  useAnswers();
  return (
    <I18nProvider locale={locale} texts={texts}>
      <ThemeProvider theme={theme}>
        <SWRConfig value={fetching}>
          <ToastProvider>{children}</ToastProvider>
        </SWRConfig>
      </ThemeProvider>
    </I18nProvider>
  );
}

/** Tells scripts that drive the page from when on it answers. */
function useAnswers(): void {
  useEffect(() => {
    document.documentElement.dataset.answers = '';
  }, []);
}
