import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface ScrollBoxProps {
  readonly label: string;
  /** How high it may grow. */
  readonly className: string;
  readonly children: ReactNode;
}

/** A box whose content scrolls inside it, by keyboard as well. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className={clsx('overflow-y-auto rounded-lg -outline-offset-2', className)}
    >
      {children}
    </section>
  );
}
