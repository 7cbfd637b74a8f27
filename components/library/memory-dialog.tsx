'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { api } from '@/lib/client/api';
import type { MemoryView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { MemoryFields, readMemoryForm } from './memory-fields';

interface MemoryDialogProps {
  /** Absent for a new one. */
  readonly memory?: MemoryView;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onSaved: () => Promise<unknown>;
}

function saveMemory(memory: MemoryView | undefined, form: FormData): Promise<unknown> {
  const body = readMemoryForm(form, memory);
  return memory === undefined
    ? api.post('/api/memories', body)
    : api.patch(`/api/memories/${encodeURIComponent(memory.id)}`, body);
}

export function MemoryDialog({ memory, open, onOpenChange, onSaved }: MemoryDialogProps) {
  const t = useT();
  const errorText = useErrorText();
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function save(form: FormData) {
    setBusy(true);
    setError(undefined);
    try {
      await saveMemory(memory, form);
      await onSaved();
      onOpenChange(false);
    } catch (caught) {
      setError(errorText(caught));
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void save(new FormData(event.currentTarget));
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(memory ? 'library.memories.editTitle' : 'library.memories.create')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-4">
        <MemoryFields memory={memory} />
        {error && <Notice tone="error">{error}</Notice>}
      </form>
    </Dialog>
  );
}
