import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { LockedShare } from '@/components/share/locked-share';
import { ReaderFrame } from '@/components/share/reader-frame';
import { SharedChat } from '@/components/share/shared-chat';
import { readPreferences } from '../../preferences';
import { loadPublicShare } from './load-public-share';

interface SharePageProps {
  readonly params: Promise<{ token: string }>;
}

/** The same words for every share: a preview elsewhere must not quote anything of it. */
export async function generateMetadata(): Promise<Metadata> {
  const { t } = await readPreferences();
  const title = t('sharing.readerTitle');
  const description = t('sharing.readerNote');
  return {
    title,
    description,
    robots: { index: false, follow: false, nocache: true },
    referrer: 'no-referrer',
    openGraph: { title, description, type: 'article', siteName: 'Metona' },
    twitter: { card: 'summary', title, description },
  };
}

export default async function SharePage({ params }: SharePageProps) {
  const { token } = await params;
  const found = await loadPublicShare(token);
  if (found === null) notFound();
  if (found.state === 'locked') {
    return (
      <ReaderFrame>
        <LockedShare token={token} />
      </ReaderFrame>
    );
  }
  return (
    <ReaderFrame continueHref={`/share/${encodeURIComponent(token)}/continue`}>
      <SharedChat token={token} share={found.share} />
    </ReaderFrame>
  );
}
