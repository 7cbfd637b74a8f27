import type { ReactNode } from 'react';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

export function Step({ number, title, text, children }: StepProps) {
  return (
    <li className="flex gap-2.5 text-sm">
      <span
        aria-hidden
        className="grid size-5.5 shrink-0 place-items-center rounded-full border border-line text-dim text-xs tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {text && <p className="text-dim text-xs">{text}</p>}
        {children && <div className="pt-1.5">{children}</div>}
      </div>
    </li>
  );
}
