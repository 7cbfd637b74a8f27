'use client';

import { clsx } from 'clsx';
import { Switch as Primitive } from 'radix-ui';
import { type ReactNode, useId } from 'react';

interface SwitchProps {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly label: string;
  readonly disabled?: boolean | undefined;
  readonly id?: string | undefined;
  readonly describedBy?: string | undefined;
}

/** On or off, at once. `label` is its accessible name. */
export function Switch({ checked, onCheckedChange, label, disabled, id, describedBy }: SwitchProps) {
  return (
    <Primitive.Root
      checked={checked}
      onCheckedChange={onCheckedChange}
      aria-label={label}
      disabled={disabled ?? false}
      {...(id !== undefined && { id })}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      className={clsx(
        'relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border transition-colors disabled:opacity-50',
        'data-[state=checked]:border-green data-[state=unchecked]:border-edge',
        'data-[state=checked]:bg-green data-[state=unchecked]:bg-raise',
      )}
    >
      <Primitive.Thumb
        className={clsx(
          'block size-3.5 rounded-full transition-transform',
          'data-[state=checked]:translate-x-4.5 data-[state=unchecked]:translate-x-0.5',
          'data-[state=checked]:bg-bg data-[state=unchecked]:bg-dim',
        )}
      />
    </Primitive.Root>
  );
}

interface SwitchRowProps extends Omit<SwitchProps, 'id' | 'describedBy'> {
  readonly hint?: ReactNode;
}

/** A switch with its label and an explanation, as one line of a form. */
export function SwitchRow({ hint, ...rest }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <label htmlFor={id} className="min-w-0 flex-1">
        <span className="block text-sm">{rest.label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-faint text-xs">
            {hint}
          </span>
        )}
      </label>
      <Switch {...rest} id={id} describedBy={hint ? `${id}-hint` : undefined} />
    </div>
  );
}
