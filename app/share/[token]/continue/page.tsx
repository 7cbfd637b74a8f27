import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { ContinueShare } from '@/components/share/continue-share';
import { ReaderFrame } from '@/components/share/reader-frame';
import { currentUser } from '@/lib/server/current-user';
import { readPreferences } from '../../../preferences';
import { loadPublicShare } from '../load-public-share';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await readPreferences();
  return { title: t('sharing.continue'), robots: { index: false, follow: false } };
}

/** The one page behind a link that asks who is there: it copies the chat into the reader's own. */
export default async function ContinuePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const found = await loadPublicShare(token);
  if (found === null) notFound();
  const here = `/share/${encodeURIComponent(token)}`;
  if (found.state === 'locked') redirect(here);
  if ((await currentUser()) === null) redirect(`/login?callbackUrl=${encodeURIComponent(`${here}/continue`)}`);
  return (
    <ReaderFrame>
      <ContinueShare token={token} title={found.share.title} />
    </ReaderFrame>
  );
}
