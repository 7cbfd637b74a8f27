'use client';

import Link from 'next/link';
import type { SearchHit } from '@/lib/client/run-api';
import { useT } from '../i18n/i18n-provider';
import { FoundElsewhere } from './found-elsewhere';
import { MarkedText } from './marked-text';
import { searchHitPath } from './search-hit-path';

interface SearchHitsProps {
  readonly hits: readonly SearchHit[];
  readonly find: string;
}

/** Messages and titles with the words, then notes and files. */
export function SearchHits({ hits, find }: SearchHitsProps) {
  return (
    <>
      <ul className="mt-1 flex flex-col gap-px">
        {hits.map((hit) => (
          <Hit key={`${hit.session_id}:${hit.message_id}`} hit={hit} find={find} />
        ))}
      </ul>
      {find.trim() !== '' && <FoundElsewhere text={find.trim()} />}
    </>
  );
}

function Hit({ hit, find }: { hit: SearchHit; find: string }) {
  const t = useT();
  const title = hit.title ?? t('chat.untitled');
  return (
    <li>
      <Link
        href={searchHitPath(hit, find)}
        prefetch={false}
        data-testid="search-hit"
        className="block rounded-lg px-2.5 py-1.5 text-sm hover:bg-hover"
      >
        <span className="block truncate">
          {hit.message_id === null ? <MarkedText text={title} find={find} /> : title}
        </span>
        <span className="line-clamp-2 text-dim text-xs">
          {hit.message_id === null ? t('chat.sessions.titleHit') : <MarkedText text={hit.snippet} find={find} />}
        </span>
      </Link>
    </li>
  );
}
