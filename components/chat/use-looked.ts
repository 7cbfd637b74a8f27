'use client';

import { useEffect } from 'react';
import { sessionApi } from '@/lib/client/run-api';
import { refreshSidebar, useSessions } from '@/lib/client/use-sessions';

/** What has ended in a conversation is new until somebody sees the page: then it is new nowhere any more. */
export function useLooked(sessionId: string | null): void {
  const { items } = useSessions();
  const isUnseen = items?.some(({ id, unseen }) => id === sessionId && unseen) ?? false;
  useEffect(() => {
    if (sessionId === null || !isUnseen) return;
    const look = () => {
      if (!document.hidden) sessionApi.look(sessionId).then(refreshSidebar, () => undefined);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [sessionId, isUnseen]);
}
