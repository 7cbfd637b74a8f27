import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const control =
  'rounded-lg border border-edge/70 bg-card text-text transition-colors enabled:hover:border-edge ' +
  'disabled:opacity-60 aria-invalid:border-red [&[readonly]]:bg-raise';

/** 16 px on phones, so that iOS does not zoom into the field. */
const text = 'text-field sm:text-sm';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx(control, text, 'min-h-9 w-full px-3 py-1.5', className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={clsx(control, text, 'min-h-20 w-full resize-y px-3 py-2 leading-relaxed', className)}
      {...rest}
    />
  );
}

type SelectProps = ComponentProps<'select'> & {
  /** As wide as its texts instead of the whole line. */
  readonly fit?: boolean;
};

/** The platform's own picker: right on phones, by keyboard and for screen readers. */
export function Select({ fit = false, className, children, ...rest }: SelectProps) {
  return (
    <select
      className={clsx(control, text, 'min-h-9 py-1.5 pr-8 pl-2.5 text-ellipsis', !fit && 'w-full', className)}
      {...rest}
    >
      {children}
    </select>
  );
}
