'use client';

import type { TaskChange, TaskView } from '@/lib/client/tasks';
import { useT } from '../i18n/i18n-provider';
import { Field } from '../ui/field';
import { Input, Select, Textarea } from '../ui/input';
import { readTaskPriority, readTaskStatus } from './read-task';
import { taskPriorities, taskPriorityLabels, taskStatuses, taskStatusLabels } from './task-labels';

/** What a form of a task holds. */
export function readTaskForm(form: FormData): TaskChange & { title: string } {
  const text = (name: string) => String(form.get(name) ?? '');
  const due = text('due');
  return {
    title: text('title').trim(),
    detail: text('detail'),
    status: readTaskStatus(text('status')) ?? 'todo',
    priority: readTaskPriority(text('priority')) ?? 'normal',
    due_date: due === '' ? null : due,
  };
}

export function TaskFields({ task }: { task: TaskView }) {
  const t = useT();
  return (
    <>
      <Field label={t('tasks.titleField')}>
        {(control) => <Input {...control} name="title" required maxLength={200} defaultValue={task.title} />}
      </Field>
      <Field label={t('tasks.detail')}>
        {(control) => <Textarea {...control} name="detail" maxLength={20_000} rows={4} defaultValue={task.detail} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_minmax(0,1.3fr)] sm:gap-3">
        <Field label={t('tasks.status')}>
          {(control) => (
            <Select {...control} name="status" defaultValue={task.status}>
              {taskStatuses.map((status) => (
                <option key={status} value={status}>
                  {t(taskStatusLabels[status])}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('tasks.priority')}>
          {(control) => (
            <Select {...control} name="priority" defaultValue={task.priority}>
              {taskPriorities.map((priority) => (
                <option key={priority} value={priority}>
                  {t(taskPriorityLabels[priority])}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('tasks.dueField')}>
          {(control) => (
            <Input {...control} type="date" name="due" min="1970-01-01" defaultValue={task.due_date ?? ''} />
          )}
        </Field>
      </div>
    </>
  );
}
