'use client';

import { localDay } from '@/lib/client/tasks';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';

/** Midnight where the reader is: a day has no time zone of its own. */
function startOf(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

const named = [-1, 0, 1] as const;

/** A day in words where it is near, else as a date; what is late says so. */
export function DueDay({ day, isOpen }: { day: string; isOpen: boolean }) {
  const t = useT();
  const format = useFormat();
  const now = Date.now();
  const near = named.find((days) => localDay(now, days) === day);
  const text = near === undefined ? format.date(startOf(day).getTime()) : format.nearDay(near);
  const isLate = isOpen && day < localDay(now);
  return (
    <time dateTime={day} title={format.date(startOf(day).getTime())} className={isLate ? 'text-red' : ''}>
      {t(isLate ? 'tasks.late' : 'tasks.due', { day: text })}
    </time>
  );
}
