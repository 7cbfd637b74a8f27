'use client';

import { useT } from '../i18n/i18n-provider';

/** What the person said while the answer was under way; it is read from here on. */
export function SteeredMessage({ text }: { text: string }) {
  const t = useT();
  return (
    <div
      data-testid="message-steered"
      className="max-w-[88%] self-end rounded-2xl rounded-br-md border border-line-soft bg-raise px-3.5 py-2 sm:max-w-[84%]"
    >
      <h3 className="sr-only">{t('chat.you')}</h3>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
    </div>
  );
}
