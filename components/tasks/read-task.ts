import type { MetonaTaskPriority, MetonaTaskStatus } from '@/lib/ir';
import { taskPriorities, taskStatuses } from './task-labels';

/** The status that a value of unknown origin names, if it names one. */
export function readTaskStatus(value: unknown): MetonaTaskStatus | null {
  return taskStatuses.find((status) => status === value) ?? null;
}

export function readTaskPriority(value: unknown): MetonaTaskPriority | null {
  return taskPriorities.find((priority) => priority === value) ?? null;
}

/** A day as `YYYY-MM-DD` that the calendar has, from 1970 on. */
export function readDay(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value) || value < '1970-01-01') return null;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? value : null;
}
