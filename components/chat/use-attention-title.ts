'use client';

import { useEffect, useSyncExternalStore } from 'react';
import type { RunStore } from '@/lib/client/run-store';
import { hasEnded } from '@/lib/client/run-view';
import { refreshSidebar } from '@/lib/client/use-sessions';
import { useT } from '../i18n/i18n-provider';

export type Attention = 'none' | 'running' | 'waiting';

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

const iconColors: Readonly<Record<Attention, string | null>> = { none: null, running: '#22d3ee', waiting: '#f59e0b' };

function iconOf(color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#1a1d27"/><circle cx="16" cy="16" r="8" fill="${color}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

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
  const texts: Readonly<Record<Attention, string>> = {
    none: title,
    running: t('chat.runningTitle', { title }),
    waiting: `${t('chat.needsYouTitle', { count: 1 })} · ${title}`,
  };
  useDocumentTitle(`${texts[attention]} · Metona`);
  useEffect(() => {
    refreshSidebar();
    const color = iconColors[attention];
    if (color === null) return;
    const link = document.createElement('link');
    link.rel = 'icon';
    link.href = iconOf(color);
    document.head.append(link);
    return () => link.remove();
  }, [attention]);
}
