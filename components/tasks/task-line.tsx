'use client';

import { clsx } from 'clsx';
import type { TaskView } from '@/lib/client/tasks';
import { useT } from '../i18n/i18n-provider';
import { Badge } from '../ui/badge';
import { DueDay } from './due-day';
import { taskPriorityLabels, taskStatusLabels } from './task-labels';

export type TaskFacts = Pick<TaskView, 'title' | 'status' | 'priority' | 'due_date'>;

/** A task in a line and what is to be known of it, wherever tasks are shown. */
export function TaskLine({ task, showStatus = false }: { task: TaskFacts; showStatus?: boolean }) {
  const t = useT();
  const isOpen = task.status === 'todo' || task.status === 'doing';
  const hasFacts = showStatus || task.due_date !== null || task.priority !== 'normal';
  return (
    <>
      <span className={clsx('block text-sm [overflow-wrap:anywhere]', !isOpen && 'text-dim line-through')}>
        <bdi>{task.title}</bdi>
      </span>
      {hasFacts && (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-faint text-xs">
          {showStatus && (
            <Badge tone={task.status === 'done' ? 'good' : 'neutral'}>{t(taskStatusLabels[task.status])}</Badge>
          )}
          {task.due_date !== null && <DueDay day={task.due_date} isOpen={isOpen} />}
          {task.priority !== 'normal' && (
            <Badge tone={task.priority === 'high' ? 'bad' : 'neutral'}>{t(taskPriorityLabels[task.priority])}</Badge>
          )}
        </span>
      )}
    </>
  );
}
