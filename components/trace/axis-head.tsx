'use client';

import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { rowGrid } from './row-grid';
import type { TimeAxis } from './trace-axis';

/** What the places of the bars mean: time since the beginning, with long waits cut short. */
export function AxisHead({ axis }: { axis: TimeAxis }) {
  const t = useT();
  const format = useFormat();
  return (
    <div
      data-testid="trace-axis"
      className={`${rowGrid} sticky top-0 z-10 rounded-t-xl border-line-soft border-b bg-card pt-2 pb-0.5 text-2xs text-faint`}
    >
      <span className="truncate [grid-area:name]">
        {axis.folds.length > 0 &&
          t('trace.cutShort', { times: axis.folds.map(({ length }) => format.duration(length)).join(', ') })}
      </span>
      <span className="relative h-4 [grid-area:bar]" aria-hidden>
        {axis.ticks.map(({ place, elapsed }) => (
          <span
            key={place}
            className="absolute whitespace-nowrap tabular-nums"
            style={{ left: `${place * 100}%`, transform: `translateX(-${place * 100}%)` }}
          >
            {format.duration(elapsed)}
          </span>
        ))}
      </span>
    </div>
  );
}
