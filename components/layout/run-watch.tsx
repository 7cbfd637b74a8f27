'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { notificationAccess } from '@/lib/client/notification-wish';
import {
  claimTelling,
  holdSeen,
  isSeenSomewhere,
  type Noted,
  type NotedState,
  newsBetween,
  type Watched,
  watchedOf,
} from '@/lib/client/notifications';
import { refreshSidebar, useSessions } from '@/lib/client/use-sessions';
import { useWaiting } from '@/lib/client/use-waiting';
import type { PlainMessageKey } from '@/lib/i18n';
import { useT } from '../i18n/i18n-provider';

const texts: Readonly<Record<NotedState, PlainMessageKey>> = {
  needsYou: 'layout.notify.needsYou',
  completed: 'layout.notify.completed',
  failed: 'layout.notify.failed',
};

/** Looks for news as long as it is there. */
export function RunWatch() {
  const { items } = useSessions();
  const { questions, isLoaded } = useWaiting();
  const before = useRef<Watched | null>(null);
  const tell = useTell();
  useSeen();
  useLooks();
  useEffect(() => {
    if (items === undefined || !isLoaded) return;
    const now = watchedOf(items, questions);
    const news = before.current === null ? [] : newsBetween(before.current, now, items);
    before.current = now;
    if (document.hidden) for (const noted of news) void tell(noted);
  });
  return null;
}

/** As long as this tab is seen, no tab tells anything. */
function useSeen() {
  useEffect(() => {
    let seen: AbortController | null = null;
    const look = () => {
      if (document.hidden) seen?.abort();
      else if (seen === null || seen.signal.aborted) {
        seen = new AbortController();
        holdSeen(seen.signal);
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      seen?.abort();
    };
  }, []);
}

const LOOK_MS = 5000;

/** The lists of the sidebar rest while the page is hidden: here they may not. */
function useLooks() {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden) refreshSidebar();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
}

function useTell() {
  const t = useT();
  const router = useRouter();
  return async ({ key, state, sessionId }: Noted) => {
    if (notificationAccess() !== 'granted' || (await isSeenSomewhere()) || !(await claimTelling(key))) return;
    const path = `/chat/${encodeURIComponent(sessionId)}`;
    const options = { body: t(texts[state]), tag: key, icon: '/icon-192.png' };
    try {
      const notification = new Notification('Metona', options);
      notification.onclick = () => {
        window.focus();
        router.push(path);
        notification.close();
      };
    } catch {
      // Phones show notifications only through a worker; it opens the path itself.
      const registration = await navigator.serviceWorker?.getRegistration();
      await registration?.showNotification('Metona', { ...options, data: { path } });
    }
  };
}
