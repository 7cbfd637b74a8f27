'use client';

import { useT } from '@/components/i18n/i18n-provider';
import { PlainPage } from '@/components/layout/plain-page';
import { Button, buttonClass } from '@/components/ui/button';

export default function ErrorPage({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useT();
  return (
    <PlainPage title={t('common.crashTitle')} text={t('common.crashText')}>
      <Button variant="primary" onClick={reset}>
        {t('common.retry')}
      </Button>
      <a href="/" className={buttonClass()}>
        {t('common.home')}
      </a>
    </PlainPage>
  );
}
