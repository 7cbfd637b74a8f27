'use client';

import { type TaskView, taskApi } from '@/lib/client/tasks';
import { useT } from '../i18n/i18n-provider';
import { FormDialog } from '../ui/form-dialog';
import { readTaskForm, TaskFields } from './task-fields';

interface TaskDialogProps {
  readonly task: TaskView;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onSaved: () => Promise<unknown>;
}

export function TaskDialog({ task, open, onOpenChange, onSaved }: TaskDialogProps) {
  const t = useT();

  async function save(form: FormData) {
    await taskApi.update(task.id, readTaskForm(form));
    await onSaved();
  }

  return (
    <FormDialog open={open} onOpenChange={onOpenChange} title={t('tasks.editTitle')} onSave={save}>
      <TaskFields task={task} />
    </FormDialog>
  );
}
