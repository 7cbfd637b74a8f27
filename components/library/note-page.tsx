'use client';

import { ArrowLeft, Pencil, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { api } from '@/lib/client/api';
import type { NoteView } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { SidebarToggle } from '../layout/sidebar-toggle';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { IconButton } from '../ui/icon-button';
import { LoadState } from '../ui/load-state';
import { MarkdownText } from '../ui/markdown-text';
import { Time } from '../ui/time';
import { NoteEditor } from './note-editor';

/** One note, to read and to edit. */
export function NotePage({ noteId }: { noteId: string }) {
  const { data, error, mutate } = useApi<NoteView>(`/api/notes/${encodeURIComponent(noteId)}`);
  const [editing, setEditing] = useState(false);
  return (
    <NoteFrame>
      <LoadState data={data} error={error} retry={() => mutate()}>
        {(note) =>
          editing ? (
            <NoteEditor
              note={note}
              onSaved={(saved) => {
                void mutate(saved, { revalidate: false });
                setEditing(false);
              }}
              onCancel={() => setEditing(false)}
            />
          ) : (
            <NoteReader note={note} onEdit={() => setEditing(true)} />
          )
        }
      </LoadState>
    </NoteFrame>
  );
}

/** A new note: nothing is stored before it is saved. */
export function NewNotePage() {
  const router = useRouter();
  return (
    <NoteFrame>
      <NoteEditor onSaved={(saved) => router.replace(`/notes/${saved.id}`)} onCancel={() => router.push('/notes')} />
    </NoteFrame>
  );
}

function NoteFrame({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pt-4 pb-16 sm:px-8 sm:pt-6">
      <div className="-ml-2 flex items-center gap-1">
        <SidebarToggle />
        <Link
          href="/notes"
          className="inline-flex min-h-8.5 items-center gap-2 rounded-lg px-2 text-dim text-sm hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t('library.notes.backToList')}
        </Link>
      </div>
      {children}
    </div>
  );
}

function NoteReader({ note, onEdit }: { note: NoteView; onEdit: () => void }) {
  const t = useT();
  return (
    <article className="flex flex-col gap-4">
      <header className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h1 className="font-semibold text-xl">{note.title || t('library.notes.untitled')}</h1>
          <p className="text-faint text-xs">
            {t('library.notes.changed')} <Time value={note.updated_at} />
          </p>
        </div>
        <Button onClick={onEdit}>
          <Pencil aria-hidden className="size-4" />
          {t('common.edit')}
        </Button>
        <DeleteNote note={note} />
      </header>
      <MarkdownText text={note.content} />
    </article>
  );
}

function DeleteNote({ note }: { note: NoteView }) {
  const t = useT();
  const router = useRouter();
  const [asking, setAsking] = useState(false);

  async function remove() {
    await api.delete(`/api/notes/${encodeURIComponent(note.id)}`);
    router.push('/notes');
  }

  return (
    <>
      <IconButton label={t('common.delete')} danger onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('library.notes.deleteTitle', { title: note.title })}
        text={t('library.notes.deleteText')}
        confirmLabel={t('common.delete')}
        onConfirm={remove}
      />
    </>
  );
}
