'use client';

import { ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../i18n/i18n-provider';
import { ExternalLink } from './external-link';
import { isInlineImage, safeLink } from './safe-url';

/** No image loads by itself. One inside the text is shown on a click; one from elsewhere is only ever a link. */
export function MarkdownImage({ href, description }: { href: string; description: string }) {
  const t = useT();
  const [isShown, setIsShown] = useState(false);
  const isInline = isInlineImage(href);
  const name = description === '' ? t('chat.image.unnamed') : description;
  if (isInline && isShown) return <img src={href} alt={name} className="my-1 max-h-96 max-w-full rounded-lg" />;
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 rounded-md border border-line bg-raise px-2 py-0.5 text-sm">
      <ImageIcon aria-hidden className="size-3.5 shrink-0 text-faint" />
      <span className="min-w-0 break-words">{name}</span>
      {isInline && (
        <button type="button" className="text-cyan underline" onClick={() => setIsShown(true)}>
          {t('chat.image.load')}
        </button>
      )}
      {!isInline && safeLink(href) !== null && (
        <ExternalLink href={href} text={href}>
          <span className="break-all">{href}</span>
        </ExternalLink>
      )}
    </span>
  );
}
