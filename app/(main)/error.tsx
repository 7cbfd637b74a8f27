'use client';

import { useT } from '@/components/i18n/i18n-provider';
import { Button } from '@/components/ui/button';
import { Page } from '@/components/ui/page';

/** A page that broke does not take the navigation with it. */
export default function MainErrorPage({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useT();
  return (
    <Page title={t('common.crashTitle')} text={t('common.crashText')}>
      <div>
        <Button variant="primary" onClick={reset}>
          {t('common.retry')}
        </Button>
      </div>
    </Page>
  );
}
