'use client';

import { Plus } from 'lucide-react';
import { type RefObject, type SubmitEvent, useState } from 'react';
import { taskApi } from '@/lib/client/tasks';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Input } from '../ui/input';
import { Notice } from '../ui/notice';

interface QuickTaskProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onAdded: () => Promise<unknown>;
}

/** One line, and Enter: the field is empty again and still has the focus. */
export function QuickTask({ field, onAdded }: QuickTaskProps) {
  const t = useT();
  const errorText = useErrorText();
  const [title, setTitle] = useState('');
  const [due, setDue] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function add() {
    setBusy(true);
    setError(undefined);
    try {
      await taskApi.create({ title: title.trim(), ...(due !== '' && { due_date: due }) });
      setTitle('');
      setDue('');
      field.current?.focus();
      await onAdded();
    } catch (caught) {
      setError(errorText(caught));
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (title.trim() !== '' && !busy) void add();
  }

  return (
    <div className="flex flex-col gap-2">
      <form onSubmit={onSubmit} className="flex flex-wrap gap-2">
        <Input
          ref={field}
          aria-label={t('tasks.new')}
          placeholder={t('tasks.new')}
          maxLength={200}
          value={title}
          className="min-w-full flex-1 sm:min-w-40"
          onChange={(event) => setTitle(event.target.value)}
        />
        <Input
          type="date"
          aria-label={t('tasks.dueField')}
          title={t('tasks.dueField')}
          min="1970-01-01"
          value={due}
          className="!w-auto min-w-38 flex-1 sm:flex-none"
          onChange={(event) => setDue(event.target.value)}
        />
        <Button type="submit" busy={busy} disabled={title.trim() === ''}>
          <Plus aria-hidden className="size-4" />
          {t('tasks.add')}
        </Button>
      </form>
      {error && <Notice tone="error">{error}</Notice>}
    </div>
  );
}
