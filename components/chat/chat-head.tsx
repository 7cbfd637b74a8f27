'use client';

import { Ellipsis, FileDown, Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { sessionApi } from '@/lib/client/run-api';
import { useT } from '../i18n/i18n-provider';
import { lazyPart } from '../i18n/lazy-part';
import { SidebarToggle } from '../layout/sidebar-toggle';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';
import { Menu, MenuItem } from '../ui/menu';
import { SessionCost } from './session-cost';

const ShareDialog = lazyPart(() => import('../share/share-dialog').then((module) => module.ShareDialog));

/** The title of the conversation and what can be done with it as a whole. */
export function ChatHead({ sessionId, title }: { sessionId: string | null; title: string }) {
  const t = useT();
  const [isSharing, setIsSharing] = useState(false);
  return (
    <header className="flex h-13 shrink-0 items-center gap-1.5 border-line-soft border-b pr-2.5 pl-3 sm:pr-4 sm:pl-5">
      <SidebarToggle className="-ml-1.5" />
      <h1 className="min-w-0 flex-1 truncate font-semibold text-base">{title}</h1>
      {sessionId !== null && (
        <>
          <SessionCost sessionId={sessionId} />
          <Button size="small" data-testid="share-button" onClick={() => setIsSharing(true)}>
            <Share2 aria-hidden className="size-3.5" />
            <span className="max-sm:sr-only">{t('chat.share')}</span>
          </Button>
          <Menu
            trigger={
              <IconButton label={t('chat.more')}>
                <Ellipsis />
              </IconButton>
            }
          >
            <Download sessionId={sessionId} format="md" label={t('chat.exportMarkdown')} />
            <Download sessionId={sessionId} format="json" label={t('chat.exportJson')} />
          </Menu>
          {isSharing && (
            <Suspense>
              <ShareDialog sessionId={sessionId} title={title} open onOpenChange={setIsSharing} />
            </Suspense>
          )}
        </>
      )}
    </header>
  );
}

function Download({ sessionId, format, label }: { sessionId: string; format: 'md' | 'json'; label: string }) {
  return (
    <MenuItem asChild>
      <a href={sessionApi.exportPath(sessionId, format)} download>
        <FileDown aria-hidden />
        {label}
      </a>
    </MenuItem>
  );
}
