'use client';

import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { OutgoingMessage } from '@/lib/client/run-outgoing';
import { type Attachment, nameUnsent, Unsent, unsentOf } from '@/lib/client/unsent';
import { useDraft } from '@/lib/client/use-draft';
import type { MetonaStoredMessage } from '@/lib/ir';

interface ComposedOptions {
  readonly sessionId: string | null;
  readonly editing: MetonaStoredMessage | null;
  readonly refused: OutgoingMessage | null;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

interface Composed {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly images: readonly string[];
  readonly files: readonly Attachment[];
  readonly unsent: Unsent;
  /** It is on its way. */
  readonly clear: () => void;
  /** A message that was not sent after all, before what has been written since. */
  readonly takeBack: (message: OutgoingMessage) => void;
}

/** What is being written. An earlier message that is edited stands in a place of its own: the draft is kept beside it. */
export function useComposed({ sessionId, editing, refused, field }: ComposedOptions): Composed {
  const draft = useWords(useDraftOf(sessionId), useUnsentOf(sessionId));
  const edited = useWords(useState(''), useState(() => new Unsent())[0]);
  const { setText, unsent } = edited;

  useEffect(() => {
    setText(editing?.content ?? '');
    unsent.setImages(editing?.images?.map((image) => image.url) ?? []);
    unsent.reset([]);
    if (editing !== null) field.current?.focus();
  }, [editing, setText, unsent, field]);

  const { takeBack } = draft;
  useEffect(() => {
    if (refused !== null) takeBack(refused);
  }, [refused, takeBack]);

  return { ...(editing === null ? draft : edited), takeBack };
}

function useWords([text, setText]: readonly [string, (text: string) => void], unsent: Unsent): Composed {
  const { images, files } = useSyncExternalStore(unsent.subscribe, unsent.state, unsent.state);
  const latest = useRef(text);
  latest.current = text;

  const clear = useCallback(() => {
    setText('');
    unsent.setImages([]);
    unsent.reset([]);
  }, [setText, unsent]);

  const takeBack = useCallback(
    (message: OutgoingMessage) => {
      // Asked again by a button: nobody has written it.
      if (message.branch?.kind === 'again') return;
      const since = latest.current;
      setText(since === '' || since === message.text ? message.text : `${message.text}\n\n${since}`);
      if (unsent.state().images.length === 0) unsent.setImages(message.images);
      if (message.files.length > 0) unsent.reset(message.files);
    },
    [setText, unsent],
  );
  return { text, setText, images, files, unsent, clear, takeBack };
}

/** What is attached in this conversation; what was attached while a new chat had no id yet moves along to the id. */
function useUnsentOf(sessionId: string | null): Unsent {
  const [unsent] = useState(() => unsentOf(sessionId));
  useEffect(() => {
    if (sessionId !== null) nameUnsent(sessionId, unsent);
  }, [sessionId, unsent]);
  return unsent;
}

/** The draft of this conversation. What was written while a new chat had no id yet moves along to the id. */
function useDraftOf(sessionId: string | null): ReturnType<typeof useDraft> {
  const [draft, setDraft] = useDraft(sessionId);
  const [, setNewDraft] = useDraft(null);
  const before = useRef({ sessionId, draft });
  useEffect(() => {
    const { sessionId: from, draft: words } = before.current;
    if (from !== null || sessionId === null || words === '') return;
    setDraft(words);
    setNewDraft('');
  }, [sessionId, setDraft, setNewDraft]);
  useEffect(() => {
    before.current = { sessionId, draft };
  });
  return [draft, setDraft];
}
