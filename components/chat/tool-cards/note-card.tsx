'use client';

import { NotebookPen } from 'lucide-react';
import Link from 'next/link';
import { useT } from '../../i18n/i18n-provider';
import { LongText } from '../long-text';
import { revealLine } from '../visible-text';
import type { ToolResultCardProps } from './card-props';
import { fieldsOf, listOf, textOf } from './read-value';

const mostNotes = 100;

type Fields = NonNullable<ReturnType<typeof fieldsOf>>;

/** The notes that a call found, read, made or changed; each opens on its page. */
export function NoteCard({ value, fallback }: ToolResultCardProps) {
  const t = useT();
  const result = fieldsOf(value);
  const found = result && notesOf(result);
  if (!found) return fallback;
  const content = textOf(result, 'content');
  return (
    <section aria-label={t('chat.tool.result')} data-testid="note-card" className="flex min-w-0 flex-col gap-2 text-sm">
      {found.length === 0 && <p className="text-dim">{t('notes.none')}</p>}
      <ul className="flex max-h-96 flex-col gap-1.5 overflow-y-auto">
        {found.map((note) => (
          <li key={textOf(note, 'id')} className="min-w-0 [overflow-wrap:anywhere]">
            <NoteLink note={note} />
          </li>
        ))}
      </ul>
      {content !== '' && <LongText text={content} />}
    </section>
  );
}

function notesOf(result: Fields): readonly Fields[] | null {
  if (textOf(result, 'id') !== '') return [result];
  return listOf(result, 'notes', mostNotes) ?? listOf(result, 'hits', mostNotes);
}

function NoteLink({ note }: { note: Fields }) {
  const t = useT();
  const id = textOf(note, 'id');
  const title = revealLine(textOf(note, 'title')) || t('notes.untitled');
  const [folder, snippet] = [revealLine(textOf(note, 'folder')), revealLine(textOf(note, 'snippet'))];
  return (
    <>
      <p className="flex items-baseline gap-x-2">
        <NotebookPen aria-hidden className="size-3.5 shrink-0 self-center text-faint" />
        {/^[\w-]{1,400}$/.test(id) ? (
          <Link
            href={`/notes/${id}`}
            prefetch={false}
            className="text-cyan underline decoration-cyan/40 underline-offset-3 hover:decoration-cyan"
          >
            <bdi>{title}</bdi>
          </Link>
        ) : (
          <bdi>{title}</bdi>
        )}
        {folder !== '' && (
          <span className="text-faint text-xs">
            <bdi>{folder}</bdi>
          </span>
        )}
      </p>
      {snippet !== '' && <p className="text-dim text-xs">{snippet}</p>}
    </>
  );
}
