'use client';

import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { placeBeside, type Side } from './place-beside';

interface HintProps {
  readonly id: string;
  readonly text: string;
  readonly side: Side;
  readonly anchor: HTMLElement;
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
}

/** The hint itself, beside what it is about. */
export function Hint({ id, text, side, anchor, ...handlers }: HintProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const screen = { width: innerWidth, height: innerHeight };
    const size = { width: box.offsetWidth, height: box.offsetHeight };
    const { left, top } = placeBeside(anchor.getBoundingClientRect(), size, { side, screen });
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  });
  return createPortal(
    <div
      ref={ref}
      id={id}
      role="tooltip"
      className="pointer-events-auto fixed top-0 left-0 z-60 w-max max-w-[min(18rem,calc(100vw-1rem))] animate-fade rounded-md border border-line bg-raise px-2 py-1 text-text text-xs shadow-float"
      {...handlers}
    >
      {text}
    </div>,
    document.body,
  );
}
