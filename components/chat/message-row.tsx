'use client';

import { useEffect, useRef, useState } from 'react';
import type { Turn } from '@/lib/client/run-turns';
import { Answer } from './answer';
import type { ChatActions } from './chat-actions';
import { SummaryMessage } from './summary-message';
import { UserMessage } from './user-message';

interface MessageRowProps {
  readonly turn: Turn;
  readonly actions: ChatActions;
  /** Shown at once; any other turn when the reader comes near it. */
  readonly isWanted: boolean;
}

/** One turn in the list. Far from view it costs no layout and no paint; one that was never near is not even made. */
export function MessageRow({ turn, actions, isWanted }: MessageRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const [wasNear, setWasNear] = useState(isWanted);
  if (isWanted && !wasNear) setWasNear(true);
  useEffect(() => {
    if (wasNear || row.current === null) return;
    return whenNear(row.current, () => setWasNear(true));
  }, [wasNear]);
  return (
    <div
      ref={row}
      className={`flex flex-col rounded-xl ${wasNear ? '' : 'h-55'} data-found:ring-2 data-found:ring-focus data-found:ring-offset-8 data-found:ring-offset-bg [contain-intrinsic-size:auto_220px] [content-visibility:auto] last:[content-visibility:visible]`}
    >
      {wasNear && <TurnView turn={turn} actions={actions} />}
    </div>
  );
}

function TurnView({ turn, actions }: Omit<MessageRowProps, 'isWanted'>) {
  switch (turn.kind) {
    case 'user':
      return <UserMessage turn={turn} actions={actions} />;
    case 'answer':
      return <Answer turn={turn} actions={actions} />;
    case 'summary':
      return <SummaryMessage turn={turn} actions={actions} />;
  }
}

const waiting = new WeakMap<Element, () => void>();
const observers = new WeakMap<Element, IntersectionObserver>();

/** Of one scrolling box for all its rows: its margin counts only from the box itself. */
function observerOf(box: Element): IntersectionObserver {
  const known = observers.get(box);
  if (known !== undefined) return known;
  const look = (entries: readonly IntersectionObserverEntry[]) => {
    for (const entry of entries) if (entry.isIntersecting) waiting.get(entry.target)?.();
  };
  const made = new IntersectionObserver(look, { root: box, rootMargin: '1500px 0px' });
  observers.set(box, made);
  return made;
}

function whenNear(row: Element, listener: () => void): () => void {
  const box = row.parentElement?.parentElement;
  if (box === null || box === undefined) return () => undefined;
  const observer = observerOf(box);
  waiting.set(row, listener);
  observer.observe(row);
  return () => {
    waiting.delete(row);
    observer.unobserve(row);
  };
}
