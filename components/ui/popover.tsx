'use client';

import { lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import { useLateTrigger } from './late-trigger';

interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly align?: 'start' | 'end' | undefined;
  readonly side?: 'top' | 'bottom' | undefined;
  readonly className?: string | undefined;
  /** Fetches what is inside, as soon as somebody comes near. */
  readonly preload?: (() => void) | undefined;
  /** Rendered while it is open. */
  readonly children: (close: () => void) => ReactNode;
}

const load = () => import('./popover-body');
const PopoverBody = lazy(() => load().then((module) => ({ default: module.PopoverBody })));

/** A small panel beside its button, which is there at once; the code comes when somebody comes near. */
export function Popover({
  trigger,
  label,
  align = 'start',
  side = 'bottom',
  className,
  preload,
  children,
}: PopoverProps) {
  const { popupId, target, openedBy, attach, setOpen } = useLateTrigger({
    popup: 'dialog',
    preload: () => {
      void load();
      preload?.();
    },
  });
  const close = () => setOpen(false);
  return (
    <>
      {attach(trigger)}
      {target !== null && (
        <Suspense>
          <PopoverBody
            {...{ target, align, side, label, className }}
            id={popupId}
            open={openedBy !== null}
            onOpenChange={setOpen}
          >
            {children(close)}
          </PopoverBody>
        </Suspense>
      )}
    </>
  );
}
