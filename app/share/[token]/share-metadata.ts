import type { Metadata } from 'next';
import { catalogues, createTranslate, locales } from '@/lib/i18n';
import { env } from '@/lib/server/env';
import { shareCardSize } from '@/lib/server/share-card';
import { readPreferences } from '../../preferences';
import { loadPublicShare } from './load-public-share';

/**
 * What other sites show of a link: the title, where its owner chose one, and words that are the same for every link.
 * Nothing of what was written, and nothing at all of a link that asks for a passphrase.
 */
export async function shareMetadata(token: string): Promise<Metadata> {
  const found = await loadPublicShare(token);
  const robots = { index: false, follow: false, nocache: true };
  if (found === null) return { robots, referrer: 'no-referrer' };
  const reader = await readPreferences();
  const share = found.state === 'ok' ? found.share : null;
  const language = locales.find((known) => known === share?.language);
  const t = language === undefined ? reader.t : createTranslate(catalogues[language]);
  const title = share?.title || t('sharing.readerTitle');
  const description = t('sharing.readerNote');
  const url = `${env().url}/api/share/${encodeURIComponent(token)}/card`;
  const images = [{ url, ...shareCardSize, alt: t('sharing.readerTitle'), type: 'image/png' }];
  return {
    title,
    description,
    robots,
    referrer: 'no-referrer',
    openGraph: {
      title,
      description,
      type: 'article',
      siteName: 'Metona',
      locale: (language ?? reader.locale).replace('-', '_'),
      images,
    },
    twitter: { card: 'summary_large_image', title, description, images },
  };
}
