'use client';

import { type SubmitEvent, useEffect, useState } from 'react';
import { api } from '@/lib/client/api';
import type { NoteView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input, Textarea } from '../ui/input';
import { Notice } from '../ui/notice';

interface NoteEditorProps {
  /** Absent for a new note. */
  readonly note?: NoteView;
  readonly onSaved: (note: NoteView) => void;
  readonly onCancel: () => void;
}

function saveNote(note: NoteView | undefined, text: { title: string; content: string }): Promise<NoteView> {
  if (note === undefined) return api.post<NoteView>('/api/notes', text);
  return api.patch<NoteView>(`/api/notes/${encodeURIComponent(note.id)}`, text);
}

/** Asks before the window is closed over text that is not saved. */
function useUnloadGuard(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', guard);
    return () => removeEventListener('beforeunload', guard);
  }, [dirty]);
}

export function NoteEditor({ note, onSaved, onCancel }: NoteEditorProps) {
  const t = useT();
  const errorText = useErrorText();
  const [title, setTitle] = useState(note?.title ?? '');
  const [content, setContent] = useState(note?.content ?? '');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const dirty = title !== (note?.title ?? '') || content !== (note?.content ?? '');
  useUnloadGuard(dirty);

  async function save() {
    setBusy(true);
    setError(undefined);
    try {
      onSaved(await saveNote(note, { title: title.trim() || t('library.notes.untitled'), content }));
    } catch (caught) {
      setError(errorText(caught));
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void save();
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <h1 className="sr-only">{note?.title ?? t('library.notes.create')}</h1>
      <Field label={t('library.notes.noteTitle')}>
        {(control) => (
          <Input {...control} value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
        )}
      </Field>
      <Field label={t('library.notes.content')} hint={t('library.notes.contentHint')}>
        {(control) => (
          <Textarea
            {...control}
            value={content}
            className="min-h-[50dvh] font-mono"
            onChange={(event) => setContent(event.target.value)}
          />
        )}
      </Field>
      {error && <Notice tone="error">{error}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={busy} disabled={!dirty}>
          {t('common.save')}
        </Button>
        <Button onClick={onCancel}>{dirty ? t('library.notes.discard') : t('common.cancel')}</Button>
        {dirty && <span className="text-faint text-xs">{t('library.notes.unsaved')}</span>}
      </div>
    </form>
  );
}
