'use client';

import type { DueFilter } from '@/lib/client/tasks';
import type { PlainMessageKey } from '@/lib/i18n';
import type { MetonaTaskStatus } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { Select } from '../ui/input';
import { SearchField } from '../ui/search-field';
import { taskStatuses, taskStatusLabels } from './task-labels';

export type StatusFilter = 'open' | 'all' | MetonaTaskStatus;

export interface TaskFilterValue {
  readonly query: string;
  readonly status: StatusFilter;
  readonly due: DueFilter;
}

const statusLabels: Readonly<Record<StatusFilter, PlainMessageKey>> = {
  open: 'tasks.open',
  all: 'tasks.all',
  ...taskStatusLabels,
};
const dueLabels: Readonly<Record<DueFilter, PlainMessageKey>> = {
  any: 'tasks.dueAny',
  overdue: 'tasks.dueOverdue',
  today: 'tasks.dueToday',
  week: 'tasks.dueWeek',
};
const statusChoices: readonly StatusFilter[] = ['open', ...taskStatuses, 'all'];
const dueChoices: readonly DueFilter[] = ['any', 'overdue', 'today', 'week'];

interface TaskFilterProps {
  readonly value: TaskFilterValue;
  readonly onQuery: (query: string) => void;
  readonly onChange: (change: Partial<TaskFilterValue>) => void;
}

export function TaskFilter({ value, onQuery, onChange }: TaskFilterProps) {
  const t = useT();
  return (
    <search className="flex flex-wrap gap-2">
      <div className="flex min-w-52 flex-1">
        <SearchField label={t('tasks.search')} onSearch={onQuery} />
      </div>
      <Select
        fit
        aria-label={t('tasks.status')}
        value={value.status}
        onChange={(event) => onChange({ status: event.target.value as StatusFilter })}
      >
        {statusChoices.map((choice) => (
          <option key={choice} value={choice}>
            {t(statusLabels[choice])}
          </option>
        ))}
      </Select>
      <Select
        fit
        aria-label={t('tasks.dueField')}
        value={value.due}
        onChange={(event) => onChange({ due: event.target.value as DueFilter })}
      >
        {dueChoices.map((choice) => (
          <option key={choice} value={choice}>
            {t(dueLabels[choice])}
          </option>
        ))}
      </Select>
    </search>
  );
}
