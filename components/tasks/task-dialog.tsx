'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { type TaskView, taskApi } from '@/lib/client/tasks';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { readTaskForm, TaskFields } from './task-fields';

interface TaskDialogProps {
  readonly task: TaskView;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onSaved: () => Promise<unknown>;
}

export function TaskDialog({ task, open, onOpenChange, onSaved }: TaskDialogProps) {
  const t = useT();
  const errorText = useErrorText();
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function save(form: FormData) {
    setBusy(true);
    setError(undefined);
    try {
      await taskApi.update(task.id, readTaskForm(form));
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
      title={t('tasks.editTitle')}
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
        <TaskFields task={task} />
        {error && <Notice tone="error">{error}</Notice>}
      </form>
    </Dialog>
  );
}
