'use client';

import Link from 'next/link';
import { useT } from '../../i18n/i18n-provider';
import { readDay, readTaskPriority, readTaskStatus } from '../../tasks/read-task';
import { type TaskFacts, TaskLine } from '../../tasks/task-line';
import { revealLine } from '../visible-text';
import type { ToolResultCardProps } from './card-props';
import { fieldsOf, listOf, textOf } from './read-value';

const mostTasks = 200;

type Fields = NonNullable<ReturnType<typeof fieldsOf>>;

function taskOf(fields: Fields): TaskFacts {
  return {
    title: revealLine(textOf(fields, 'title')),
    status: readTaskStatus(fields.status) ?? 'todo',
    priority: readTaskPriority(fields.priority) ?? 'normal',
    due_date: readDay(fields.due_date),
  };
}

/** The tasks that a call found, made or changed. */
export function TaskListCard({ value, fallback }: ToolResultCardProps) {
  const t = useT();
  const result = fieldsOf(value);
  const one = fieldsOf(result?.task);
  const found = one === null ? result && listOf(result, 'tasks', mostTasks) : [one];
  if (!found) return fallback;
  return (
    <section aria-label={t('chat.tool.result')} data-testid="task-list-card" className="flex min-w-0 flex-col gap-2">
      {found.length === 0 && <p className="text-dim text-sm">{t('tasks.noHits')}</p>}
      {found.length > 0 && (
        <ul className="divide-y divide-line-soft rounded-lg border border-line-soft">
          {found.map((fields) => (
            <li key={textOf(fields, 'id')} className="px-3 py-1.5">
              <TaskLine task={taskOf(fields)} showStatus />
            </li>
          ))}
        </ul>
      )}
      <Link href="/tasks" prefetch={false} className="w-fit text-faint text-xs underline underline-offset-3">
        {t('tasks.toPage')}
      </Link>
    </section>
  );
}
