import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { LockedShare } from '@/components/share/locked-share';
import { ReaderFrame } from '@/components/share/reader-frame';
import { SharedChat } from '@/components/share/shared-chat';
import { loadPublicShare } from './load-public-share';
import { shareMetadata } from './share-metadata';

interface SharePageProps {
  readonly params: Promise<{ token: string }>;
}

export async function generateMetadata({ params }: SharePageProps): Promise<Metadata> {
  return await shareMetadata((await params).token);
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
