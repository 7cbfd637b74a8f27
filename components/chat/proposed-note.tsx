'use client';

import { type NoteChange, textChangeOf } from '@/lib/client/note-change';
import { type NoteView, noteApi } from '@/lib/client/notes';
import { useApi } from '@/lib/client/use-api';
import { assertNever } from '@/lib/ir/assert-never';
import { useT } from '../i18n/i18n-provider';
import { FileChange } from './file-change';
import { revealLine } from './visible-text';

/** Read anew each time: somebody else may have written meanwhile. */
const anew = { revalidateOnFocus: false, shouldRetryOnError: false, dedupingInterval: 0 };

/** A note as it would be changed, beside what is there now. */
export function ProposedNote({ change }: { change: NoteChange }) {
  const t = useT();
  const { data: note, error } = useApi<NoteView>(noteApi.path(change.id), anew);
  if (error?.status === 404) return <p className="text-orange text-xs">{t('notes.change.gone')}</p>;
  if (note === undefined && error === undefined) return null;
  return (
    <div data-testid="proposed-note" className="flex min-w-0 flex-col gap-1.5">
      <p className="[overflow-wrap:anywhere]">
        <span className="text-dim">{t(headOf(change))}: </span>
        <bdi>{note === undefined ? revealLine(change.id) : revealLine(note.title)}</bdi>
      </p>
      {note === undefined && <p className="text-orange text-xs">{t('notes.change.unread')}</p>}
      <ChangeDetail change={change} note={note} />
    </div>
  );
}

function headOf(change: NoteChange) {
  if (change.kind === 'delete') return 'notes.change.deletes';
  if (change.kind === 'move') return 'notes.change.moves';
  if (change.append) return 'notes.change.appends';
  return change.blockId === null ? 'notes.change.replaces' : 'notes.change.block';
}

function ChangeDetail({ change, note }: { change: NoteChange; note: NoteView | undefined }) {
  const t = useT();
  switch (change.kind) {
    case 'move': {
      const named = (folder: string) => revealLine(folder) || t('notes.change.noFolder');
      return (
        <p className="text-dim text-xs [overflow-wrap:anywhere]">
          {note && t('notes.change.from', { folder: named(note.folder) })}{' '}
          {t('notes.change.to', { folder: named(change.folder) })}
        </p>
      );
    }
    case 'delete':
      return note ? <FileChange path={note.title} before={note.content} after="" /> : null;
    case 'update':
      return <UpdateDetail change={change} note={note} />;
    default:
      return assertNever(change);
  }
}

function UpdateDetail({ change, note }: { change: NoteChange & { kind: 'update' }; note: NoteView | undefined }) {
  const t = useT();
  const text = note && textChangeOf(note, change);
  const isNothing = text?.kind === 'outdated' || text?.kind === 'noBlock';
  return (
    <>
      {change.title !== null && (
        <p className="[overflow-wrap:anywhere]">
          <span className="text-dim">{t('notes.change.retitles')}: </span>
          <bdi>{revealLine(change.title)}</bdi>
        </p>
      )}
      {isNothing && <p className="text-orange text-xs">{t(`notes.change.${text.kind}`)}</p>}
      {text?.kind === 'text' && note && <FileChange path={note.title} before={text.before} after={text.after} />}
      {note === undefined && change.content !== null && <FileChange path="" before="" after={change.content} />}
    </>
  );
}
