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

/** What is being written in one conversation; it is still there after a reload. */
export function useDraft(sessionId: string | null): [string, (text: string) => void] {
  const key = `metona.draft.${sessionId ?? 'new'}`;
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
