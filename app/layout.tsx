import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { AppProviders } from '@/components/layout/app-providers';
import { schemes, themeColor } from '@/components/layout/theme-colors';
import './globals.css';
import { readPreferences } from './preferences';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await readPreferences();
  return {
    title: { default: 'Metona', template: '%s · Metona' },
    description: t('layout.about'),
    applicationName: 'Metona',
    icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' }, apple: '/icon-apple.png' },
    referrer: 'no-referrer',
    formatDetection: { telephone: false, email: false, address: false },
  };
}

/** The bars of the browser follow the theme that was chosen, else the device. */
export async function generateViewport(): Promise<Viewport> {
  const { theme } = await readPreferences();
  return {
    width: 'device-width',
    initialScale: 1,
    viewportFit: 'cover',
    themeColor: schemes.map((scheme) => ({
      media: `(prefers-color-scheme: ${scheme})`,
      color: themeColor(theme, scheme),
    })),
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, theme, nonce, texts } = await readPreferences();
  return (
    <html lang={locale} {...(theme !== 'system' && { 'data-theme': theme })} suppressHydrationWarning>
      <body>
        <AppProviders locale={locale} texts={texts} theme={theme} nonce={nonce}>
          {children}
        </AppProviders>
      </body>
    </html>
  );
}
