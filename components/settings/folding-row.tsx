'use client';

import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { Switch } from '../ui/switch';

interface FoldingRowProps {
  readonly ref?: Ref<HTMLLIElement>;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Name and facts, at a glance. */
  readonly head: ReactNode;
  readonly badge?: ReactNode;
  readonly switchLabel: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  /** For tests and styles: what the row is and how it stands. */
  readonly testId?: string;
  readonly state?: string;
  /** All there is to say about it; made when it is unfolded. */
  readonly children: ReactNode;
}

/** One thing that can be on or off: its state at a glance, everything else folded below. */
export function FoldingRow(props: FoldingRowProps) {
  const { ref, isOpen, onToggle, head, badge, switchLabel, isOn, onSwitch, testId, state, children } = props;
  const bodyId = useId();
  return (
    <li ref={ref} data-testid={testId} data-state={state}>
      <div className="flex items-center gap-3 pr-4 transition-colors hover:bg-hover">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={onToggle}
          className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2 pl-3 text-left -outline-offset-2"
        >
          <ChevronRight
            aria-hidden
            className={clsx('size-4 shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
          />
          <span className="min-w-0 flex-1">{head}</span>
          {badge}
        </button>
        <Switch label={switchLabel} checked={isOn} onCheckedChange={onSwitch} />
      </div>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && (
          <div className="flex flex-col gap-5 border-line-soft border-t bg-bg/60 px-4 py-4 sm:pl-10">{children}</div>
        )}
      </div>
    </li>
  );
}

/** The name of what a row is about. */
export function RowName({ children, mono = false }: { children: ReactNode; mono?: boolean }) {
  return <span className={clsx('block truncate font-medium text-sm', mono && 'font-mono')}>{children}</span>;
}
