'use client';

import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { useMemo } from 'react';
import type { RunStore } from '@/lib/client/run-store';
import { textOf } from '@/lib/client/run-view';
import type { CitedSource } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { citationLabel, sourceIcons } from '../markdown/citation';
import { type CitedLink, citationsIn } from '../markdown/citations-in';
import { useSources } from '../markdown/cited-sources';
import { revealLine } from './visible-text';

interface Cited extends CitedLink {
  readonly source: CitedSource;
}

function citedBy(store: RunStore): CitedLink[] {
  const texts = store.view.parts.filter((part) => part.kind === 'text').map(textOf);
  const seen = new Set<string>();
  return texts.flatMap(citationsIn).filter(({ link }) => !seen.has(link.href) && seen.add(link.href));
}

/** What a finished answer cites, folded under it. */
export function AnswerSources({ store }: { store: RunStore }) {
  const t = useT();
  const links = useMemo(() => citedBy(store), [store]);
  const sourceOf = useSources(links.map(({ link }) => link));
  const cited = links.flatMap((one): Cited[] => {
    const source = sourceOf?.(one.link);
    return source === null || source === undefined ? [] : [{ ...one, source }];
  });
  if (cited.length === 0) return null;
  return (
    <details data-testid="answer-sources" className="group text-sm">
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1 rounded-md pr-1.5 text-dim text-xs hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        {t('knowledge.sources', { count: cited.length })}
      </summary>
      <ol className="flex flex-col gap-1 pt-1 pb-1.5 pl-1">
        {cited.map((one) => (
          <SourceLine key={one.link.href} {...one} />
        ))}
      </ol>
    </details>
  );
}

function SourceLine({ link, text, source }: Cited) {
  const t = useT();
  const Icon = sourceIcons[link.kind];
  const label = citationLabel(text);
  const title = source.title === '' ? t(`knowledge.kinds.${link.kind}`) : revealLine(source.title);
  return (
    <li className="flex min-w-0 items-baseline gap-2">
      <span className="min-w-5 shrink-0 text-right text-faint text-xs tabular-nums">
        {/^\d+$/.test(label) ? `${label}.` : '–'}
      </span>
      <Icon aria-hidden className="size-3.5 shrink-0 self-center text-faint" />
      <Link
        href={link.href}
        prefetch={false}
        className="min-w-0 text-cyan underline decoration-cyan/40 underline-offset-3 [overflow-wrap:anywhere] hover:decoration-cyan"
      >
        <bdi>{title}</bdi>
      </Link>
      {source.heading !== '' && (
        <span className="min-w-0 truncate text-faint text-xs">
          <bdi>{revealLine(source.heading)}</bdi>
        </span>
      )}
    </li>
  );
}
