'use client';

import { Pencil, RefreshCw, Trash2, Upload } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { api } from '@/lib/client/api';
import type { FreshShare, ShareView } from '@/lib/client/share-resources';
import { useT } from '../i18n/i18n-provider';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Facts } from '../ui/facts';
import { IconButton } from '../ui/icon-button';
import { Time } from '../ui/time';
import { useToast } from '../ui/toaster';
import { ChangeLinkDialog } from './change-link-dialog';
import { PublishDialog } from './publish-dialog';

interface ShareRowProps {
  readonly share: ShareView;
  /** Names the chat as well, where links of many chats stand together. */
  readonly showChat?: boolean;
  readonly onChanged: () => Promise<unknown>;
  /** Hears the one answer that holds a new address. */
  readonly onNewUrl: (url: string) => void;
}

type Question = 'publish' | 'change' | 'new_url' | 'revoke';

/** One link: what it shows, who has seen it, and how to end it. The link itself cannot be shown again. */
export function ShareRow(props: ShareRowProps) {
  const { share, showChat = false } = props;
  const t = useT();
  const [question, setQuestion] = useState<Question>();
  const { last4 } = share;
  return (
    <li data-testid="share-row" className="flex items-start gap-1 py-2.5 pr-2 pl-4 max-sm:flex-col">
      <div className="flex w-full min-w-0 flex-1 flex-col gap-1">
        <ShareHead share={share} showChat={showChat} />
        <ShareFacts share={share} />
        {share.has_newer && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-dim text-xs">
            {t('sharing.hasNewer')}
            <Button size="small" onClick={() => setQuestion('publish')}>
              <Upload aria-hidden className="size-3.5" />
              {t('sharing.publish')}
            </Button>
          </p>
        )}
      </div>
      <div className="flex shrink-0 max-sm:-ml-2">
        <IconButton label={t('sharing.changeName', { last4 })} size="small" onClick={() => setQuestion('change')}>
          <Pencil />
        </IconButton>
        <IconButton label={t('sharing.newUrlName', { last4 })} size="small" onClick={() => setQuestion('new_url')}>
          <RefreshCw />
        </IconButton>
        <IconButton
          label={t('sharing.revokeName', { last4 })}
          size="small"
          danger
          onClick={() => setQuestion('revoke')}
        >
          <Trash2 />
        </IconButton>
      </div>
      <Questions {...props} question={question} onClose={() => setQuestion(undefined)} />
    </li>
  );
}

interface QuestionsProps extends ShareRowProps {
  readonly question: Question | undefined;
  readonly onClose: () => void;
}

function Questions({ share, question, onClose, onChanged, onNewUrl }: QuestionsProps) {
  const t = useT();
  const show = useToast();
  const path = `/api/shares/${encodeURIComponent(share.id)}`;

  async function revoke() {
    await api.delete(path);
    show(t('sharing.revoked'), 'success');
    await onChanged();
  }

  async function renew() {
    const { url } = await api.patch<FreshShare>(path, { new_url: true });
    onNewUrl(url);
    await onChanged();
  }

  if (question === 'publish') return <PublishDialog share={share} onClose={onClose} onChanged={onChanged} />;
  if (question === 'change') return <ChangeLinkDialog share={share} onClose={onClose} onChanged={onChanged} />;
  return (
    <>
      <ConfirmDialog
        open={question === 'revoke'}
        onOpenChange={onClose}
        title={t('sharing.revokeTitle')}
        text={t('sharing.revokeText')}
        confirmLabel={t('sharing.revoke')}
        onConfirm={revoke}
      />
      <ConfirmDialog
        open={question === 'new_url'}
        onOpenChange={onClose}
        title={t('sharing.newUrlTitle')}
        text={t('sharing.newUrlText')}
        confirmLabel={t('sharing.newUrl')}
        onConfirm={renew}
      />
    </>
  );
}

function ShareHead({ share, showChat }: { share: ShareView; showChat: boolean }) {
  const t = useT();
  const includes = [
    share.include.thinking && t('sharing.thinking'),
    share.include.tools && t('sharing.tools'),
    share.include.files && t('sharing.files'),
    share.has_passphrase && t('sharing.locked'),
  ].filter((label): label is string => typeof label === 'string');
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {showChat && (
        <Link href={`/chat/${share.session_id}`} className="max-w-full truncate underline-offset-4 hover:underline">
          {share.session_title ?? share.title}
        </Link>
      )}
      {share.label && <span className={showChat ? 'text-dim' : ''}>{share.label}</span>}
      <span className="font-mono text-faint text-xs">{t('sharing.endingIn', { last4: share.last4 })}</span>
      {includes.map((label) => (
        <Badge key={label}>{label}</Badge>
      ))}
    </p>
  );
}

function ShareFacts({ share }: { share: ShareView }) {
  const t = useT();
  return (
    <Facts>
      <span>
        {t('sharing.created')} <Time value={share.created_at} />
      </span>
      {share.published_at !== share.created_at && (
        <span>
          {t('sharing.snapshotOf')} <Time value={share.published_at} />
        </span>
      )}
      <span>
        {share.expires_at ? (
          <>
            {t('sharing.expires')} <Time value={share.expires_at} />
          </>
        ) : (
          t('sharing.expiresNever')
        )}
      </span>
      <span>{t('sharing.views', { count: share.views })}</span>
    </Facts>
  );
}
