'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useState } from 'react';
import { type NoteView, noteApi } from '@/lib/client/notes';
import { useApi } from '@/lib/client/use-api';
import { LoadState } from '../ui/load-state';
import { NoteDesk } from './note-desk';
import { NoteHead } from './note-head';

/** One note, to read and to write. */
export function NotePage({ noteId }: { noteId: string }) {
  const { data, error, mutate } = useApi<NoteView>(noteApi.path(noteId));
  const keep = useCallback((note: NoteView) => mutate(note, { revalidate: false }), [mutate]);
  if (data !== undefined) {
    return <NoteDesk note={data} folder={data.folder} onSaved={keep} />;
  }
  return (
    <>
      <NoteHead folder="">{null}</NoteHead>
      <div className="mx-auto w-full max-w-3xl px-4 py-5 sm:px-8">
        <LoadState data={data} error={error} retry={() => mutate()}>
          {() => null}
        </LoadState>
      </div>
    </>
  );
}

const nothing = async () => undefined;

/** A new note: nothing is stored before something is written. */
export function NewNotePage() {
  const params = useSearchParams();
  // Once it is saved, the address becomes that of the note.
  const [folder] = useState(() => params.get('folder') ?? '');
  return <NoteDesk note={null} folder={folder} onSaved={nothing} />;
}
