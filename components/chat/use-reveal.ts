'use client';

import { type RefObject, useEffect, useRef } from 'react';
import type { Turn } from '@/lib/client/run-turns';
import { replaceAddress } from '@/lib/client/transition';
import { foundIn, markFound } from './found-text';
import { handEvents } from './use-follow-scroll';

interface RevealOptions {
  readonly target: string | null;
  /** Its turn. */
  readonly at: number;
  /** The words that were looked for. */
  readonly find: string;
  readonly onReveal: () => void;
}

const MARK_MS = 2500;
const HOLD_MS = 4000;

function holds(turn: Turn, messageId: string): boolean {
  if (turn.kind !== 'answer') return turn.message.id === messageId;
  // What was said while it was under way is part of it as well.
  return turn.messageIds.includes(messageId) || turn.store.view.committed.some(({ id }) => id === messageId);
}

/** The turn that a message is part of; -1 when it is not there. */
export function placeOfMessage(turns: readonly Turn[], messageId: string | null): number {
  return messageId === null ? -1 : turns.findIndex((turn) => holds(turn, messageId));
}

/** The words, or the whole row, in the upper half of the box. */
function place(box: HTMLElement, row: Element, find: string): void {
  const ranges = foundIn(row, find);
  markFound(ranges);
  const words = ranges[0]?.getBoundingClientRect();
  // Rows far from view have no words to measure yet.
  if (words === undefined || words.height === 0) return row.scrollIntoView({ block: 'center' });
  const away = words.top - box.getBoundingClientRect().top - box.clientHeight * 0.4;
  if (Math.abs(away) > 1) box.scrollTop += away;
}

/**
 * Rows get their real height only near the view, and parts come late: the place is kept until the reader moves, or the
 * answer is called.
 */
function holdInView(box: HTMLElement, content: HTMLElement, { row, find }: { row: Element; find: string }): () => void {
  let isHeld = true;
  const again = () => {
    if (isHeld) place(box, row, find);
  };
  const observer = new ResizeObserver(again);
  const end = () => {
    isHeld = false;
    clearTimeout(limit);
    observer.disconnect();
    for (const name of handEvents) document.removeEventListener(name, end, { capture: true });
  };
  const limit = setTimeout(end, HOLD_MS);
  // Wherever it is touched: the way back to the newest is beside the box.
  for (const name of handEvents) document.addEventListener(name, end, { passive: true, capture: true });
  row.scrollIntoView({ block: 'center' });
  again();
  requestAnimationFrame(() => requestAnimationFrame(again));
  observer.observe(content);
  return end;
}

/** Without the message in the address, so that the same hit can be followed once more. */
function forgetTarget(): void {
  replaceAddress(window.location.pathname);
}

/** Scrolls to a message once, when it is there, and marks it for a moment; the words themselves stay marked. */
export function useReveal(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { target, at, find, onReveal }: RevealOptions,
) {
  const done = useRef<string | null>(null);
  const letGo = useRef<() => void>(undefined);
  useEffect(() => {
    if (target === null) done.current = null;
    if (target === null || done.current === target) return;
    const row = content.current?.querySelectorAll(':scope > div')[at];
    if (row === undefined || box.current === null || content.current === null) return;
    done.current = target;
    onReveal();
    letGo.current?.();
    letGo.current = holdInView(box.current, content.current, { row, find });
    row.setAttribute('data-found', '');
    setTimeout(() => row.removeAttribute('data-found'), MARK_MS);
    forgetTarget();
  }, [box, content, target, at, find, onReveal]);
  useEffect(
    () => () => {
      letGo.current?.();
      markFound([]);
    },
    [],
  );
}
