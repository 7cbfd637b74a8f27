'use client';

import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type MemoryView, memoryApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { IconButton } from '../ui/icon-button';

const MemoryDialog = lazy(() => import('../library/memory-dialog').then((file) => ({ default: file.MemoryDialog })));

const once = { revalidateOnFocus: false, shouldRetryOnError: false };

/** A memory as the answer was given it, and what has become of it since: put right where it was found to be wrong. */
export function RecalledMemory({ id, content }: { id: string; content: string }) {
  const t = useT();
  const [isEditing, setIsEditing] = useState(false);
  const { data: memory, error, mutate } = useApi<MemoryView>(memoryApi.path(id), once);
  const isOther = memory !== undefined && memory.content !== content && memory.summary !== content;
  return (
    <li className="flex items-start gap-2 rounded-lg border border-line-soft bg-card py-1 pr-1 pl-3 text-sm">
      <div className="min-w-0 flex-1 py-0.5">
        <p className="whitespace-pre-wrap break-words">{content}</p>
        {isOther && <p className="text-faint text-xs">{t('chat.memory.changed', { content: memory.content })}</p>}
        {error?.status === 404 && <p className="text-faint text-xs">{t('chat.memory.forgotten')}</p>}
      </div>
      {memory && (
        <IconButton label={t('library.memories.editTitle')} size="small" onClick={() => setIsEditing(true)}>
          <Pencil />
        </IconButton>
      )}
      {memory && isEditing && (
        <Suspense>
          <MemoryDialog memory={memory} open onOpenChange={setIsEditing} onSaved={() => mutate()} />
        </Suspense>
      )}
    </li>
  );
}
