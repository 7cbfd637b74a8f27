'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { countShareView, hasShareEnded } from '@/lib/client/share-visit';

const everyMs = 30_000;

/** Counts the person, not the crawler, who looks at the page, and takes the page away when its link has ended. */
export function ShareWatch({ token }: { token: string }) {
  const router = useRouter();
  useEffect(() => {
    const isSeen = () => document.visibilityState === 'visible';
    const look = async () => {
      if (!isSeen()) return;
      countShareView(token);
      if (await hasShareEnded(token)) router.refresh();
    };
    const onLook = () => void look();
    if (isSeen()) countShareView(token);
    const timer = setInterval(onLook, everyMs);
    document.addEventListener('visibilitychange', onLook);
    addEventListener('focus', onLook);
    addEventListener('pageshow', onLook);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onLook);
      removeEventListener('focus', onLook);
      removeEventListener('pageshow', onLook);
    };
  }, [token, router]);
  return null;
}
