'use client';

import { type RefObject, useEffect, useRef } from 'react';
import type { Turn } from '@/lib/client/run-turns';
import { foundIn, markFound } from './found-text';

interface RevealOptions {
  readonly target: string | null;
  /** Its turn. */
  readonly at: number;
  /** The words that were looked for. */
  readonly find: string;
  readonly onReveal: () => void;
}

const MARK_MS = 2500;

function holds(turn: Turn, messageId: string): boolean {
  if (turn.kind !== 'answer') return turn.message.id === messageId;
  // What was said while it was under way is part of it as well.
  return turn.messageIds.includes(messageId) || turn.store.view.committed.some(({ id }) => id === messageId);
}

/** The turn that a message is part of; -1 when it is not there. */
export function placeOfMessage(turns: readonly Turn[], messageId: string | null): number {
  return messageId === null ? -1 : turns.findIndex((turn) => holds(turn, messageId));
}

/** The place in the upper half of the box; rows around it get their real height only then, so twice. */
function bringIntoView(box: HTMLElement, row: Element, range: Range | undefined): void {
  row.scrollIntoView({ block: 'center' });
  if (range === undefined) return;
  const place = () => {
    const middle = box.getBoundingClientRect().top + box.clientHeight * 0.4;
    box.scrollTop += range.getBoundingClientRect().top - middle;
  };
  place();
  requestAnimationFrame(() => requestAnimationFrame(place));
}

/** Without the message in the address, so that the same hit can be followed once more. */
function forgetTarget(): void {
  const { origin, pathname } = window.location;
  window.history.replaceState(null, '', origin + pathname);
}

/** Scrolls to a message once, when it is there, and marks it for a moment; the words themselves stay marked. */
export function useReveal(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { target, at, find, onReveal }: RevealOptions,
) {
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (target === null) done.current = null;
    if (target === null || done.current === target) return;
    const row = content.current?.querySelectorAll(':scope > div')[at];
    if (row === undefined || box.current === null) return;
    done.current = target;
    onReveal();
    const ranges = foundIn(row, find);
    markFound(ranges);
    bringIntoView(box.current, row, ranges[0]);
    row.setAttribute('data-found', '');
    setTimeout(() => row.removeAttribute('data-found'), MARK_MS);
    forgetTarget();
  }, [box, content, target, at, find, onReveal]);
  useEffect(() => () => markFound([]), []);
}
