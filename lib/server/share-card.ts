import 'server-only';
import { readFile } from 'node:fs/promises';
import { type Locale, locales } from '@/lib/i18n';

/** Of the pictures, in CSS pixels. */
export const shareCardSize = { width: 1200, height: 630 } as const;

/**
 * The picture that other sites show beside a link. It is the same for all links in a language, so that nothing of a
 * conversation stays in the caches of those sites when the link has ended.
 */
export async function shareCard(language: string): Promise<Response> {
  const locale: Locale = locales.find((known) => known === language) ?? 'en';
  const path = [process.cwd(), 'lib', 'server', 'share-card', `${locale}.png`].join('/');
  return new Response(await readFile(/* turbopackIgnore: true */ path), {
    headers: {
      'content-type': 'image/png',
      // Pages of other sites show it.
      'cross-origin-resource-policy': 'cross-origin',
      'x-robots-tag': 'noindex, nofollow',
    },
  });
}
