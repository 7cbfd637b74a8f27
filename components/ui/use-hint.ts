'use client';

import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';

const delayMs = 350;
/** Who looks from one button to the next need not wait again. */
const onTheWayMs = 150;
/** Long enough to get from the button to its hint. */
const graceMs = 120;

let closedAt = Number.NEGATIVE_INFINITY;
let closeOther: (() => void) | null = null;

/** When a hint is shown: after a moment under the mouse, at once with the keyboard, one at a time, away on Escape. */
export function useHint() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setAnchor(null);
  }, []);
  const show = (element: HTMLElement, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (element.isConnected) setAnchor(element);
    }, afterMs);
  };
  const closeSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(null), graceMs);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (anchor === null) return;
    if (closeOther !== close) closeOther?.();
    closeOther = close;
    const pressKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    addEventListener('keydown', pressKey, true);
    addEventListener('scroll', close, true);
    return () => {
      removeEventListener('keydown', pressKey, true);
      removeEventListener('scroll', close, true);
      if (closeOther === close) closeOther = null;
      closedAt = performance.now();
    };
  }, [anchor, close]);

  const isMouse = (event: PointerEvent) => event.pointerType !== 'touch';
  return {
    anchor,
    ofAnchor: {
      onPointerEnter: (event: PointerEvent<HTMLElement>) => {
        const isOnTheWay = performance.now() - closedAt < onTheWayMs || closeOther !== null;
        if (isMouse(event)) show(event.currentTarget, isOnTheWay ? 0 : delayMs);
      },
      onPointerLeave: closeSoon,
      onPointerDown: close,
      onFocus: (event: { readonly currentTarget: HTMLElement }) => {
        if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0);
      },
      onBlur: close,
    },
    ofHint: { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: closeSoon },
  };
}
