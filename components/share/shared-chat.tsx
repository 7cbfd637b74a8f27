'use client';

import { useT } from '../i18n/i18n-provider';
import { Time } from '../ui/time';
import { byPosition } from './by-position';
import type { PublicShareView } from './public-share';
import { SharedMessage } from './shared-message';
import { ViewCounter } from './view-counter';

export function SharedChat({ token, share }: { token: string; share: PublicShareView }) {
  const t = useT();
  return (
    <article lang={share.language} className="flex flex-col gap-5">
      <header>
        <h1 className="break-words font-semibold text-xl">{share.title || t('sharing.readerTitle')}</h1>
        <p className="text-faint text-xs">
          {t('sharing.readerNote')} · {t('sharing.readerPublished')} <Time value={share.published_at} absolute />
        </p>
      </header>
      {byPosition(share.messages).map(({ key, item }) => (
        <SharedMessage key={key} token={token} message={item} />
      ))}
      <ViewCounter token={token} />
    </article>
  );
}
