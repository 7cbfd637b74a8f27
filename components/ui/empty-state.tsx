import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
}

/** What a list says when it has nothing: why, and what to do about it. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-xl border border-line border-dashed px-5 py-7">
      {icon && <div className="text-faint [&_svg]:size-5">{icon}</div>}
      <p className="font-medium text-sm">{title}</p>
      {text && <p className="max-w-prose text-pretty text-dim text-sm">{text}</p>}
      {action && <div className="pt-1">{action}</div>}
    </div>
  );
}
