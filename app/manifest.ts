import type { MetadataRoute } from 'next';
import { themeColor } from '@/components/layout/theme-colors';
import { readPreferences } from './preferences';

const icon = (src: string, sizes: string, purpose: 'any' | 'maskable' = 'any') => ({
  src,
  sizes,
  purpose,
  type: src.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
});

/** What an installed Metona is called and opens with, in the language and the theme of who installs it. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { locale, theme, t } = await readPreferences();
  const color = themeColor(theme, 'dark');
  return {
    name: 'Metona',
    short_name: 'Metona',
    description: t('layout.about'),
    lang: locale,
    dir: 'ltr',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    categories: ['productivity', 'utilities'],
    background_color: color,
    theme_color: color,
    icons: [
      icon('/icon.svg', 'any'),
      icon('/icon-192.png', '192x192'),
      icon('/icon-512.png', '512x512'),
      icon('/icon-maskable.png', '512x512', 'maskable'),
    ],
    shortcuts: [
      { name: t('layout.newChat'), url: '/' },
      { name: t('layout.inbox'), url: '/inbox' },
      { name: t('layout.notes'), url: '/notes' },
    ],
  };
}
