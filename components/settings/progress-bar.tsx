import { useId } from 'react';

/** How much of something is done, with its name. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  const id = useId();
  const percent = Math.round(Math.min(1, share) * 100);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex items-baseline gap-2 text-sm">
        <span id={id} className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {label}
        </span>
        <span className="text-dim text-xs tabular-nums">{percent}%</span>
      </p>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1.5 overflow-hidden rounded-full bg-raise"
      >
        <div
          className="h-full rounded-full bg-cyan transition-[width] motion-reduce:transition-none"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
