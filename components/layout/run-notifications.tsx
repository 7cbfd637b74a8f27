'use client';

import { Suspense, useSyncExternalStore } from 'react';
import { notificationAccess, notificationWish } from '@/lib/client/notification-wish';
import { lazyPart } from '../i18n/lazy-part';

const RunWatch = lazyPart(() => import('./run-watch').then((module) => module.RunWatch));

/** Tells a person who looks elsewhere that a run needs them or has ended, in a browser that was asked to. */
export function RunNotifications() {
  const isWanted = useSyncExternalStore(notificationWish.subscribe, notificationWish.read, () => false);
  if (!isWanted || notificationAccess() !== 'granted') return null;
  return (
    <Suspense>
      <RunWatch />
    </Suspense>
  );
}
