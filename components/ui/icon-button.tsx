'use client';

import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Tooltip } from './tooltip';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** Names the button for everyone: tooltip and accessible name. */
  readonly label: string;
  readonly children: ReactNode;
  readonly size?: 'small' | 'medium' | undefined;
  readonly danger?: boolean | undefined;
};

/** A button that is only an icon; it always has a name. */
export function IconButton({ label, size = 'medium', danger = false, className, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        className={clsx(
          'inline-grid shrink-0 place-items-center rounded-lg text-dim transition-colors',
          'enabled:hover:bg-hover disabled:opacity-50 [&_svg]:size-4',
          danger ? 'enabled:hover:text-red' : 'enabled:hover:text-text',
          size === 'small' ? 'size-7' : 'size-8.5',
          className,
        )}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  );
}
