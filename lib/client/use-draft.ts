'use client';

import { useCallback, useEffect, useRef, useState } from 'react';

const SAVE_AFTER_MS = 250;

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing loses a draft on leaving, no more.
  }
}

const keyOf = (sessionId: string | null) => `metona.draft.${sessionId ?? 'new'}`;

/** What was being written in a conversation that is no more stands in the new chat, behind what stands there already. */
export function moveDraftToNew(sessionId: string): void {
  const words = read(keyOf(sessionId));
  if (words === '') return;
  const there = read(keyOf(null));
  write(keyOf(null), there === '' ? words : `${there}\n\n${words}`);
  write(keyOf(sessionId), '');
}

/** What is being written in one conversation; it is still there after a reload. */
export function useDraft(sessionId: string | null): [string, (text: string) => void] {
  const key = keyOf(sessionId);
  const [text, setText] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<(() => void) | null>(null);

  useEffect(() => {
    setText(read(key));
    return () => {
      clearTimeout(timer.current);
      pending.current?.();
      pending.current = null;
    };
  }, [key]);

  const change = useCallback(
    (next: string) => {
      setText(next);
      clearTimeout(timer.current);
      const save = () => {
        write(key, next);
        pending.current = null;
      };
      pending.current = save;
      if (next === '') save();
      else timer.current = setTimeout(save, SAVE_AFTER_MS);
    },
    [key],
  );
  return [text, change];
}
