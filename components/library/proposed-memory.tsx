'use client';

import { useState } from 'react';
import { type MemoryView, memoryApi } from '@/lib/client/resources';
import { refreshSidebar } from '@/lib/client/use-sessions';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { useToast } from '../ui/toaster';
import { MemoryDialog } from './memory-dialog';
import { MemoryFacts } from './memory-facts';

interface ProposedMemoryProps {
  readonly memory: MemoryView;
  readonly onDecided: () => Promise<unknown>;
}

/** A memory that is used only if the reader says so. Amber: it waits for a person. */
export function ProposedMemory({ memory, onDecided }: ProposedMemoryProps) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [editing, setEditing] = useState(false);

  async function decide(send: () => Promise<unknown>) {
    setBusy(true);
    try {
      await send();
      await onDecided();
      refreshSidebar();
    } catch (caught) {
      show(errorText(caught), 'error');
      setBusy(false);
    }
  }

  return (
    <li className="flex flex-col gap-2.5 rounded-xl border border-amber/40 bg-amber-soft px-4 py-3">
      <div>
        <p className="whitespace-pre-wrap text-sm">{memory.content}</p>
        <MemoryFacts memory={memory} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="attention"
          size="small"
          busy={busy}
          onClick={() => void decide(() => memoryApi.accept(memory.id))}
        >
          {t('library.memories.accept')}
        </Button>
        <Button size="small" disabled={busy} onClick={() => void decide(() => memoryApi.remove(memory.id))}>
          {t('library.memories.refuse')}
        </Button>
        <Button size="small" variant="ghost" disabled={busy} onClick={() => setEditing(true)}>
          {t('common.edit')}
        </Button>
      </div>
      <MemoryDialog memory={memory} open={editing} onOpenChange={setEditing} onSaved={onDecided} />
    </li>
  );
}
