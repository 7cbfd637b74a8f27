'use client';

import { clsx } from 'clsx';
import { Popover as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { StandIn } from './stand-in';

interface PopoverBodyProps {
  readonly id: string;
  readonly target: HTMLElement;
  readonly open: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly align: 'start' | 'end';
  readonly side: 'top' | 'bottom';
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A popover that is open, or was: loaded when the first one is opened. */
export function PopoverBody(props: PopoverBodyProps) {
  const { id, target, open, onOpenChange, align, side, label, className, children } = props;
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>
        <StandIn target={target} />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          id={id}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className={clsx('z-50 animate-rise rounded-xl border border-line bg-card text-sm shadow-float', className)}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
