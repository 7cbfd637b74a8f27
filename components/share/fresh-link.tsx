'use client';

import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { SecretOnce } from '../ui/secret-once';

/** The link, this one time. */
export function FreshLink({ url }: { url: string }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="success">
        <p className="font-medium">{t('sharing.createdTitle')}</p>
        <p>{t('sharing.createdText')}</p>
      </Notice>
      <SecretOnce value={url} label={t('sharing.createdTitle')} />
    </div>
  );
}

export function FreshLinkDialog({ url, onClose }: { url: string | undefined; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      open={url !== undefined}
      onOpenChange={onClose}
      title={t('sharing.newUrl')}
      footer={<Button onClick={onClose}>{t('sharing.done')}</Button>}
    >
      <FreshLink url={url ?? ''} />
    </Dialog>
  );
}
