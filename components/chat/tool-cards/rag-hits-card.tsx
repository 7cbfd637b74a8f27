'use client';

import Link from 'next/link';
import { parseSourceLink } from '@/lib/ir/source-link';
import { useT } from '../../i18n/i18n-provider';
import { sourceIcons } from '../../markdown/citation';
import { SearchNote } from '../search-note';
import { revealLine } from '../visible-text';
import type { ToolResultCardProps } from './card-props';
import { fieldsOf, listOf, numberOf, textOf } from './read-value';

const mostShown = 50;
const mostSnippet = 400;
type Fields = Readonly<Record<string, unknown>>;

/** What was found in the user's own notes, files and chats; each hit opens at its place. */
export function RagHitsCard({ value, fallback }: ToolResultCardProps) {
  const t = useT();
  const fields = fieldsOf(value);
  const hits = fields && listOf(fields, 'hits', mostShown);
  if (fields === null || hits === null) return fallback;
  const notes = Array.isArray(fields.notes) ? fields.notes.filter((note) => typeof note === 'string') : [];
  return (
    <section aria-label={t('chat.tool.result')} data-testid="rag-card" className="flex min-w-0 flex-col gap-1.5">
      <p className="text-faint text-xs">
        {hits.length === 0 ? t('knowledge.search.none') : t('knowledge.search.hits', { count: hits.length })}
      </p>
      {notes.slice(0, 5).map((note) => (
        <SearchNote key={note} text={note} />
      ))}
      <ol className="flex max-h-96 flex-col gap-3 overflow-y-auto">
        {hits.map((hit, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a finished list, and a hit has no other name
          <li key={at} className="min-w-0 [overflow-wrap:anywhere]">
            <RagHit hit={hit} place={at + 1} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function RagHit({ hit, place }: { hit: Fields; place: number }) {
  const t = useT();
  const link = parseSourceLink(textOf(hit, 'href'));
  const title = revealLine(textOf(hit, 'title')) || t('knowledge.untitled');
  const heading = revealLine(textOf(hit, 'heading'));
  const Icon = link === null ? null : sourceIcons[link.kind];
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-1.5 font-medium">
        <span className="font-normal text-faint text-xs tabular-nums">{place}</span>
        {Icon && <Icon aria-hidden className="size-3.5 self-center text-faint" />}
        {link === null ? (
          <bdi>{title}</bdi>
        ) : (
          <Link
            href={link.href}
            prefetch={false}
            className="text-cyan underline decoration-cyan/40 underline-offset-3 hover:decoration-cyan"
          >
            <span className="sr-only">{t(`knowledge.kinds.${link.kind}`)}: </span>
            <bdi>{title}</bdi>
          </Link>
        )}
        {heading !== '' && (
          <span className="font-normal text-faint text-xs">
            <bdi>{heading}</bdi>
          </span>
        )}
        <HitRanks hit={hit} />
      </p>
      <p className="text-dim text-xs">
        <bdi>{revealLine((textOf(hit, 'snippet') || textOf(hit, 'text')).slice(0, mostSnippet))}</bdi>
      </p>
    </>
  );
}

/** Where it stands among the hits by words and among those by meaning. */
function HitRanks({ hit }: { hit: Fields }) {
  const t = useT();
  const ranks = fieldsOf(hit.ranks);
  const words = ranks && numberOf(ranks, 'text');
  const meaning = ranks && numberOf(ranks, 'vector');
  const parts = [
    words === null ? '' : t('knowledge.search.byWords', { rank: words }),
    meaning === null ? '' : t('knowledge.search.byMeaning', { rank: meaning }),
  ].filter((part) => part !== '');
  if (parts.length === 0) return null;
  return <span className="font-normal text-2xs text-faint tabular-nums">{parts.join(' · ')}</span>;
}
