'use client';

import { Coins } from 'lucide-react';
import { useLocale, useT } from '../i18n/i18n-provider';
import { lazyPart } from '../i18n/lazy-part';
import { IconButton } from '../ui/icon-button';
import { Popover } from '../ui/popover';

const SessionSums = lazyPart(() => import('./session-sums').then((module) => module.SessionSums));

/** What a conversation took so far; asked for when somebody wants to know. */
export function SessionCost({ sessionId }: { sessionId: string }) {
  const t = useT();
  const locale = useLocale();
  return (
    <Popover
      align="end"
      label={t('branching.spend.title')}
      preload={() => SessionSums.preload(locale)}
      className="w-[min(20rem,calc(100vw-1rem))] p-3.5"
      trigger={
        <IconButton label={t('branching.spend.open')} data-testid="session-cost">
          <Coins />
        </IconButton>
      }
    >
      {() => (
        <>
          <h2 className="mb-2 font-semibold">{t('branching.spend.title')}</h2>
          <SessionSums sessionId={sessionId} />
        </>
      )}
    </Popover>
  );
}
