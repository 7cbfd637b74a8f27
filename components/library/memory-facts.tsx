'use client';

import Link from 'next/link';
import type { MemoryView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { Facts } from '../ui/facts';
import { Time } from '../ui/time';
import { memorySourceLabels, memoryTypeLabels } from './memory-labels';

/** Kind, origin, age, and the message a memory comes from. */
export function MemoryFacts({ memory }: { memory: MemoryView }) {
  const t = useT();
  return (
    <Facts>
      {t(memoryTypeLabels[memory.type])}
      {t(memorySourceLabels[memory.source])}
      <Time value={memory.createdAt} />
      {memory.expiresAt !== undefined && (
        <>
          {t('library.memories.expires')} <Time value={memory.expiresAt} />
        </>
      )}
      {memory.sessionId && (
        <Link
          href={`/chat/${memory.sessionId}${memory.sourceMessageId ? `?message=${memory.sourceMessageId}` : ''}`}
          prefetch={false}
          className="underline underline-offset-2 hover:text-text"
        >
          {t('library.memories.toChat')}
        </Link>
      )}
    </Facts>
  );
}
