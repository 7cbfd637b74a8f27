'use client';

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

/** A row under way: where it was, where it would land, and how far it has been pulled. */
interface Drag {
  readonly from: number;
  readonly to: number;
  readonly distance: number;
}

/** Where the rows were as the drag began: they are moved by sight only until it ends. */
interface Start {
  readonly y: number;
  readonly middles: readonly number[];
  readonly height: number;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

function landing(middles: readonly number[], from: number, distance: number): number {
  const middle = (middles[from] ?? 0) + distance;
  return middles.filter((other, index) => index !== from && other < middle).length;
}

/** Rows put in another order by a handle: pulled by mouse, pen or finger, moved by the arrow keys. */
export function useReorder(count: number, onMove: (from: number, to: number) => void) {
  const start = useRef<Start | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  function end() {
    start.current = null;
    setDrag(null);
  }

  const handle = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const row = event.currentTarget.closest('li');
      if (event.button !== 0 || row?.parentElement == null) return;
      const boxes = [...row.parentElement.children].map((each) => each.getBoundingClientRect());
      start.current = {
        y: event.clientY,
        middles: boxes.map(({ top, height }) => top + height / 2),
        height: row.getBoundingClientRect().height,
      };
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: index, to: index, distance: 0 });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current === null) return;
      const distance = event.clientY - start.current.y;
      setDrag({ from: index, to: landing(start.current.middles, index, distance), distance });
    },
    onPointerUp({ clientY }: PointerEvent<HTMLElement>) {
      // Where it is let go, not where it was last drawn: a quick hand is ahead of the page.
      const to = start.current === null ? index : landing(start.current.middles, index, clientY - start.current.y);
      end();
      if (to !== index) onMove(index, to);
    },
    onPointerCancel: end,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key === 'Escape' && start.current !== null) end();
      const to = index + (steps[event.key] ?? 0);
      if (to === index || to < 0 || to >= count) return;
      event.preventDefault();
      onMove(index, to);
    },
  });

  /** How far a row is from its place: the pulled one follows the pointer, those it passes make room. */
  function offset(index: number): number {
    if (drag === null) return 0;
    if (index === drag.from) return drag.distance;
    const height = start.current?.height ?? 0;
    if (drag.from < index && index <= drag.to) return -height;
    return drag.to <= index && index < drag.from ? height : 0;
  }

  return { handle, offset, dragged: drag?.from ?? null };
}
