'use client';

import { useId, useState } from 'react';
import { itemsOf, type ListOf } from '@/lib/client/resources';
import type { FreshShare, ShareView } from '@/lib/client/share-resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { RowBox } from '../ui/section';
import { FreshLink } from './fresh-link';
import { ShareForm } from './share-form';
import { ShareRow } from './share-row';

interface ShareDialogProps {
  readonly sessionId: string;
  /** Of the chat, as its owner sees it. */
  readonly title: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Publishes a snapshot of a chat, and lists the links it has already. */
export function ShareDialog({ sessionId, title, open, onOpenChange }: ShareDialogProps) {
  const t = useT();
  const formId = useId();
  const [url, setUrl] = useState<string>();
  const [busy, setBusy] = useState(false);
  const path = `/api/sessions/${encodeURIComponent(sessionId)}/shares`;
  const links = useApi<ListOf<ShareView>>(open ? path : null);

  function close(next: boolean) {
    if (!next) setUrl(undefined);
    onOpenChange(next);
  }

  async function created(share: FreshShare) {
    setUrl(share.url);
    await links.mutate();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      wide
      title={t('sharing.dialogTitle', { title: shortened(title) })}
      description={t('sharing.dialogText')}
      footer={
        url === undefined ? (
          <>
            <Button onClick={() => close(false)}>{t('common.cancel')}</Button>
            <Button type="submit" form={formId} variant="primary" busy={busy}>
              {t('sharing.create')}
            </Button>
          </>
        ) : (
          <Button onClick={() => close(false)}>{t('sharing.done')}</Button>
        )
      }
    >
      <div className="flex flex-col gap-6">
        {url === undefined ? (
          <ShareForm formId={formId} sessionId={sessionId} onBusy={setBusy} onCreated={created} />
        ) : (
          <FreshLink url={url} />
        )}
        <ExistingLinks shares={itemsOf(links.data)} onChanged={() => links.mutate()} onNewUrl={setUrl} />
      </div>
    </Dialog>
  );
}

const mostTitle = 60;

function shortened(title: string): string {
  const characters = [...title];
  return characters.length > mostTitle ? `${characters.slice(0, mostTitle - 1).join('')}…` : title;
}

interface ExistingLinksProps {
  readonly shares: readonly ShareView[];
  readonly onChanged: () => Promise<unknown>;
  readonly onNewUrl: (url: string) => void;
}

function ExistingLinks({ shares, onChanged, onNewUrl }: ExistingLinksProps) {
  const t = useT();
  if (shares.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{t('sharing.existing')}</h3>
      <RowBox>
        {shares.map((share) => (
          <ShareRow key={share.id} share={share} onChanged={onChanged} onNewUrl={onNewUrl} />
        ))}
      </RowBox>
    </section>
  );
}
