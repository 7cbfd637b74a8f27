'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type MemoryView, memoryApi } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { IconButton } from '../ui/icon-button';
import { MemoryDialog } from './memory-dialog';
import { MemoryFacts } from './memory-facts';

interface MemoryRowProps {
  readonly memory: MemoryView;
  readonly onChanged: () => Promise<unknown>;
}

export function MemoryRow({ memory, onChanged }: MemoryRowProps) {
  const t = useT();
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState(false);

  async function forget() {
    await memoryApi.remove(memory.id);
    await onChanged();
  }

  return (
    <li className="flex items-start gap-2 py-2.5 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="whitespace-pre-wrap text-sm">{memory.content}</p>
        <MemoryFacts memory={memory} />
      </div>
      <IconButton label={t('common.edit')} size="small" onClick={() => setEditing(true)}>
        <Pencil />
      </IconButton>
      <IconButton label={t('library.memories.forget')} size="small" danger onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      <MemoryDialog memory={memory} open={editing} onOpenChange={setEditing} onSaved={onChanged} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('library.memories.deleteTitle')}
        text={memory.content.slice(0, 300)}
        confirmLabel={t('library.memories.forget')}
        onConfirm={forget}
      />
    </li>
  );
}
