'use client';

import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Beside the label, in small print. */
  readonly note?: string | undefined;
  readonly className?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A label, its control and what there is to say about it, tied together for screen readers. */
export function Field({ label, hint, error, note, className, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="flex items-baseline gap-2 font-medium text-sm">
        {label}
        {note && <span className="font-normal text-faint text-xs">{note}</span>}
      </label>
      {children({ id, ...(described && { 'aria-describedby': described }), ...(error && { 'aria-invalid': true }) })}
      {hint && (
        <div id={`${id}-hint`} className="text-faint text-xs">
          {hint}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} role="alert" className="text-red text-xs">
          {error}
        </div>
      )}
    </div>
  );
}
