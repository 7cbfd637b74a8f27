'use client';

import { type ComponentProps, type ReactElement, type ReactNode, Suspense, use, useEffect } from 'react';
import { useLateTrigger } from './late-trigger';
import { onDemand } from './on-demand';
import type { PopoverBody } from './popover-body';

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

const body = onDemand(() => import('./popover-body').then((module) => module.PopoverBody));

function LateBody(props: ComponentProps<typeof PopoverBody>) {
  const Body = use(body());
  const { onOpenChange, open } = props;
  useEffect(() => {
    if (Body === null && open) onOpenChange(false);
  });
  return Body && <Body {...props} />;
}

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
      void body();
      preload?.();
    },
  });
  const close = () => setOpen(false);
  return (
    <>
      {attach(trigger)}
      {target !== null && (
        <Suspense>
          <LateBody
            {...{ target, align, side, label, className }}
            id={popupId}
            open={openedBy !== null}
            onOpenChange={setOpen}
          >
            {children(close)}
          </LateBody>
        </Suspense>
      )}
    </>
  );
}
