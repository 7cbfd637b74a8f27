'use client';

import { Search, X } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, Suspense, useDeferredValue } from 'react';
import { useSearch } from '@/lib/client/use-sessions';
import { useT } from '../i18n/i18n-provider';
import { lazyPart } from '../i18n/lazy-part';
import { useSidebar } from '../layout/sidebar-context';
import { IconButton } from '../ui/icon-button';
import { Input } from '../ui/input';
import { searchHitPath } from './search-hit-path';

const SearchHits = lazyPart(() => import('./search-hits').then((module) => module.SearchHits));

interface SessionSearchProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Full text over all conversations; a hit leads to the message itself. */
export function SessionSearch({ text, onText }: SessionSearchProps) {
  const t = useT();
  const wanted = useDeferredValue(text);
  const { hits, isLoading } = useSearch(wanted);
  const router = useRouter();
  const { setDrawerOpen } = useSidebar();

  function pressKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') onText('');
    const first = hits[0];
    if (event.key !== 'Enter' || first === undefined) return;
    router.push(searchHitPath(first, wanted));
    setDrawerOpen(false);
  }

  return (
    <search>
      <div className="relative">
        <Search aria-hidden className="absolute top-2 left-2.5 size-4 text-faint" />
        <Input
          type="search"
          value={text}
          aria-label={t('chat.sessions.search')}
          placeholder={t('chat.sessions.search')}
          className="h-8 min-h-8 border-transparent bg-transparent pr-8 pl-8.5 [&::-webkit-search-cancel-button]:hidden"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={pressKey}
        />
        {text !== '' && (
          <IconButton
            label={t('chat.sessions.clearSearch')}
            size="small"
            className="absolute top-0.5 right-0.5"
            onClick={() => onText('')}
          >
            <X />
          </IconButton>
        )}
      </div>
      {text.trim() !== '' && (
        <Suspense>
          <SearchHits hits={hits} find={wanted} />
        </Suspense>
      )}
      {text.trim() !== '' && hits.length === 0 && !isLoading && (
        <p role="status" className="px-2.5 py-2 text-faint text-sm">
          {t('chat.sessions.noHits', { text: text.trim() })}
        </p>
      )}
    </search>
  );
}
