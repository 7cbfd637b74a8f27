import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** One part of a settings page with a heading of its own. */
export function Section({ title, text, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          {text && <p className="max-w-prose text-pretty text-dim text-sm">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Rows with hairlines between them, in one box. */
export function RowBox({ children }: { children: ReactNode }) {
  return (
    <ul className="divide-y divide-line-soft overflow-hidden rounded-xl border border-line bg-card">{children}</ul>
  );
}
