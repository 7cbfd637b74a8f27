'use client';

import { clsx } from 'clsx';
import { DropdownMenu as Primitive } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import type { OpenedBy } from './late-trigger';
import { MenuPartsContext } from './menu-parts';
import { StandIn } from './stand-in';

interface MenuBodyProps {
  readonly id: string;
  readonly labelledBy: string;
  readonly target: HTMLElement;
  readonly openedBy: OpenedBy | null;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly align: 'start' | 'center' | 'end';
  readonly side: 'top' | 'bottom';
  readonly children: ReactNode;
}

/** A menu that is open, or was: loaded when the first one is opened. */
export function MenuBody(props: MenuBodyProps) {
  const { id, labelledBy, target, openedBy, onOpenChange, align, side, children } = props;
  return (
    <MenuPartsContext value={Primitive}>
      <Primitive.Root open={openedBy !== null} onOpenChange={onOpenChange}>
        <Primitive.Trigger asChild>
          <StandIn target={target} />
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            id={id}
            aria-labelledby={labelledBy}
            align={align}
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className={clsx(
              'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-80 animate-rise overflow-y-auto',
              'rounded-xl border border-line bg-card p-1 text-sm shadow-float',
            )}
          >
            {openedBy === 'keyboard' && <FirstFocus />}
            {children}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </MenuPartsContext>
  );
}

/** Radix knows of keys that were pressed while it was there; the one that opened the first menu was not. */
function FirstFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // After the menu has taken the focus itself.
    queueMicrotask(() => {
      const menu = mark.current?.parentElement;
      menu?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus({ preventScroll: true });
    });
  }, []);
  return <span ref={mark} hidden />;
}
