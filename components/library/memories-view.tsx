'use client';

import { Brain, Plus } from 'lucide-react';
import { useState } from 'react';
import type { MemoryView } from '@/lib/client/resources';
import { useApiPages } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../ui/page';
import { PagedList } from '../ui/paged-list';
import { SearchField } from '../ui/search-field';
import { RowBox, Section } from '../ui/section';
import { MemoryArchive } from './memory-archive';
import { MemoryCleanUp } from './memory-clean-up';
import { MemoryDialog } from './memory-dialog';
import { MemoryMeaning } from './memory-meaning';
import { MemoryMode } from './memory-mode';
import { MemoryRow } from './memory-row';
import { ProposedMemory } from './proposed-memory';

/** What Metona remembers: proposals that wait for the reader first, then what is in use. */
export function MemoriesView() {
  const t = useT();
  const [query, setQuery] = useState('');
  const [adding, setAdding] = useState(false);
  const search = query === '' ? '' : `&q=${encodeURIComponent(query)}`;
  const proposed = useApiPages<MemoryView>('/api/memories?status=proposed');
  const active = useApiPages<MemoryView>(`/api/memories?status=active${search}`, { keepPreviousData: true });
  const archived = useApiPages<MemoryView>('/api/memories?status=archived');
  const refresh = () => Promise.all([proposed.refresh(), active.refresh(), archived.refresh()]);
  return (
    <Page
      title={t('library.memories.title')}
      text={t('library.memories.text')}
      action={
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {t('library.memories.create')}
        </Button>
      }
    >
      <MemoryMode />
      {proposed.items !== undefined && proposed.items.length > 0 && (
        <Section title={t('library.memories.proposed')} text={t('library.memories.proposedText')}>
          <ul className="flex flex-col gap-2">
            {proposed.items.map((memory) => (
              <ProposedMemory key={memory.id} memory={memory} onDecided={refresh} />
            ))}
          </ul>
        </Section>
      )}
      <Section title={t('library.memories.active')} action={<MemoryCleanUp onChanged={refresh} />}>
        <SearchField label={t('library.memories.search')} onSearch={setQuery} />
        <PagedList pages={active} empty={<NoMemories query={query} />}>
          {(memories) => (
            <RowBox>
              {memories.map((memory) => (
                <MemoryRow key={memory.id} memory={memory} onChanged={refresh} />
              ))}
            </RowBox>
          )}
        </PagedList>
      </Section>
      <MemoryArchive pages={archived} onChanged={refresh} />
      <MemoryMeaning />
      <MemoryDialog open={adding} onOpenChange={setAdding} onSaved={refresh} />
    </Page>
  );
}

function NoMemories({ query }: { query: string }) {
  const t = useT();
  if (query !== '') return <p className="text-dim text-sm">{t('library.memories.noHits', { query })}</p>;
  return <EmptyState icon={<Brain />} title={t('library.memories.none')} text={t('library.memories.noneText')} />;
}
