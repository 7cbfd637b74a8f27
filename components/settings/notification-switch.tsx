'use client';

import { useState, useSyncExternalStore } from 'react';
import { notificationAccess, notificationWish } from '@/lib/client/notification-wish';
import { useT } from '../i18n/i18n-provider';
import { Notice } from '../ui/notice';
import { SwitchRow } from '../ui/switch';

function subscribeAccess(listener: () => void): () => void {
  const stop = notificationWish.subscribe(listener);
  addEventListener('focus', listener);
  return () => {
    stop();
    removeEventListener('focus', listener);
  };
}

/** Asks the browser only when it is switched on, and says what to do when the browser refuses. */
export function NotificationSwitch() {
  const t = useT();
  const wish = useSyncExternalStore(notificationWish.subscribe, notificationWish.read, () => false);
  const access = useSyncExternalStore(subscribeAccess, notificationAccess, () => 'ask' as const);
  const [wasRefused, setWasRefused] = useState(false);

  async function change(isOn: boolean) {
    const answer = isOn && access === 'ask' ? await Notification.requestPermission() : null;
    const isGranted = access === 'granted' || answer === 'granted';
    setWasRefused(isOn && !isGranted);
    notificationWish.save(isOn && isGranted);
  }

  return (
    <div className="flex flex-col gap-2">
      <SwitchRow
        label={t('layout.notify.label')}
        hint={t('layout.notify.hint')}
        checked={wish && access === 'granted'}
        disabled={access === 'missing'}
        onCheckedChange={(isOn) => void change(isOn)}
      />
      {access === 'missing' && <Notice>{t('layout.notify.missing')}</Notice>}
      {(access === 'blocked' || wasRefused) && access !== 'granted' && access !== 'missing' && (
        <Notice tone="warning">{t('layout.notify.blocked')}</Notice>
      )}
    </div>
  );
}
