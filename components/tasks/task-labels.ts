import type { PlainMessageKey } from '@/lib/i18n';
import type { MetonaTaskPriority, MetonaTaskStatus } from '@/lib/ir';

export const taskStatusLabels = {
  doing: 'tasks.doing',
  todo: 'tasks.todo',
  done: 'tasks.done',
  cancelled: 'tasks.cancelled',
} as const satisfies Record<MetonaTaskStatus, PlainMessageKey>;

/** In the order in which a page shows them. */
export const taskStatuses = ['doing', 'todo', 'done', 'cancelled'] as const satisfies readonly MetonaTaskStatus[];

export const taskPriorityLabels = {
  high: 'tasks.high',
  normal: 'tasks.normal',
  low: 'tasks.low',
} as const satisfies Record<MetonaTaskPriority, PlainMessageKey>;

export const taskPriorities = ['high', 'normal', 'low'] as const satisfies readonly MetonaTaskPriority[];
