'use client';

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RunStore } from '@/lib/client/run-store';
import { hasEnded } from '@/lib/client/run-view';
import { refreshSidebar } from '@/lib/client/use-sessions';
import type { RunStatus } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import type { Attention } from './tab-icon';
import { useTabIcon } from './use-tab-icon';

const calm = () => () => undefined;

/** What the tab should say; heard at once, also while the page is hidden. */
function useAttention(store: RunStore | null): Attention {
  const read = (): Attention => {
    if (store === null || hasEnded(store.view.status)) return 'none';
    const isAsked = store.view.parts.some((part) => part.kind === 'permission' && part.status === 'open');
    return isAsked ? 'waiting' : 'running';
  };
  return useSyncExternalStore(store?.subscribeStatus ?? calm, read, () => 'none');
}

/** How the run ended, from its end in a hidden tab until someone looks. */
function useUnseenEnd(attention: Attention, status: RunStatus | null): Attention {
  const [unseen, setUnseen] = useState<Attention>('none');
  const wasGoingOn = useRef(false);
  useEffect(() => {
    const isGoingOn = attention !== 'none';
    const hasJustEnded = wasGoingOn.current && !isGoingOn;
    wasGoingOn.current = isGoingOn;
    if (hasJustEnded && document.hidden && status !== null) setUnseen(endings[status]);
    else if (isGoingOn) setUnseen('none');
    const look = () => {
      if (!document.hidden) setUnseen('none');
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [attention, status]);
  return attention === 'none' ? unseen : attention;
}

const endings: Readonly<Record<RunStatus, Attention>> = {
  queued: 'none',
  running: 'none',
  waiting_permission: 'none',
  completed: 'done',
  failed: 'failed',
  cancelled: 'none',
};

/** Keeps the title of the tab: after a navigation the page's own title arrives late and would replace it. */
function useDocumentTitle(text: string): void {
  useEffect(() => {
    const keep = () => {
      if (document.title !== text) document.title = text;
    };
    keep();
    const observer = new MutationObserver(keep);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [text]);
}

/** Title and icon tell a hidden tab that its run is going on, or that it needs a person. */
export function useAttentionTitle(store: RunStore | null, title: string): void {
  const t = useT();
  const attention = useAttention(store);
  const shown = useUnseenEnd(attention, store?.view.status ?? null);
  const texts: Readonly<Record<Attention, string>> = {
    none: title,
    done: title,
    failed: title,
    running: t('chat.runningTitle', { title }),
    waiting: `${t('chat.needsYouTitle', { count: 1 })} · ${title}`,
  };
  useDocumentTitle(`${texts[attention]} · Metona`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sidebar shows the same state
  useEffect(() => refreshSidebar(), [attention]);
  useTabIcon(shown);
}
