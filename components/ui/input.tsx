import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const control =
  'w-full rounded-lg border border-edge/70 bg-card text-text transition-colors enabled:hover:border-edge ' +
  'disabled:opacity-60 aria-invalid:border-red read-only:bg-raise';

/** 16 px on phones, so that iOS does not zoom into the field. */
const text = 'text-base max-sm:text-[1rem] sm:text-sm';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx(control, text, 'min-h-9 px-3 py-1.5', className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea className={clsx(control, text, 'min-h-20 resize-y px-3 py-2 leading-relaxed', className)} {...rest} />
  );
}

/** The platform's own picker: right on phones, by keyboard and for screen readers. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <select className={clsx(control, text, 'min-h-9 py-1.5 pr-8 pl-2.5 [text-overflow:ellipsis]', className)} {...rest}>
      {children}
    </select>
  );
}
