'use client';

import Link from 'next/link';
import { type KnowledgeAnswerView, knowledgeApi } from '@/lib/client/knowledge';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { sourceIcons } from '../markdown/citation';
import { revealLine } from './visible-text';

/** Notes and files with these words; conversations are found above. */
export function FoundElsewhere({ text }: { text: string }) {
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
                <span className="line-clamp-2 text-dim text-xs">{revealLine(hit.snippet)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
