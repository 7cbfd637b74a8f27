'use client';

import { api } from '@/lib/client/api';
import { type MemoryView, memoryApi } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { FormDialog } from '../ui/form-dialog';
import { MemoryFields, readMemoryForm } from './memory-fields';

interface MemoryDialogProps {
  /** Absent for a new one. */
  readonly memory?: MemoryView;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onSaved: () => Promise<unknown>;
}

export function MemoryDialog({ memory, open, onOpenChange, onSaved }: MemoryDialogProps) {
  const t = useT();

  async function save(form: FormData) {
    const body = readMemoryForm(form, memory);
    await (memory === undefined ? api.post('/api/memories', body) : api.patch(memoryApi.path(memory.id), body));
    await onSaved();
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(memory ? 'library.memories.editTitle' : 'library.memories.create')}
      onSave={save}
    >
      <MemoryFields memory={memory} />
    </FormDialog>
  );
}
