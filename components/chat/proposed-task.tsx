'use client';

import { type TaskChange, type TaskView, taskApi } from '@/lib/client/tasks';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { readDay, readTaskPriority, readTaskStatus } from '../tasks/read-task';
import { TaskLine } from '../tasks/task-line';
import { revealLine } from './visible-text';

interface ProposedTaskChange {
  readonly id: string;
  readonly change: TaskChange;
}

/** What a call would change of a task, if that is what it is. */
export function proposedTask(toolName: string, args: Record<string, unknown>): ProposedTaskChange | null {
  if (toolName !== 'tasks.update' || typeof args.id !== 'string') return null;
  const status = readTaskStatus(args.status);
  const priority = readTaskPriority(args.priority);
  const due = readDay(args.due_date);
  const change = {
    ...(typeof args.title === 'string' && { title: args.title }),
    ...(typeof args.detail === 'string' && { detail: args.detail }),
    ...(status !== null && { status }),
    ...(priority !== null && { priority }),
    ...((due !== null || args.due_date === null) && { due_date: due }),
  };
  return { id: args.id, change };
}

/** Read anew each time: somebody else may have changed it meanwhile. */
const anew = { revalidateOnFocus: false, shouldRetryOnError: false, dedupingInterval: 0 };

/** A task as it is and as it would be: its id alone tells nobody what is decided about. */
export function ProposedTask({ id, change }: ProposedTaskChange) {
  const t = useT();
  const { data: task, error } = useApi<TaskView>(taskApi.path(id), anew);
  if (error?.status === 404) return <p className="text-orange text-xs">{t('tasks.gone')}</p>;
  if (task === undefined) return null;
  const after = { ...task, ...change };
  return (
    <dl data-testid="proposed-task" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      <dt className="text-dim">{t('tasks.now')}</dt>
      <dd>
        <TaskLine task={{ ...task, title: revealLine(task.title) }} showStatus />
      </dd>
      <dt className="text-dim">{t('tasks.after')}</dt>
      <dd>
        <TaskLine task={{ ...after, title: revealLine(after.title) }} showStatus />
        {change.detail !== undefined && change.detail !== task.detail && (
          <p className="line-clamp-6 whitespace-pre-wrap text-dim text-xs">{revealLine(change.detail)}</p>
        )}
      </dd>
    </dl>
  );
}
