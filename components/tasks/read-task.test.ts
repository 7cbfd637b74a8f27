import { describe, expect, it } from 'vitest';
import { metonaDaySchema, metonaTaskPrioritySchema, metonaTaskStatusSchema } from '@/lib/ir';
import { readDay, readTaskPriority, readTaskStatus } from './read-task';

const odd: readonly unknown[] = [
  '',
  'later',
  'toString',
  'TODO',
  ' todo',
  'todo ',
  null,
  undefined,
  0,
  1,
  {},
  ['todo'],
  true,
];
const words = [...metonaTaskStatusSchema.options, ...metonaTaskPrioritySchema.options, ...odd];
const days: readonly unknown[] = [
  ...['1969-12-31', '1970-01-01', '2024-02-29', '2025-02-29', '2000-02-29', '1900-02-29', '2026-04-31', '2026-12-31'],
  ...['2026-13-01', '2026-00-10', '2026-01-00', '2026-1-1', '2026-01-01T00:00:00Z', '+12026-01-01', '9999-12-31'],
  ...odd,
];

describe('what the page reads as a part of a task is what the schemas take', () => {
  it.each(words.map((word) => [word]))('word %j', (word) => {
    expect(readTaskStatus(word)).toBe(metonaTaskStatusSchema.safeParse(word).data ?? null);
    expect(readTaskPriority(word)).toBe(metonaTaskPrioritySchema.safeParse(word).data ?? null);
  });

  it.each(days.map((day) => [day]))('day %j', (day) => {
    expect(readDay(day)).toBe(metonaDaySchema.safeParse(day).data ?? null);
  });
});
