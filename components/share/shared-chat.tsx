'use client';

import type { PublicShareView, SharedMessageView } from '@/lib/client/public-share';
import { useT } from '../i18n/i18n-provider';
import { Time } from '../ui/time';
import { byPosition } from './by-position';
import { ShareWatch } from './share-watch';
import { SharedTurn } from './shared-turn';

/** The page of a link. */
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
      <SharedMessages messages={share.messages} token={token} />
      <ShareWatch token={token} />
    </article>
  );
}

/** The messages of a snapshot as readers see them; without a token, nothing can be downloaded. */
export function SharedMessages({ messages, token }: { messages: readonly SharedMessageView[]; token: string | null }) {
  return byPosition(turnsOf(messages)).map(({ key, item }) => (
    <SharedTurn key={key} token={token} messages={item.messages} first={item.first} />
  ));
}

interface Turn {
  readonly first: number;
  readonly messages: SharedMessageView[];
}

/** What was answered in several steps is one answer. */
function turnsOf(messages: readonly SharedMessageView[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const [index, message] of messages.entries()) {
    const last = turns.at(-1);
    if (message.role === 'assistant' && last?.messages[0]?.role === 'assistant') last.messages.push(message);
    else turns.push({ first: index + 1, messages: [message] });
  }
  return turns;
}
