'use client';

import { X } from 'lucide-react';
import { useT } from '../i18n/i18n-provider';
import { IconButton } from '../ui/icon-button';

export function AttachedImages({ urls, onRemove }: { urls: readonly string[]; onRemove: (index: number) => void }) {
  const t = useT();
  if (urls.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 px-3.5 pt-3">
      {urls.map((url, index) => (
        <li key={url.slice(-64)} className="relative">
          <img
            src={url}
            alt={t('chat.image.yours', { number: index + 1 })}
            className="size-16 rounded-lg border border-line object-cover"
          />
          <IconButton
            label={t('chat.composer.removeImage', { number: index + 1 })}
            size="small"
            className="-top-2 -right-2 absolute size-6 border border-line bg-card"
            onClick={() => onRemove(index)}
          >
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
