'use client';

import { type KeyboardEvent, type PointerEvent, type ReactElement, useId, useState } from 'react';
import { withHandlers } from './with-handlers';

/** How something was opened; with the keyboard its first choice takes the focus. */
export type OpenedBy = 'pointer' | 'keyboard';

interface LateTriggerOptions {
  readonly popup: 'menu' | 'dialog';
  /** Fetches the code of what opens; called often, as soon as somebody comes near. */
  readonly preload: () => void;
  readonly onOpen?: ((isOpen: boolean) => void) | undefined;
}

const openingKeys: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown']);

/**
 * The button of something whose code comes when it is wanted: it is there from the start, says what it opens, and a
 * press counts at once, also one that is quicker than the code.
 */
export function useLateTrigger({ popup, preload, onOpen }: LateTriggerOptions) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null);
  const isOpen = openedBy !== null;

  function change(next: OpenedBy | null, element?: HTMLElement) {
    if (element) setTarget(element);
    setOpenedBy(next);
    onOpen?.(next !== null);
  }

  const ofMenu = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || event.ctrlKey || isOpen) return;
      change('pointer', event.currentTarget);
      // The menu takes the focus, not the button.
      event.preventDefault();
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (!openingKeys.has(event.key) || isOpen) return;
      event.preventDefault();
      change('keyboard', event.currentTarget);
    },
    onClick: (event: { readonly detail: number; readonly currentTarget: HTMLElement }) => {
      // Assistive technology clicks without a pointer.
      if (event.detail === 0 && !isOpen) change('keyboard', event.currentTarget);
    },
  };
  const ofDialog = {
    onClick: (event: { readonly detail: number; readonly currentTarget: HTMLElement }) =>
      change(isOpen ? null : event.detail === 0 ? 'keyboard' : 'pointer', event.currentTarget),
  };
  const attach = (trigger: ReactElement) =>
    withHandlers(trigger, {
      id,
      'aria-haspopup': popup,
      'aria-expanded': isOpen,
      'data-state': isOpen ? 'open' : 'closed',
      ...(isOpen && { 'aria-controls': `${id}-popup` }),
      onPointerEnter: preload,
      onFocus: preload,
      ...(popup === 'menu' ? ofMenu : ofDialog),
    });
  return {
    id,
    popupId: `${id}-popup`,
    target,
    openedBy,
    attach,
    setOpen: (next: boolean) => change(next ? 'pointer' : null),
  };
}
