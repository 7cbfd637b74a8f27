'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { api } from '@/lib/client/api';
import type { MemoryView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { Select, Textarea } from '../ui/input';
import { Notice } from '../ui/notice';
import { memoryTypeLabels, memoryTypes } from './memory-labels';

interface MemoryDialogProps {
  /** Absent for a new one. */
  readonly memory?: MemoryView;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onSaved: () => Promise<unknown>;
}

function saveMemory(memory: MemoryView | undefined, form: FormData): Promise<unknown> {
  const body = {
    type: String(form.get('type')),
    content: String(form.get('content')).trim(),
    importance: Number(form.get('importance')) / 100,
  };
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

function MemoryFields({ memory }: { memory: MemoryView | undefined }) {
  const t = useT();
  const [importance, setImportance] = useState(Math.round((memory?.importance ?? 0.5) * 100));
  return (
    <>
      <Field label={t('library.memories.content')}>
        {(control) => (
          <Textarea
            {...control}
            name="content"
            required
            maxLength={8000}
            rows={4}
            defaultValue={memory?.content ?? ''}
          />
        )}
      </Field>
      <Field label={t('library.memories.type')}>
        {(control) => (
          <Select {...control} name="type" defaultValue={memory?.type ?? 'semantic'}>
            {memoryTypes.map((type) => (
              <option key={type} value={type}>
                {t(memoryTypeLabels[type])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={t('library.memories.importance')}
        note={t('library.memories.importanceValue', { percent: importance })}
      >
        {(control) => (
          <input
            {...control}
            type="range"
            name="importance"
            min={0}
            max={100}
            step={5}
            value={importance}
            className="w-full accent-text"
            onChange={(event) => setImportance(Number(event.target.value))}
          />
        )}
      </Field>
    </>
  );
}
