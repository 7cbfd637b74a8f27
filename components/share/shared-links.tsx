'use client';

import { Link2 } from 'lucide-react';
import { useState } from 'react';
import type { ShareView } from '@/lib/client/share-resources';
import { useApiPages } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../ui/page';
import { PagedList } from '../ui/paged-list';
import { RowBox } from '../ui/section';
import { FreshLinkDialog } from './fresh-link';
import { ShareRow } from './share-row';

/** Every link of the reader that works now. */
export function SharedLinks() {
  const t = useT();
  const pages = useApiPages<ShareView>('/api/shares');
  const [url, setUrl] = useState<string>();
  return (
    <Page title={t('sharing.pageTitle')} text={t('sharing.pageText')}>
      <PagedList
        pages={pages}
        empty={<EmptyState icon={<Link2 />} title={t('sharing.none')} text={t('sharing.noneText')} />}
      >
        {(shares) => (
          <>
            <p className="text-faint text-xs">{t('sharing.cannotCopy')}</p>
            <RowBox>
              {shares.map((share) => (
                <ShareRow key={share.id} share={share} showChat onChanged={pages.refresh} onNewUrl={setUrl} />
              ))}
            </RowBox>
          </>
        )}
      </PagedList>
      <FreshLinkDialog url={url} onClose={() => setUrl(undefined)} />
    </Page>
  );
}
