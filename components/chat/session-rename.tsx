'use client';

import { type FormEvent, useState } from 'react';
import { type SessionView, sessionApi } from '@/lib/client/run-api';
import { refreshSidebar } from '@/lib/client/use-sessions';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Input } from '../ui/input';
import { useToast } from '../ui/toaster';

interface SessionRenameProps {
  readonly session: SessionView;
  /** `byKey`: the focus was in the field, and goes with it. */
  readonly onEnd: (byKey: boolean) => void;
}

/** The title as a field: Enter or leaving it saves, Escape does not. */
export function SessionRename({ session, onEnd }: SessionRenameProps) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const [title, setTitle] = useState(session.title ?? '');

  async function save(byKey: boolean) {
    onEnd(byKey);
    const next = title.trim();
    if (next === '' || next === session.title) return;
    try {
      await sessionApi.rename(session.id, next);
      refreshSidebar();
    } catch (caught) {
      show(t('chat.sessions.actionFailed', { reason: errorText(caught) }), 'error');
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void save(true);
  }

  return (
    <form onSubmit={submit} className="w-full">
      <Input
        value={title}
        aria-label={t('chat.sessions.renameLabel')}
        maxLength={200}
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTitle(event.target.value)}
        onBlur={() => void save(false)}
        onKeyDown={(event) => {
          // The Enter that ends a word of an input method does not end the title.
          const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
          if (isComposing && event.key === 'Enter') event.preventDefault();
          if (!isComposing && event.key === 'Escape') onEnd(true);
        }}
      />
    </form>
  );
}
