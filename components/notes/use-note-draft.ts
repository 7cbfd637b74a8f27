'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { type DraftStorage, type DraftView, NoteDraft } from '@/lib/client/note-draft';
import type { NoteView } from '@/lib/client/notes';

const storage: DraftStorage = {
  read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(key, text) {
    try {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    } catch {
      // A browser that keeps nothing loses what the server did not get, no more.
    }
  },
};

interface DraftSource {
  readonly note: NoteView | null;
  readonly folder: string;
  readonly untitled: string;
}

/** The note that is being written, for as long as the page is open. */
export function useNoteDraft(source: DraftSource): { draft: NoteDraft; view: DraftView } {
  const [draft] = useState(() => new NoteDraft({ ...source, storage }));
  const view = useSyncExternalStore(draft.subscribe, draft.view, draft.view);
  const { note } = source;

  useEffect(() => draft.restore(), [draft]);
  useEffect(() => {
    if (note !== null) draft.refresh(note);
  }, [draft, note]);

  useEffect(() => {
    const save = () => void draft.save();
    const saveWhenLeft = () => {
      if (document.visibilityState === 'hidden') save();
    };
    const pressKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      save();
    };
    addEventListener('online', save);
    addEventListener('keydown', pressKey);
    document.addEventListener('visibilitychange', saveWhenLeft);
    return () => {
      removeEventListener('online', save);
      removeEventListener('keydown', pressKey);
      document.removeEventListener('visibilitychange', saveWhenLeft);
      save();
    };
  }, [draft]);

  return { draft, view };
}
