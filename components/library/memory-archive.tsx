'use client';

import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type MemoryView, memoryApi } from '@/lib/client/resources';
import type { ApiPages } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { IconButton } from '../ui/icon-button';
import { PagedList } from '../ui/paged-list';
import { RowBox, Section } from '../ui/section';
import { useToast } from '../ui/toaster';
import { MemoryFacts } from './memory-facts';
import { archiveReasonLabels } from './memory-labels';

interface MemoryArchiveProps {
  readonly pages: ApiPages<MemoryView>;
  readonly onChanged: () => Promise<unknown>;
}

/** What cleaning up has put aside: not used any more, and taken back with one click. */
export function MemoryArchive({ pages, onChanged }: MemoryArchiveProps) {
  const t = useT();
  if (pages.items === undefined || pages.items.length === 0) return null;
  return (
    <Section title={t('library.memories.archive')} text={t('library.memories.archiveText')}>
      <PagedList pages={pages} empty={null}>
        {(memories) => (
          <RowBox>
            {memories.map((memory) => (
              <ArchivedMemory key={memory.id} memory={memory} onChanged={onChanged} />
            ))}
          </RowBox>
        )}
      </PagedList>
    </Section>
  );
}

function ArchivedMemory({ memory, onChanged }: { memory: MemoryView; onChanged: () => Promise<unknown> }) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);

  async function restore() {
    setBusy(true);
    try {
      await memoryApi.accept(memory.id);
      await onChanged();
    } catch (caught) {
      show(errorText(caught), 'error');
      setBusy(false);
    }
  }

  async function forget() {
    await memoryApi.remove(memory.id);
    await onChanged();
  }

  return (
    <li className="flex items-start gap-2 py-2.5 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="whitespace-pre-wrap text-dim text-sm">{memory.content}</p>
        <p className="text-faint text-xs">{t(archiveReasonLabels[memory.archivedReason ?? 'user'])}</p>
        <MemoryFacts memory={memory} />
      </div>
      <Button size="small" variant="ghost" busy={busy} onClick={() => void restore()}>
        <ArchiveRestore aria-hidden className="size-4" />
        {t('library.memories.restore')}
      </Button>
      <IconButton label={t('library.memories.forget')} size="small" danger onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
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
