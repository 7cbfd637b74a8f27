'use client';

import { useState } from 'react';
import { type TaskView, taskApi } from '@/lib/client/tasks';
import { type ApiPages, useApiPages } from '@/lib/client/use-api';
import type { MetonaTaskStatus } from '@/lib/ir';
import type { StatusFilter, TaskFilterValue } from './task-filter';
import { taskStatuses } from './task-labels';

const shownBy = (filter: StatusFilter): readonly MetonaTaskStatus[] => {
  if (filter === 'all') return taskStatuses;
  return filter === 'open' ? ['doing', 'todo'] : [filter];
};

export interface TaskLists {
  /** The lists that the filter shows, in their order. */
  readonly shown: readonly { readonly status: MetonaTaskStatus; readonly pages: ApiPages<TaskView> }[];
  readonly isEmpty: boolean;
  readonly refresh: () => Promise<unknown>;
}

/** One list for each status: each grows by itself. */
export function useTaskLists({ query, status, due }: TaskFilterValue): TaskLists {
  const [now] = useState(() => Date.now());
  const wanted = shownBy(status);
  const pathOf = (of: MetonaTaskStatus) => (wanted.includes(of) ? taskApi.list(of, { query, due, now }) : null);
  const pages: Readonly<Record<MetonaTaskStatus, ApiPages<TaskView>>> = {
    doing: useApiPages<TaskView>(pathOf('doing')),
    todo: useApiPages<TaskView>(pathOf('todo')),
    done: useApiPages<TaskView>(pathOf('done')),
    cancelled: useApiPages<TaskView>(pathOf('cancelled')),
  };
  return {
    shown: wanted.map((of) => ({ status: of, pages: pages[of] })),
    isEmpty: wanted.every((of) => pages[of].items?.length === 0),
    refresh: () => Promise.all(wanted.map((of) => pages[of].refresh())),
  };
}
