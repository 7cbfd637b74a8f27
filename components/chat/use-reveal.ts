'use client';

import { type RefObject, useEffect, useRef } from 'react';
import type { Turn } from '@/lib/client/run-turns';

interface RevealOptions {
  readonly target: string | null;
  readonly turns: readonly Turn[];
  readonly onReveal: () => void;
}

function holds(turn: Turn, messageId: string): boolean {
  return turn.kind === 'answer' ? turn.messageIds.includes(messageId) : turn.message.id === messageId;
}

/** Scrolls to a message once, when it is there, and marks it for a moment. */
export function useReveal(content: RefObject<HTMLElement | null>, { target, turns, onReveal }: RevealOptions) {
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (target === null || done.current === target) return;
    const index = turns.findIndex((turn) => holds(turn, target));
    const rows = content.current?.querySelectorAll(':scope > div');
    const row = index < 0 ? undefined : rows?.[index];
    if (row === undefined) return;
    done.current = target;
    onReveal();
    row.scrollIntoView({ block: 'center' });
    row.setAttribute('data-found', '');
    const timer = setTimeout(() => row.removeAttribute('data-found'), 2500);
    return () => clearTimeout(timer);
  }, [content, target, turns, onReveal]);
}
