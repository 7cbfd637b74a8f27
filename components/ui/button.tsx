import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Spinner } from './spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'attention';
export type ButtonSize = 'small' | 'medium' | 'large';

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary: 'border-text bg-text text-bg font-medium enabled:hover:opacity-90',
  secondary: 'border-line bg-card text-text enabled:hover:bg-hover enabled:hover:border-edge',
  ghost: 'border-transparent bg-transparent text-dim enabled:hover:bg-hover enabled:hover:text-text',
  danger: 'border-red/40 bg-transparent text-red enabled:hover:bg-red-soft enabled:hover:border-red',
  attention: 'border-amber-fill bg-amber-fill text-on-amber font-semibold enabled:hover:opacity-90',
};

const sizes: Readonly<Record<ButtonSize, string>> = {
  small: 'min-h-7 px-2.5 text-xs gap-1.5 rounded-md',
  medium: 'min-h-8.5 px-3 text-sm gap-2 rounded-lg',
  large: 'min-h-10.5 px-4 text-base gap-2 rounded-lg',
};

interface ButtonStyle {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
}

/** The look of a button, for links that lead somewhere and stand among buttons. */
export function buttonClass({ variant = 'secondary', size = 'medium' }: ButtonStyle = {}): string {
  return clsx(
    'inline-flex shrink-0 select-none items-center justify-center border text-center transition-colors',
    'disabled:opacity-55 aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
  );
}

export type ButtonProps = ComponentProps<'button'> & ButtonStyle & { readonly busy?: boolean | undefined };

/** `attention` (amber) is for what Metona waits for from a person, nothing else. */
export function Button({ variant, size, busy = false, className, disabled, children, type, ...rest }: ButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      className={clsx(buttonClass({ variant, size }), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
