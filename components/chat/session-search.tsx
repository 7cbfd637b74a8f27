'use client';

import { Search, X } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useDeferredValue } from 'react';
import { type KnowledgeAnswerView, knowledgeApi } from '@/lib/client/knowledge';
import type { SearchHit } from '@/lib/client/run-api';
import { useApi } from '@/lib/client/use-api';
import { useSearch } from '@/lib/client/use-sessions';
import { useT } from '../i18n/i18n-provider';
import { useSidebar } from '../layout/sidebar-context';
import { sourceIcons } from '../markdown/citation';
import { IconButton } from '../ui/icon-button';
import { Input } from '../ui/input';
import { MarkedText } from './marked-text';
import { revealLine } from './visible-text';

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
    router.push(pathOf(first, wanted));
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
        <ul className="mt-1 flex flex-col gap-px">
          {hits.map((hit) => (
            <Hit key={`${hit.session_id}:${hit.message_id}`} hit={hit} find={wanted} />
          ))}
        </ul>
      )}
      {wanted.trim() !== '' && <FoundElsewhere text={wanted.trim()} />}
      {text.trim() !== '' && hits.length === 0 && !isLoading && (
        <p role="status" className="px-2.5 py-2 text-faint text-sm">
          {t('chat.sessions.noHits', { text: text.trim() })}
        </p>
      )}
    </search>
  );
}

/** Notes and files with these words; conversations are found above. */
function FoundElsewhere({ text }: { text: string }) {
  const t = useT();
  const path = knowledgeApi.search(text, { kinds: ['note', 'file'], limit: 6, wordsOnly: true });
  const { data } = useApi<KnowledgeAnswerView>(path, { keepPreviousData: true, shouldRetryOnError: false });
  if (data === undefined || data.hits.length === 0) return null;
  return (
    <section aria-label={t('knowledge.search.inNotes')} className="mt-2">
      <h3 className="px-2.5 py-1 text-faint text-xs">{t('knowledge.search.inNotes')}</h3>
      <ul className="flex flex-col gap-px">
        {data.hits.map((hit) => {
          const Icon = sourceIcons[hit.kind];
          return (
            <li key={hit.href}>
              <Link href={hit.href} prefetch={false} className="block rounded-lg px-2.5 py-1.5 text-sm hover:bg-hover">
                <span className="flex items-center gap-1.5">
                  <Icon aria-hidden className="size-3.5 shrink-0 text-faint" />
                  <span className="sr-only">{t(`knowledge.kinds.${hit.kind}`)}: </span>
                  <bdi className="min-w-0 truncate">{revealLine(hit.title) || t('knowledge.untitled')}</bdi>
                </span>
                <span className="line-clamp-2 text-faint text-xs">{revealLine(hit.snippet)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The message itself, with the words in it. */
function pathOf({ session_id: sessionId, message_id: messageId }: SearchHit, find: string): string {
  const path = `/chat/${encodeURIComponent(sessionId)}`;
  if (messageId === null) return path;
  return `${path}?${new URLSearchParams({ message: messageId, find: find.trim() }).toString()}`;
}

function Hit({ hit, find }: { hit: SearchHit; find: string }) {
  const t = useT();
  const title = hit.title ?? t('chat.untitled');
  return (
    <li>
      <Link
        href={pathOf(hit, find)}
        prefetch={false}
        data-testid="search-hit"
        className="block rounded-lg px-2.5 py-1.5 text-sm hover:bg-hover"
      >
        <span className="block truncate">
          {hit.message_id === null ? <MarkedText text={title} find={find} /> : title}
        </span>
        <span className="line-clamp-2 text-faint text-xs">
          {hit.message_id === null ? t('chat.sessions.titleHit') : <MarkedText text={hit.snippet} find={find} />}
        </span>
      </Link>
    </li>
  );
}
