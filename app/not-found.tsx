import type { Metadata } from 'next';
import Link from 'next/link';
import { PlainPage } from '@/components/layout/plain-page';
import { buttonClass } from '@/components/ui/button';
import { readPreferences } from './preferences';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await readPreferences();
  return { title: t('common.notFoundTitle'), robots: { index: false, follow: false } };
}

export default async function NotFound() {
  const { t } = await readPreferences();
  return (
    <PlainPage title={t('common.notFoundTitle')} text={t('common.notFoundText')}>
      <Link href="/" className={buttonClass()}>
        {t('common.home')}
      </Link>
    </PlainPage>
  );
}
