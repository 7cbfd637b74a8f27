'use client';

import { useState } from 'react';
import { api } from '@/lib/client/api';
import type { ShareView } from '@/lib/client/share-resources';
import { useT } from '../i18n/i18n-provider';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { useToast } from '../ui/toaster';
import { IncludeSwitches } from './include-switches';
import { PublishPreview } from './publish-preview';

interface PublishDialogProps {
  readonly share: ShareView;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<unknown>;
}

/** Brings a link up to date, after a look at what that would show. */
export function PublishDialog({ share, onClose, onChanged }: PublishDialogProps) {
  const t = useT();
  const show = useToast();
  const { thinking = false, tools = false, files = false, secrets = false } = share.include;
  const [include, setInclude] = useState({ thinking, tools, files, secrets });

  async function publish() {
    await api.patch(`/api/shares/${encodeURIComponent(share.id)}`, { publish: true, include });
    show(t('sharing.published'), 'success');
    await onChanged();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      wide
      title={t('sharing.publishTitle')}
      text={t('sharing.publishText')}
      confirmLabel={t('sharing.publishNow')}
      danger={false}
      onConfirm={publish}
    >
      <PublishPreview sessionId={share.session_id} include={include} onInclude={setInclude} />
      <IncludeSwitches include={include} onChange={setInclude} />
    </ConfirmDialog>
  );
}
