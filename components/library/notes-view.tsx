'use client';

import { NotebookPen, Plus } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import type { NoteSummaryView } from '@/lib/client/resources';
import { useApiPages } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { buttonClass } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../ui/page';
import { PagedList } from '../ui/paged-list';
import { SearchField } from '../ui/search-field';
import { RowBox } from '../ui/section';
import { Time } from '../ui/time';

/** All notes, the last changed first, or those that match. */
export function NotesView() {
  const t = useT();
  const [query, setQuery] = useState('');
  const pages = useApiPages<NoteSummaryView>(query === '' ? '/api/notes' : `/api/notes?q=${encodeURIComponent(query)}`);
  return (
    <Page
      title={t('library.notes.title')}
      text={t('library.notes.text')}
      action={
        <Link href="/notes/new" className={buttonClass()}>
          <Plus aria-hidden className="size-4" />
          {t('library.notes.create')}
        </Link>
      }
    >
      <SearchField label={t('library.notes.search')} onSearch={setQuery} />
      <PagedList
        pages={pages}
        empty={
          query === '' ? (
            <EmptyState icon={<NotebookPen />} title={t('library.notes.none')} text={t('library.notes.noneText')} />
          ) : (
            <p className="text-dim text-sm">{t('library.notes.noHits', { query })}</p>
          )
        }
      >
        {(notes) => (
          <RowBox>
            {notes.map((note) => (
              <NoteRow key={note.id} note={note} />
            ))}
          </RowBox>
        )}
      </PagedList>
    </Page>
  );
}

function NoteRow({ note }: { note: NoteSummaryView }) {
  const t = useT();
  return (
    <li>
      <Link
        href={`/notes/${note.id}`}
        className="flex items-baseline gap-4 px-4 py-2.5 -outline-offset-2 hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm">{note.title || t('library.notes.untitled')}</span>
          {note.snippet && <span className="line-clamp-2 text-faint text-xs">{note.snippet}</span>}
        </span>
        <span className="shrink-0 text-faint text-xs">
          <Time value={note.updated_at} />
        </span>
      </Link>
    </li>
  );
}
