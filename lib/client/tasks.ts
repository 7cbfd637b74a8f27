import type { MetonaTaskPriority, MetonaTaskStatus } from '@/lib/ir';
import { api } from './api';

/** A task as the API answers. Times are ISO 8601, `due_date` is a calendar day. */
export interface TaskView {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly status: MetonaTaskStatus;
  readonly priority: MetonaTaskPriority;
  readonly due_date: string | null;
  readonly session_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly completed_at: string | null;
}

export type TaskChange = Partial<Pick<TaskView, 'title' | 'detail' | 'status' | 'priority' | 'due_date'>>;

export type DueFilter = 'any' | 'overdue' | 'today' | 'week';

/** A day where the reader is, so many days from the given moment. */
export function localDay(now: number, days = 0): string {
  const date = new Date(now);
  const there = new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${there.getFullYear()}-${part(there.getMonth() + 1)}-${part(there.getDate())}`;
}

function dueRange(due: DueFilter, now: number): Record<string, string> {
  if (due === 'overdue') return { due_to: localDay(now, -1) };
  if (due === 'today') return { due_from: localDay(now), due_to: localDay(now) };
  return due === 'week' ? { due_from: localDay(now), due_to: localDay(now, 6) } : {};
}

const taskPath = (id: string) => `/api/tasks/${encodeURIComponent(id)}`;

export const taskApi = {
  list: (status: MetonaTaskStatus, filter: { query: string; due: DueFilter; now: number }) => {
    const isOpen = status === 'todo' || status === 'doing';
    const search = new URLSearchParams({
      status,
      ...(isOpen && { order: 'urgency' }),
      ...(filter.query !== '' && { q: filter.query }),
      ...dueRange(filter.due, filter.now),
    });
    return `/api/tasks?${search}`;
  },
  path: taskPath,
  create: (task: TaskChange) => api.post<TaskView>('/api/tasks', task),
  update: (id: string, change: TaskChange) => api.patch<TaskView>(taskPath(id), change),
  remove: (id: string) => api.delete(taskPath(id)),
};
