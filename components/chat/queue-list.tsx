'use client';

import { Clock3, CornerDownRight, X } from 'lucide-react';
import { canSteer, type OutgoingMessage } from '@/lib/client/run-outgoing';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';

/** What is written already and waits for the answer to end. */
export function QueueList(props: {
  queue: readonly OutgoingMessage[];
  onRemove: (message: OutgoingMessage) => void;
  /** Null while no run goes on that could be told. */
  onSteer: ((key: string) => void) | null;
}) {
  const { queue, onRemove, onSteer } = props;
  const t = useT();
  if (queue.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-col gap-1" aria-label={t('chat.composer.queued')}>
      {queue.map((message) => (
        <li
          key={message.key}
          className="flex items-center gap-2 rounded-lg border border-line border-dashed py-0.5 pr-1 pl-3 text-dim text-sm"
        >
          <Clock3 aria-hidden className="size-3.5 shrink-0 text-faint" />
          <span className="min-w-0 flex-1 truncate">{message.text}</span>
          <span className="shrink-0 text-faint text-xs max-md:hidden">{t('chat.composer.queued')}</span>
          {onSteer !== null && canSteer(message) && (
            <Button
              size="small"
              variant="ghost"
              aria-label={t('chat.composer.steer')}
              title={t('chat.composer.steer')}
              onClick={() => onSteer(message.key)}
            >
              <CornerDownRight aria-hidden className="size-3.5" />
              <span className="max-sm:hidden">{t('chat.composer.steerNow')}</span>
            </Button>
          )}
          <IconButton label={t('chat.composer.unqueue')} size="small" onClick={() => onRemove(message)}>
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
