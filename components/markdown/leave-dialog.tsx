'use client';

import { useT } from '../i18n/i18n-provider';
import { Button, buttonClass } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { destinationOf } from './safe-url';

/** Shows where a link really goes and lets the reader decide. */
export function LeaveDialog({ url, onClose }: { url: URL; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('chat.link.title', { host: destinationOf(url) })}
      description={t('chat.link.text')}
      footer={
        <>
          <Button onClick={onClose} autoFocus>
            {t('chat.link.stay')}
          </Button>
          <a
            href={url.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={buttonClass({ variant: 'primary' })}
            onClick={onClose}
          >
            {t('chat.link.open')}
          </a>
        </>
      }
    >
      <p className="flex items-start gap-2 rounded-lg border border-line-soft bg-code p-3">
        <span className="min-w-0 flex-1 break-all font-mono text-xs">{url.href}</span>
        <CopyButton text={url.href} label={t('chat.link.copy')} />
      </p>
    </Dialog>
  );
}
