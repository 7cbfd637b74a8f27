'use client';

import { FolderOpen, NotebookPen, Plus } from 'lucide-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { type NoteFolderView, type NoteSummaryView, noteApi } from '@/lib/client/notes';
import { useApi, useApiPages } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { buttonClass } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { PageHead } from '../ui/page';
import { PagedList } from '../ui/paged-list';
import { SearchField } from '../ui/search-field';
import { RowBox } from '../ui/section';
import { FolderPicker } from './folder-picker';
import { FolderTree } from './folder-tree';
import { NoteRow } from './note-row';

/** All notes, those of a folder, or those that match, with the folders beside them. */
export function NotesView() {
  const t = useT();
  const folder = useSearchParams().get('folder');
  const [query, setQuery] = useState('');
  const notes = useApiPages<NoteSummaryView>(noteApi.list({ folder, query }), { keepPreviousData: query !== '' });
  const folders = useApi<{ items: readonly NoteFolderView[] }>(noteApi.folders);
  const refresh = () => Promise.all([notes.refresh(), folders.mutate()]);
  const known = folders.data?.items ?? [];
  const newNote = folder ? `/notes/new?folder=${encodeURIComponent(folder)}` : '/notes/new';
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 pt-5 pb-16 sm:px-8 sm:pt-9">
      <PageHead
        title={t('notes.title')}
        text={t('notes.text')}
        action={
          <Link href={newNote} className={buttonClass()}>
            <Plus aria-hidden className="size-4" />
            {t('notes.create')}
          </Link>
        }
      />
      <div className="flex flex-col gap-x-8 gap-y-4 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:items-start">
        <LoadState data={folders.data} error={folders.error} retry={() => folders.mutate()}>
          {({ items }) => (
            <>
              <FolderPicker folders={items} current={folder} onChanged={refresh} className="lg:hidden" />
              <FolderTree folders={items} current={folder} onChanged={refresh} className="max-lg:hidden" />
            </>
          )}
        </LoadState>
        <div className="flex min-w-0 flex-col gap-4">
          <SearchField label={t('notes.search')} onSearch={setQuery} />
          <PagedList pages={notes} empty={<NothingHere query={query} folder={folder} />}>
            {(items) => (
              <RowBox>
                {items.map((note) => (
                  <NoteRow
                    key={note.id}
                    note={note}
                    folders={known}
                    showFolder={folder === null || query !== ''}
                    onChanged={refresh}
                  />
                ))}
              </RowBox>
            )}
          </PagedList>
        </div>
      </div>
    </div>
  );
}

function NothingHere({ query, folder }: { query: string; folder: string | null }) {
  const t = useT();
  if (query !== '') return <p className="text-dim text-sm">{t('notes.noHits', { query })}</p>;
  if (folder === null) return <EmptyState icon={<NotebookPen />} title={t('notes.none')} text={t('notes.noneText')} />;
  return <EmptyState icon={<FolderOpen />} title={t('notes.noneHere')} text={t('notes.noneHereText')} />;
}
