'use client';

import Link from 'next/link';
import { useCallback, useState } from 'react';
import {
  type KnowledgeAnswerView,
  type KnowledgeHitView,
  type KnowledgeKind,
  knowledgeApi,
} from '@/lib/client/knowledge';
import { useApi } from '@/lib/client/use-api';
import { SearchNote } from '../chat/search-note';
import { revealLine } from '../chat/visible-text';
import { useT } from '../i18n/i18n-provider';
import { sourceIcons } from '../markdown/citation';
import { Facts } from '../ui/facts';
import { Select } from '../ui/input';
import { LoadState } from '../ui/load-state';
import { SearchField } from '../ui/search-field';
import { RowBox, Section } from '../ui/section';
import { Time } from '../ui/time';

const kinds = ['note', 'file', 'message'] as const satisfies readonly KnowledgeKind[];

/** The search that models use, tried by hand. */
export function KnowledgeTrial() {
  const t = useT();
  const [query, setQuery] = useState('');
  const [kind, setKind] = useState<KnowledgeKind | ''>('');
  const onSearch = useCallback((text: string) => setQuery(text), []);
  return (
    <Section title={t('knowledge.search.title')} text={t('knowledge.search.hint')}>
      <search className="flex flex-wrap gap-2">
        <SearchField label={t('knowledge.search.label')} onSearch={onSearch} />
        <Select
          fit
          aria-label={t('knowledge.search.kind')}
          value={kind}
          onChange={(event) => setKind(kinds.find((known) => known === event.target.value) ?? '')}
        >
          <option value="">{t('knowledge.search.everything')}</option>
          {kinds.map((known) => (
            <option key={known} value={known}>
              {t(`knowledge.kindsMany.${known}`)}
            </option>
          ))}
        </Select>
      </search>
      {query !== '' && <Found query={query} kind={kind} />}
    </Section>
  );
}

function Found({ query, kind }: { query: string; kind: KnowledgeKind | '' }) {
  const t = useT();
  const path = knowledgeApi.search(query, kind === '' ? {} : { kinds: [kind] });
  const { data, error, mutate } = useApi<KnowledgeAnswerView>(path, { keepPreviousData: true });
  return (
    <LoadState data={data} error={error} retry={() => mutate()}>
      {({ hits, notes }) => (
        <>
          <p role="status" className="text-faint text-xs">
            {hits.length === 0 ? t('knowledge.search.none') : t('knowledge.search.hits', { count: hits.length })}
          </p>
          {notes.map((note) => (
            <SearchNote key={note} text={note} />
          ))}
          {hits.length > 0 && (
            <RowBox>
              {hits.map((hit) => (
                <Hit key={`${hit.href} ${hit.anchor}`} hit={hit} />
              ))}
            </RowBox>
          )}
        </>
      )}
    </LoadState>
  );
}

function Hit({ hit }: { hit: KnowledgeHitView }) {
  const t = useT();
  const Icon = sourceIcons[hit.kind];
  const { text: words, vector: meaning } = hit.ranks;
  return (
    <li className="flex gap-2.5 px-4 py-2.5" data-testid="knowledge-hit">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <Link href={hit.href} prefetch={false} className="text-sm underline-offset-3 hover:underline">
          <span className="sr-only">{t(`knowledge.kinds.${hit.kind}`)}: </span>
          <bdi>{revealLine(hit.title) || t('knowledge.untitled')}</bdi>
        </Link>
        <p className="text-dim text-xs">
          <bdi>{revealLine(hit.snippet)}</bdi>
        </p>
        <Facts>
          {hit.heading && <bdi>{revealLine(hit.heading)}</bdi>}
          {words !== null && t('knowledge.search.byWords', { rank: words })}
          {meaning !== null && t('knowledge.search.byMeaning', { rank: meaning })}
          <Time value={hit.updated_at} />
        </Facts>
      </div>
    </li>
  );
}
