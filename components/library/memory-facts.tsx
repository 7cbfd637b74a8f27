'use client';

import Link from 'next/link';
import type { MemoryView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { Time } from '../ui/time';
import { memorySourceLabels, memoryTypeLabels } from './memory-labels';

/** Kind, origin, age, and the message a memory comes from. */
export function MemoryFacts({ memory }: { memory: MemoryView }) {
  const t = useT();
  return (
    <p className="flex flex-wrap gap-x-1.5 text-faint text-xs">
      <span>{t(memoryTypeLabels[memory.type])}</span>
      <span aria-hidden>·</span>
      <span>{t(memorySourceLabels[memory.source])}</span>
      <span aria-hidden>·</span>
      <Time value={memory.createdAt} />
      {memory.expiresAt !== undefined && (
        <>
          <span aria-hidden>·</span>
          <span>
            {t('library.memories.expires')} <Time value={memory.expiresAt} />
          </span>
        </>
      )}
      {memory.sessionId && (
        <>
          <span aria-hidden>·</span>
          <Link
            href={`/chat/${memory.sessionId}${memory.sourceMessageId ? `?message=${memory.sourceMessageId}` : ''}`}
            prefetch={false}
            className="underline underline-offset-2 hover:text-text"
          >
            {t('library.memories.toChat')}
          </Link>
        </>
      )}
    </p>
  );
}
